import { describeWrite } from '../../../connectors/kit/describe-object.ts';
import type { HttpWrite } from '../../../connectors/kit/http/operations.ts';
import { listHoles, parseTemplate } from '../../../connectors/kit/template.ts';
import type { Json } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type { Effect, WriteOperation, WriteReport } from '../../../core/records.ts';
import type { Contract, ContractOperation } from '../../../tools/contract/contract.ts';
import type { JudgedRequest } from '../judged-request.ts';
import { encodeDocument, placeAt } from '../encode-document.ts';
import { sampleEffect, sampleId } from '../plan-samples.ts';
import type { Handler, MockAnswer } from './mock-vendor.ts';
import { sampleResult } from './sample-vendor.ts';
import { listCredentialNames } from './vendor-sign-in.ts';
import { type Behaviour, differs, findFault, isFor, play, type Stage, withSession } from './stage.ts';

/** A write on the stage. */
export interface WriteStage extends Stage {
  name: string;
  write: HttpWrite;
  operation: WriteOperation;
  contract: Contract;
  /** Descriptions of the write, of the request for known records, and of the look-up. */
  parts: {
    request: ContractOperation;
    update: ContractOperation | undefined;
    find: ContractOperation | undefined;
    lock: ContractOperation | undefined;
  };
}

/** What every write must do. */
export const writeBehaviours: Readonly<Record<string, Behaviour<WriteStage>>> = {
  'writes a record with requests that the description allows': async (stage) => {
    const { results, error } = await writeOne(stage, (request) => succeed(stage, request));
    const outcome = results[0]?.outcome ?? '';
    if (error !== undefined) return error.message;
    if (!successes[stage.operation].includes(outcome)) return `The outcome is ${outcome}.`;
    return checkSent(stage);
  },

  'takes a refusal for an outcome of its record': async (stage) => {
    const { idempotency } = stage.write;
    // A conflict can mean that the record is there already, as it is to be.
    const adopts = idempotency.kind === 'find' && idempotency.adoptsConflict === true;
    for (const status of adopts ? [400, 422] : [400, 409, 422]) {
      const body = JSON.stringify({ message: 'No.', errors: { name: ['is taken'] }, name: ['is taken'] });
      const { results } = await writeOne(stage, () => ({ status, body }));
      if (results[0]?.outcome !== 'rejected') return `${status} gives ${results[0]?.outcome ?? 'nothing'}.`;
    }
    return undefined;
  },

  'stops where it lacks rights': async (stage) => {
    const { results, error } = await writeOne(stage, () => ({ status: 403, body: '{}' }));
    return (
      differs('not_sent', results[0]?.outcome, 'outcome') ?? (error === undefined ? 'It told no error.' : undefined)
    );
  },

  'does not write twice what it may not repeat, and says when it does not know': async (stage) => {
    const { results } = await writeOne(stage, () => 'hang_up');
    const calls = stage.vendor.requests.filter(
      (request) => !isFor(stage.parts.find, request) && !isFor(stage.parts.lock, request),
    ).length;
    const { kind } = stage.write.idempotency;
    const isRepeatable = kind !== 'find' && kind !== 'none';
    if (!isRepeatable && calls > 1) return `It wrote ${calls} times.`;
    return differs('in_doubt', results[0]?.outcome, 'outcome');
  },

  'changes none of several records with the same match values': async (stage) => {
    const { write, operation } = stage;
    const isFound = write.idempotency.kind === 'find' && operation !== 'create';
    if (!isFound || isFoundById(write, sampleWrite(stage))) return undefined;
    let sent = 0;
    const count = (request: JudgedRequest): MockAnswer => {
      sent += 1;
      return succeed(stage, request);
    };
    const { results } = await writeOne(stage, count, 2);
    const asksFirst = stage.vendor.requests.some((request) => isFor(stage.parts.find, request));
    if (!asksFirst) return undefined;
    return differs('rejected', results[0]?.outcome, 'outcome') ?? (sent > 0 ? `It wrote ${sent} times.` : undefined);
  },

  'finds nothing left to delete': async (stage) => {
    if (stage.operation !== 'delete') return undefined;
    const { results } = await writeOne(stage, () => ({ status: 404, body: '{}' }));
    return differs('deleted', results[0]?.outcome, 'outcome');
  },
};

const successes: Readonly<Record<WriteOperation, readonly string[]>> = {
  create: ['created', 'written'],
  // Some vendors answer changes with 201.
  update: ['updated', 'written', 'created'],
  upsert: ['created', 'updated', 'written'],
  delete: ['deleted'],
};

