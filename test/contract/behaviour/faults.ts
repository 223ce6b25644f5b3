import { gzipSync } from 'node:zlib';
import type { RateSignal } from '../../../connectors/kit/limits.ts';
import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import { placeAt } from '../encode-document.ts';
import type { Handler, MockAnswer } from './mock-vendor.ts';
import { type ReadStage, samplePages, serve, toRecords } from './reads.ts';
import { type Behaviour, differs, readObject, type ReadOutcome } from './stage.ts';

/** What a connector must do when its vendor misbehaves: tried on one of its lists. */
export const faultBehaviours: Readonly<Record<string, Behaviour<ReadStage>>> = {
  'waits as long as Retry-After says': async (stage) => {
    const reading = await readAfter(stage, [{ status: 429, headers: { 'retry-after': '2' } }]);
    return expectWait(reading, 2000);
  },

  'hands long waits on': async (stage) => {
    const { error } = await readAfter(stage, endlessly({ status: 429, headers: { 'retry-after': '60' } }));
    return differs(60_000, error?.retryAfterMs, 'wait');
  },

  'heeds every signal that it declares, by the clock of its vendor': async (stage) => {
    for (const signal of stage.connector.limits.signals.filter(({ means }) => means === 'reset')) {
      const { header, path } = signal;
      const vendorNow = Math.floor(Date.now() / 1000) * 1000 - clockBehindMs;
      const text = toResetText(signal, vendorNow, 2000);
      const signaled =
        header === undefined
          ? { body: JSON.stringify(placeAt({}, path ?? '$', text)) }
          : { headers: { [header]: text } };
      const headers = { ...signaled.headers, date: new Date(vendorNow).toUTCString() };
      const problem = expectWait(await readAfter(stage, [{ status: 429, ...signaled, headers }]), 2000);
      if (problem !== undefined) return `${header ?? path ?? ''}: ${problem}`;
    }
    return undefined;
  },

  'renews a token that is refused, once': async (stage) => {
    if (!stage.signIn.isRenewedOn(401)) return undefined;
    const before = stage.signIn.issued;
    const reading = await readAfter(stage, [{ status: 401, body: '{}' }]);
    return expectAll(stage, reading) ?? differs(2, stage.signIn.issued - before, 'tokens');
  },

  'does not repeat what is refused for its credentials': async (stage) => {
    const { error } = await readAfter(stage, endlessly({ status: 401, body: '{}' }));
    return differs('auth_invalid', error?.kind, 'kind of error') ?? expectOnce(stage, 401);
  },

  'tells a lack of rights': (stage) => expectRefusal(stage, 403),
  'tells that nothing is there': (stage) => expectRefusal(stage, 404),
  'tells that a request is refused as invalid': (stage) => expectRefusal(stage, 400),

  'gets over two errors of the server': async (stage) =>
    expectAll(stage, await readAfter(stage, [{ status: 500 }, { status: 503 }])),

  'gives up in the end': async (stage) => {
    const { error } = await readAfter(stage, endlessly({ status: 500 }));
    const calls = stage.vendor.requests.length;
    return differs('transient', error?.kind, 'kind of error') ?? (calls > 5 ? `It called ${calls} times.` : undefined);
  },

  'gets over a connection that ends': async (stage) => expectAll(stage, await readAfter(stage, ['hang_up'])),

  'gets over an answer that breaks off': async (stage) =>
    expectAll(stage, await readAfter(stage, [{ body: '{"a":"bcdefghij"}', delivery: 'cut' }])),

  'takes half a document for an error': async (stage) =>
    expectError(await readAfter(stage, endlessly({ body: '{"data":[{"id":' }))),

  'takes a page for people for an error': async (stage) => {
    const headers = { 'content-type': 'text/html' };
    return expectError(await readAfter(stage, endlessly({ headers, body: '<!doctype html><p>Sign in</p>' })));
  },

  'reads compressed answers': async (stage) => expectAll(stage, await readChanged(stage, compress)),
  'reads answers that come slowly': async (stage) =>
    expectAll(stage, await readChanged(stage, (answer) => ({ ...answer, delivery: 'drip' }))),

  'does not wait for ever': async (stage) => {
    const connector: HttpConnector = { ...stage.connector, http: { ...stage.connector.http, timeoutMs: stallMs } };
    const { error } = await readAfter({ ...stage, connector }, endlessly({ body: '{}', delivery: 'stall' }));
    return differs('transient', error?.kind, 'kind of error');
  },

  'follows no redirect to another host': async (stage) => {
    const location = 'https://elsewhere.vendor.example/';
    const { error } = await readAfter(stage, endlessly({ status: 302, headers: { location } }));
    const isAsked = stage.vendor.requests.some(({ url }) => url.href.startsWith(location));
    return isAsked ? 'It asked the other host.' : differs('config', error?.kind, 'kind of error');
  },
};

