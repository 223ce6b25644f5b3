import { createLocalJWKSet } from 'jose';
import type { Delivery } from '../../connectors/kit/webhook/delivery.ts';
import { type Receipt, receiveDelivery } from '../../connectors/kit/webhook/receive.ts';
import type { Webhook } from '../../connectors/kit/webhook/webhook.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { canonicalJson } from '../../core/json.ts';
import { Secret } from '../../core/secret.ts';
import type { Problem } from './problem.ts';
import { type DeliveryVector, readDeliveries } from './read-deliveries.ts';
import { tamperWith } from './tamper-with-delivery.ts';

/**
 * L4 of webhooks: does a connector take what its vendor sends, answer what it asks, and refuse what is changed, too old,
 * or somebody else's?
 */
export async function checkDeliveries({ id, webhook }: Connector): Promise<Problem[]> {
  const vectors = readDeliveries(id);
  if (webhook === undefined) {
    return vectors.map(({ name }) => toProblem(name, 'The connector has no webhook.'));
  }
  const details = await Promise.all(
    vectors.map(async ({ name, vector }) =>
      (await checkVector(webhook, vector)).map((detail) => toProblem(name, detail)),
    ),
  );
  const takesEvents = vectors.some(({ vector }) => 'events' in vector.expect);
  return [...(takesEvents ? [] : [toProblem('deliveries', 'No vector shows an event.')]), ...details.flat()];
}

function toProblem(name: string, detail: string): Problem {
  return { use: 'webhook', rule: 'delivery', detail: `${name}: ${detail}` };
}

async function checkVector(webhook: Webhook, vector: DeliveryVector): Promise<string[]> {
  const delivery = toDelivery(vector);
  const receive = (sent: Delivery, change: Partial<Attempt> = {}): Promise<Attempted> =>
    attempt(webhook, vector, sent, { credentials: [vector.credentials], nowMs: Date.parse(vector.now), ...change });

  const { receipt, visits } = await receive(delivery);
  const got = describeReceipt(receipt);
  const problems = [
    ...(canonicalJson(got) === canonicalJson(toExpected(vector)) ? [] : [`It understands ${canonicalJson(got)}.`]),
    ...(visits.join() === vector.visits.join() ? [] : [`It visits ${visits.join(', ')}.`]),
  ];
  if (isUnsigned(webhook, receipt)) return problems;

  const { credentials, otherCredentials } = vector;
  const rotated = await receive(delivery, { credentials: [otherCredentials, credentials] });
  if (canonicalJson(describeReceipt(rotated.receipt)) !== canonicalJson(got)) {
    problems.push('It does not take it by the credentials before the last change.');
  }
  const forgeries: [string, Promise<Attempted>][] = [
    ['for other credentials', receive(delivery, { credentials: [otherCredentials] })],
    ['without credentials', receive(delivery, { credentials: [] })],
    ...tamperWith(webhook, delivery).map(([how, sent]): [string, Promise<Attempted>] => [how, receive(sent)]),
  ];
  for (const [how, forgery] of forgeries) {
    const { receipt: given, visits: led } = await forgery;
    const isRefused = given.outcome === 'refused' && refusals.has(given.reason);
    if (!isRefused || led.length > 0) problems.push(`It takes it ${how}: ${canonicalJson(describeReceipt(given))}.`);
  }
  const lateMs = lateBy(webhook);
  if (lateMs !== undefined) {
    for (const shift of [lateMs, ...(webhook.signature.kind === 'jwt' ? [] : [-lateMs])]) {
      const { receipt: given } = await receive(delivery, { nowMs: Date.parse(vector.now) + shift });
      if (canonicalJson(describeReceipt(given)) !== canonicalJson({ refused: 'stale' })) {
        problems.push(`It takes it ${shift / 1000} s later: ${canonicalJson(describeReceipt(given))}.`);
      }
    }
  }
  return problems;
}

const refusals: ReadonlySet<string> = new Set(['forged', 'unsigned', 'no_credentials']);

/** A time after which, at the latest, a delivery that just arrived is too old. */
function lateBy({ signature }: Webhook): number | undefined {
  if (signature.kind === 'standard_webhooks') return 302_000;
  if (signature.kind === 'sns') return (signature.toleranceSeconds + 1) * 2000;
  // No issuer's tokens are good for a day.
  if (signature.kind === 'jwt') return 86_400_000;
  return signature.kind === 'hmac' && signature.sentAt ? (signature.sentAt.toleranceSeconds + 1) * 2000 : undefined;
}

/** Handshakes that no vendor signs are answered to anyone. */
function isUnsigned({ handshakes = [] }: Webhook, receipt: Receipt): boolean {
  return (
    receipt.outcome === 'answer' && handshakes.some((handshake) => handshake.kind === 'echo' && !handshake.isSigned)
  );
}

interface Attempt {
  credentials: DeliveryVector['credentials'][];
  nowMs: number;
}

interface Attempted {
  receipt: Receipt;
  visits: string[];
}

async function attempt(
  webhook: Webhook,
  { documents }: DeliveryVector,
  delivery: Delivery,
  { credentials, nowMs }: Attempt,
): Promise<Attempted> {
  const visits: string[] = [];
  const read = (url: string): string => {
    const text = documents[url];
    if (text === undefined) throw new Error(`It asks ${url}, which the vector does not have.`);
    return text;
  };
  const receipt = await receiveDelivery(
    webhook,
    delivery,
    credentials.map((form) => new Secret(form)),
    {
      nowMs,
      fetchDocument: (url) => Promise.resolve(read(url)),
      visit: (url) => {
        visits.push(url);
        return Promise.resolve();
      },
      openKeys: (url) => createLocalJWKSet(JSON.parse(read(url))),
    },
  );
  return { receipt, visits };
}

function toDelivery({ request: { method, query, headers, body } }: DeliveryVector): Delivery {
  return { method, query: new URLSearchParams(query), headers, body: Buffer.from(body) };
}

/** A receipt in the terms of `expect`. */
function describeReceipt(receipt: Receipt): object {
  if (receipt.outcome === 'answer') return { answer: receipt.answer };
  if (receipt.outcome === 'refused') return { refused: receipt.reason };
  return {
    events: receipt.events.map(({ name, key, at, isTest }) => ({
      name,
      isTest,
      ...(key === undefined ? {} : { key }),
      ...(at === undefined ? {} : { at: at.toISOString() }),
    })),
  };
}

function toExpected({ expect }: DeliveryVector): object {
  if (!('events' in expect)) return expect;
  const events = expect.events.map(({ at, key, ...event }) => ({
    ...event,
    ...(key === undefined ? {} : { key }),
    ...(at === undefined ? {} : { at: new Date(at).toISOString() }),
  }));
  return { events };
}