/**
 * Writes one record: look-ups before it find it, unless it is to be created; the write itself is answered as given.
 *
 * @param count Records that the system has with its match values.
 */
export async function writeOne(stage: WriteStage, answer: Handler, count = 1): Promise<WriteReport> {
  const { write, operation } = stage;
  const effect = sampleWrite(stage);
  play(stage, answerWrites(stage, effect, answer, count));
  return withSession(stage, async ({ session }) => {
    const object = stage.connector.objects[stage.name];
    const isKeyless = object !== undefined && describeWrite(object, operation)?.matchOn === 'required';
    const matchOn = isKeyless ? nameMatchFields(write, effect) : listMatchFields(write, effect);
    return session.openTarget({ object: stage.name, operation, matchOn, options: {} }).write([effect]);
  });
}

/** A record to write, with all that a description lets it hold. */
export function sampleWrite({ write, operation, contract, parts }: WriteStage): Effect {
  const sampled = { write, request: write.request, operation, variant: 'full' } as const;
  return withChange(write, sampleEffect(sampled, contract, parts.request));
}

/** Plays the vendor for one write: its look-up and its version are as they are to be, and the write is answered as given. */
export function answerWrites(stage: WriteStage, effect: Effect, answer: Handler, count = 1): Handler {
  const { find, lock } = stage.parts;
  const isLater = createPageCheck();
  return (request) => {
    if (asksForRest(stage, request)) return answerLock(stage);
    if (isFor(find, request)) return answerFind(stage, effect, { count: isLater(request) ? 0 : count });
    return isFor(lock, request) ? answerLock(stage) : answer(request);
  };
}

/** Where a description tells no more of a record than what it is found by, nothing would be left to change. */
function withChange(write: HttpWrite, effect: Effect): Effect {
  const matched = new Set(listMatchFields(write, effect));
  const isFound = Object.keys(effect.body).every((name) => matched.has(name));
  return isFound && matched.size > 0 ? { ...effect, body: { ...effect.body, changed: 'by the suite' } } : effect;
}

/** Where the system recognises records by fields of theirs, whichever these are. */
function nameMatchFields(write: HttpWrite, effect: Effect): string[] {
  const found = listMatchFields(write, effect);
  if (found.length > 0) return found;
  const [first = 'id'] = Object.keys(effect.body);
  return [first];
}

/** Fields of the record that its look-up asks for; any one where it asks for all records and picks among them. */
function listMatchFields({ idempotency }: HttpWrite, { body }: Effect): string[] {
  if (idempotency.kind !== 'find') return [];
  const { path, query, bodyFields = {} } = idempotency.request;
  const texts = [path, ...Object.values(query), ...Object.values(bodyFields)];
  const holes = texts.flatMap((text) => listHoles(parseTemplate(text)));
  const asked = holes.filter((name) => !name.startsWith('config.') && !name.startsWith('$'));
  return asked.length > 0 ? asked : Object.keys(body).slice(0, 1);
}

/**
 * The record as the vendor has it: nothing where it is to be created, else with a field that the write will change.
 *
 * @param given.identity The field that it is known by, of a look-up that picks it from a list instead of asking for it.
 * @param given.count How many records are alike in what they are found by.
 */
export function answerFind(
  { write, operation, parts, contract }: WriteStage,
  effect: Effect,
  { identity, count = 1 }: { identity?: string; count?: number } = {},
): MockAnswer {
  const { idempotency } = write;
  const { recordsPath: path = '$', lift: [within] = [], unwrap } = idempotency.kind === 'find' ? idempotency : {};
  const idPath = nameIdPath(write);
  const document = sampleResult(parts.find && { contract, operation: parts.find });
  const fields = [...new Set([...listMatchFields(write, effect), ...(identity === undefined ? [] : [identity])])];
  const matched = fields.reduce<Json>(
    (found, field) =>
      placeAt(found, toPlace(field, idPath, { within, unwrap }), compileReader(field)(effect.body) ?? null),
    {},
  );
  // Where the vendor has no other id, the field that it is found by is the id.
  const withId = (index: number): Json =>
    fields.includes(idPath) ? matched : placeAt(matched, idPath, Number(sampleId) + index);
  const found = operation === 'create' ? [] : Array.from({ length: count }, (_, index) => withId(index));
  return encode(parts.find, placeAt(endPages(document, idempotency), path, found));
}