const stallMs = 50;
/** A vendor's clock may be wrong; its instants are to be read by it all the same. */
const clockBehindMs = 600_000;

/** Reads a list of one page, after some answers of another kind. */
function readAfter(stage: ReadStage, first: Iterable<MockAnswer>): Promise<ReadOutcome> {
  const answers = first[Symbol.iterator]();
  const pages = serve(stage, { pages: samplePages(stage, 1) });
  return readObject(stage, stage.name, (request) => {
    const next = answers.next();
    return next.done === true ? pages(request) : next.value;
  });
}

function* endlessly(answer: MockAnswer): Generator<MockAnswer> {
  for (;;) yield answer;
}

type PlainAnswer = Exclude<MockAnswer, 'hang_up'>;

function readChanged(stage: ReadStage, change: (answer: PlainAnswer) => MockAnswer): Promise<ReadOutcome> {
  const pages = serve(stage, { pages: samplePages(stage, 1) });
  const changed: Handler = (request) => {
    const answer = pages(request);
    return answer === 'hang_up' ? answer : change(answer);
  };
  return readObject(stage, stage.name, changed);
}

function compress({ headers, body = '', ...answer }: PlainAnswer): MockAnswer {
  return { ...answer, headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) };
}

function expectAll(stage: ReadStage, { records, error }: ReadOutcome): string | undefined {
  return (
    error?.message ??
    differs(toRecords(stage, samplePages(stage, 1).flat()).length, records.length, 'number of records')
  );
}

function expectWait({ error, sleptMs }: ReadOutcome, ms: number): string | undefined {
  if (error !== undefined) return error.message;
  return sleptMs >= ms - 1100 && sleptMs <= ms + 1100 ? undefined : `It waited ${sleptMs} ms in place of ${ms}.`;
}

function expectError({ records, error }: ReadOutcome): string | undefined {
  if (error === undefined) return 'It told no error.';
  return differs([], records, 'records');
}

/** A refusal is told as one, and is not sent again. */
async function expectRefusal(stage: ReadStage, status: number): Promise<string | undefined> {
  const { error } = await readAfter(stage, endlessly({ status, body: '{"message":"No."}' }));
  if (error === undefined) return `It told no error of ${status}.`;
  const isLost = error.kind === 'transient' || error.kind === 'unknown';
  return isLost ? `${status} is taken for ${error.kind}.` : expectOnce(stage, status);
}

/** One call, and one more where it may have been the token's fault. */
function expectOnce({ signIn, vendor }: ReadStage, status: number): string | undefined {
  return differs(signIn.isRenewedOn(status) ? 2 : 1, vendor.requests.length, 'calls');
}

function toResetText({ unit = 'delta_s' }: RateSignal, nowMs: number, afterMs: number): string {
  switch (unit) {
    case 'delta_s':
      return String(afterMs / 1000);
    case 'delta_ms':
      return String(afterMs);
    case 'epoch_s':
      return String((nowMs + afterMs) / 1000);
    case 'epoch_ms':
      return String(nowMs + afterMs);
    case 'iso':
      return new Date(nowMs + afterMs).toISOString();
  }
}