/** Tells further pages of a look-up, which have no more records, from its first one, which may be asked for again. */
export function createPageCheck(): (request: JudgedRequest) => boolean {
  let first: string | undefined;
  return ({ url, body }) => {
    const place = `${url.href} ${JSON.stringify(body)}`;
    first ??= place;
    return place !== first;
  };
}

/** Where a record that a look-up found holds its id. */
function nameIdPath({ idempotency, targetIdPath = 'id' }: HttpWrite): string {
  return (idempotency.kind === 'find' ? idempotency.idPath : undefined) ?? targetIdPath;
}

/** Whether the vendor has no other id of a record than what it is found by: there is one with it at most. */
export function isFoundById(write: HttpWrite, effect: Effect): boolean {
  return listMatchFields(write, effect).includes(nameIdPath(write));
}

/** The id stands beside the object that holds the other members, where the vendor has such; each may be one with its value. */
function toPlace(
  field: string,
  idPath: string,
  { within, unwrap }: { within: string | undefined; unwrap: string | undefined },
): string {
  if (field === idPath) return field;
  return [within, field, unwrap].filter((name) => name !== undefined).join('.');
}

/** An answer that has no page after it, in the places where the look-up's paging would find one. */
function endPages(document: Json, idempotency: HttpWrite['idempotency']): Json {
  const paginate = idempotency.kind === 'find' ? idempotency.paginate : undefined;
  if (paginate === undefined || !('path' in paginate) || paginate.path === undefined) return document;
  return placeAt(document, paginate.path, null);
}

/** Where the look-up and what precedes a change ask for the same, the latter may say how. */
export function asksForRest({ write: { lock }, parts }: WriteStage, request: JudgedRequest): boolean {
  const asked = Object.entries(lock?.request.query ?? {});
  const isAsked = asked.length > 0 && asked.every(([name, value]) => request.url.searchParams.get(name) === value);
  return isAsked && isFor(parts.lock, request);
}

/** The record's version, wherever the definition looks for it. Of a record that is sent again, everything changes. */
export function answerLock({ write: { lock }, parts, contract }: WriteStage): MockAnswer {
  const sample = lock?.keepsRest !== undefined ? {} : sampleResult(parts.lock && { contract, operation: parts.lock });
  const document = lock?.recordPath === undefined ? sample : placeAt(sample, lock.recordPath, {});
  const path = lock?.path ?? '$';
  const hasVersion = compileReader(path)(document) !== undefined;
  const versioned = hasVersion ? document : placeAt(document, path, 'version');
  return { headers: { [lock?.header ?? 'etag']: '"version"' }, body: JSON.stringify(versioned) };
}

/** What the vendor answers to a write that it took. */
export function succeed({ write, parts, contract }: WriteStage, request: JudgedRequest): MockAnswer {
  const operation = isFor(parts.update, request) ? (parts.update ?? parts.request) : parts.request;
  const statuses = Object.keys(operation.responses).filter((code) => /^2\d\d$/.test(code));
  const status = Number(statuses[0] ?? 200);
  if (status === 204) return { status };
  const document = sampleResult({ contract, operation });
  // A sample lists what was refused as well: here, nothing was.
  const { refusals } = write;
  return { status, ...encode(operation, refusals === undefined ? document : placeAt(document, refusals.list, [])) };
}

/** An answer in the form that its description names. */
function encode(operation: ContractOperation | undefined, document: Json): { body: string } {
  const types = Object.values(operation?.responses ?? {}).flatMap(({ contentTypes }) => contentTypes);
  const isXml = types.length > 0 && types.every((type) => type.endsWith('xml'));
  const format = isXml ? ({ kind: 'xml', recordsPath: '$' } as const) : ({ kind: 'json' } as const);
  return { body: `${isXml ? '<?xml version="1.0"?>' : ''}${encodeDocument(format, document).toString()}` };
}

/** What the description has against what was sent. */
export function checkSent(stage: WriteStage): string | undefined {
  const { request: write, update, find, lock } = stage.parts;
  for (const request of stage.vendor.requests) {
    const operation = [find, lock, update].find((part) => isFor(part, request)) ?? write;
    const fault = findFault(stage, operation, request, listCredentialNames(stage.connector.auth));
    if (fault !== undefined) return fault;
  }
  return stage.vendor.requests.length === 0 ? 'It sent nothing.' : undefined;
}
