import { catchFault } from '../../shared/catch-fault.ts';
import { connectorErrorKinds } from '../../../../core/connector-error.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { compileReader, type Reader } from '../../../../core/path-readers.ts';
import type { Effect, EffectResult, FindResult } from '../../../../core/records.ts';
import { type AnswerCondition, fitsAnswer } from '../../../kit/http/answer-condition.ts';
import { decodeBody } from '../../shared/decode/body.ts';
import { decodeDocument, readDocument } from '../../shared/decode/document.ts';
import { pickRecords } from '../../shared/decode/json.ts';
import { requireRoomForRecords } from '../../../kit/memory-room.ts';
import { asksForValue } from '../../../kit/http/names-record.ts';
import { extractRecords } from '../../../kit/http/extract.ts';
import { addNames, toIdsByName } from '../../../kit/http/member-names.ts';
import { type Fault, FaultError } from '../../../kit/fault.ts';
import type { HttpPages, HttpWrite, RequestTemplate } from '../../../kit/http/operations.ts';
import { findChanges } from './incremental.ts';
import { findNextPage } from './next-page.ts';
import { isStorable, toPlainText } from '../../../kit/type-guards.ts';
import { readPageCursor, writePageCursor } from './page-cursor.ts';
import type { ResponseHeaders } from '../../../kit/http/rate-signals.ts';
import { listHoles, parseTemplate } from '../../../kit/template.ts';
import { shortenMessage } from '../../../kit/http/vendor-message.ts';
import { messages } from '../../../../core/messages.ts';

/** A response that was read completely. */
export interface HttpAnswer {
  status: number;
  headers: ResponseHeaders;
  body: Buffer;
  /** The address that responded. */
  url: string;
  /** The fault by the connector's error rules. Absent for a result. */
  fault: Fault | undefined;
  /** The parsed body, if it was needed to detect a fault. */
  document?: Json | undefined;
}

/** How many bytes of an error response are examined. */
export const judgedBytesMax = 64 * 1024;

export type InterpretedPage =
  | {
      records: JsonObject[];
      next: Json | undefined;
      /** The watermark once this page is processed. */
      watermark?: Json | undefined;
      /** The call only prepared the pages; the first page is still to be read. */
      opened?: true;
    }
  | { fault: Fault };

/** Reads records and the next cursor out of a page. Pure. */
export function interpretPage(
  read: HttpPages,
  answer: HttpAnswer,
  cursor: Json,
  isAllowed: (url: URL) => boolean,
): InterpretedPage {
  const { url, headers, status, fault } = answer;
  // Nothing changed.
  if (status === 304 && read.incremental?.kind === 'etag') return { records: [], next: undefined };
  // There is nothing after the last record.
  if (status === 416 && read.paginate.kind === 'range_header') return { records: [], next: undefined };
  if (fault !== undefined && isEmpty(read, answer, cursor)) return { records: [], next: undefined };
  if (fault !== undefined) return { fault: isExpired(read, answer, cursor) ? { ...fault, ...expired } : fault };
  if (read.open !== undefined && readPageCursor(cursor).opened === undefined)
    return interpretOpening(read.open, cursor, answer);
  if (status === 204) return { records: [], next: undefined };
  return catchFault(() => {
    const { records: elements, document } = decodeBody(answer.body, read.format, answer.document);
    requireRoomForRecords(elements.length);
    const found = findNextPage(read.paginate, cursor, { url, headers, document, records: elements, isAllowed });
    if ('fault' in found) return found;
    const extracted = read.extract === undefined ? elements : extractRecords(elements, read.extract);
    const records = nameMembers(extracted, document ?? null, read.memberNames);
    const shaped = read.shape === undefined ? records : records.map(read.shape);
    if (read.incremental === undefined) return { records: shaped, next: found.next };
    const facts = { cursor, next: found.next, headers, document, records: elements };
    return { records: shaped, ...findChanges(read.incremental, facts) };
  });
}

function nameMembers(records: JsonObject[], document: Json, names: HttpPages['memberNames']): JsonObject[] {
  if (names === undefined) return records;
  const ids = toIdsByName(compileReader(names.path)(document), names.idPrefix);
  return records.map((record) => addNames(record, names.at, ids));
}

/** The fault for an expired cursor. A page without a cursor cannot expire. */
function isExpired({ expired: when }: HttpPages, answer: HttpAnswer, cursor: Json): boolean {
  const { at, opened, since } = readPageCursor(cursor);
  if (at === undefined && opened === undefined && since === undefined) return false;
  if (answer.status === 410) return true;
  return when !== undefined && fitsRefusal(when, answer);
}

/** Only the first page can say that there is nothing: later ones were promised. */
function isEmpty({ empty: when }: HttpPages, answer: HttpAnswer, cursor: Json): boolean {
  return when !== undefined && readPageCursor(cursor).at === undefined && fitsRefusal(when, answer);
}

function fitsRefusal(when: AnswerCondition, answer: HttpAnswer): boolean {
  const text = answer.body.toString('utf8', 0, judgedBytesMax);
  return fitsAnswer(when, { ...answer, text, readDocument: () => readDocument(answer.body) });
}

const expired: Fault = {
  kind: 'cursor_expired',
  message: messages.cursorInvalid,
};

function interpretOpening({ path }: NonNullable<HttpPages['open']>, cursor: Json, answer: HttpAnswer): InterpretedPage {
  const opened = compileReader(path)(answer.document ?? readDocument(answer.body) ?? null);
  if (opened === undefined || opened === null || opened === '') return { fault: notOpened };
  return { records: [], next: writePageCursor({ ...readPageCursor(cursor), opened }), opened: true };
}

const notOpened: Fault = { kind: 'schema_drift', message: 'The response lacks the next-page information.' };

export type InterpretedWrite =
  | { result: EffectResult }
  /** The failure concerns more than this record, so the rest of the batch is not sent. */
  | { fault: Fault; result: EffectResult };

/** Reads the outcome of one effect from its response. Pure. */
export function interpretWrite(
  write: HttpWrite,
  effect: Effect,
  usedUpdate: boolean,
  answer: HttpAnswer,
): InterpretedWrite {
  if (answer.fault !== undefined) {
    if (write.already !== undefined && fitsRefusal(write.already, answer))
      return { result: { outcome: effect.operation === 'delete' ? 'deleted' : 'unchanged' } };
    return interpretRefusal(write, effect, usedUpdate, { ...answer, fault: answer.fault });
  }
  const refusal = write.refusals === undefined ? undefined : readRefusal(write.refusals, answer);
  if (refusal !== undefined) return { result: refusal };
  const outcome = outcomeOf(effect, usedUpdate, answer.status);
  if (write.targetIdPath === undefined || usedUpdate) return { result: { outcome } };
  const id = readTargetId(write.targetIdPath, answer) ?? (write.targetIdIn && readLocation(answer));
  return { result: id === undefined ? { outcome } : { outcome, targetId: id } };
}

/** The first error that a successful response lists. `undefined` if it lists none. */
function readRefusal(where: NonNullable<HttpWrite['refusals']>, answer: HttpAnswer): EffectResult | undefined {
  const list = compileReader(where.list)(answer.document ?? readDocument(answer.body) ?? null);
  const [first] = Array.isArray(list) ? list : [];
  if (first === undefined) return undefined;
  const field = where.field === undefined ? undefined : compileReader(where.field)(first);
  const message = shortenMessage(toPlainText(compileReader(where.message)(first)));
  const at = Array.isArray(field) ? field.map(toPlainText).join('.') : toPlainText(field);
  return { outcome: 'rejected', code: 'validation', message, ...(at === '' ? {} : { field: at }) };
}

/** What a success means for the record. */
export function outcomeOf(
  { operation }: Effect,
  usedUpdate: boolean,
  status: number,
): 'created' | 'updated' | 'written' | 'deleted' {
  if (operation === 'delete') return 'deleted';
  if (operation === 'create' || status === 201) return 'created';
  return operation === 'update' || usedUpdate ? 'updated' : 'written';
}

/** A missing id does not fail the write, which was executed: later writes look the record up. */
function readTargetId(path: string, answer: HttpAnswer): string | undefined {
  const document = answer.document ?? readDocument(answer.body);
  return document === undefined ? undefined : readId(path, document);
}

/** The last part of the address of what was created. */
function readLocation({ headers: { location }, url }: HttpAnswer): string | undefined {
  const [last = ''] = URL.parse(toPlainText(location), url)?.pathname.split('/').slice(-1) ?? [];
  return readId('$', decodePart(last)) || undefined;
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Maximum length that fits into an index of the database. */
const idLengthMax = 600;

/** Converts an id to text. Returns `undefined` for one that cannot be stored, because it could not be found again. */
export function readId(path: string, value: Json): string | undefined {
  const id = compileReader(path)(value);
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id.length <= idLengthMax && isStorable(id) ? id : undefined;
}

function interpretRefusal(
  write: HttpWrite,
  effect: Effect,
  usedUpdate: boolean,
  { fault, status }: HttpAnswer & { fault: Fault },
): InterpretedWrite {
  if (effect.operation === 'delete' && fault.kind === 'not_found') return { result: { outcome: 'deleted' } };
  if (isRecordsOwn(write, usedUpdate, fault)) return { result: toRejection(fault) };
  if (connectorErrorKinds[fault.kind].applied === 'no') return { fault, result: { outcome: 'not_sent' } };
  return { fault, result: { outcome: 'in_doubt', ...(isOfGateway(status) ? {} : { over: true }) } };
}

/** Responses of proxies, behind which the system may still be working: 408, 502 to 504, and Cloudflare's 520 to 527. */
function isOfGateway(status: number): boolean {
  return status === 408 || (status >= 502 && status <= 504) || (status >= 520 && status <= 527);
}

/** True for a refusal that concerns only this record. */
function isRecordsOwn(write: HttpWrite, usedUpdate: boolean, fault: Fault): boolean {
  if (fault.kind === 'validation' || fault.kind === 'conflict') return true;
  // Where every record goes to the same address, that address is wrong for all of them.
  const { path, bodyFields = {} } = usedUpdate && write.update !== undefined ? write.update : write.request;
  if (fault.kind !== 'not_found') return false;
  const isNamed = Object.values(bodyFields).includes('{$target_id}');
  return isNamed || listHoles(parseTemplate(path)).some((name) => !name.startsWith('config.'));
}

export function toRejection(fault: Fault): Extract<EffectResult, { outcome: 'rejected' }> {
  const field = fault.fields?.[0]?.field;
  return { outcome: 'rejected', code: fault.kind, message: fault.vendorMessage ?? fault.message, field };
}

/** A record that a look-up found. */
export interface FoundRecord {
  result: Extract<FindResult, { found: true }>;
  /** Tells it from other records with the same match values: its id, or all of it where the system gives none. */
  identity: string;
}

export type InterpretedFind =
  | {
      /** Every record of the page with the match values. */
      found: readonly FoundRecord[];
      /** The next page to search. */
      next?: Json | undefined;
      /** The page has records that differ in case only, which may be it or not. */
      isUnclear?: true;
    }
  | { fault: Fault };

/** The page of a lookup that a response contains, and whether there are more. */
export interface FindPlace {
  cursor: Json;
  isAllowed(url: URL): boolean;
}

/** Determines from the response of a lookup which records the effect's may be. Pure. */
export function interpretFind(
  write: HttpWrite,
  effect: Effect,
  matchOn: readonly Reader[],
  answer: HttpAnswer,
  place: FindPlace,
): InterpretedFind {
  const { fault, status } = answer;
  if (status === 204 || (fault !== undefined && saysAbsent(write, fault))) return { found: [] };
  if (fault !== undefined) return { fault: explainNotFound(fault) };
  return catchFault(() => {
    const document = answer.document ?? decodeDocument(answer.body);
    const further = findFurther(write, answer, document, place);
    if ('fault' in further) return further;
    const picked = findRecords(write, effect, matchOn, document);
    if (picked === 'unclear') return { ...further, found: [], isUnclear: true };
    return { ...further, found: picked.map((candidate) => toFound(write, effect, candidate)) };
  });
}

function toFound(
  { idempotency, targetIdPath }: HttpWrite,
  effect: Effect,
  { element, record }: Candidate,
): FoundRecord {
  const idPath = (idempotency.kind === 'find' ? idempotency.idPath : undefined) ?? targetIdPath;
  const targetId = idPath === undefined ? undefined : readId(idPath, element);
  return {
    result: { found: true, targetId, matchesBody: holds(record, effect.body) },
    identity: targetId === undefined ? canonicalJson(element) : `id ${targetId}`,
  };
}

function saysAbsent({ idempotency }: HttpWrite, { kind }: Fault): boolean {
  // If an address can be written but not read, the only option is to write again.
  if (idempotency.kind === 'put_by_key') return kind === 'not_found' || kind === 'unsupported';
  return kind === 'not_found' && idempotency.kind === 'find' && idempotency.notFoundIsAbsent === true;
}

/** Explains "not found" in response to a search. Other faults are unchanged. */
export function explainNotFound(fault: Fault): Fault {
  if (fault.kind !== 'not_found') return fault;
  const message =
    'The search for records was answered with "not found", which does not say whether the record exists: check the address and what the connection may see.';
  return { ...fault, message };
}

/** The record, or another one with its match values, may be on a later page of the lookup. */
function findFurther(
  { idempotency }: HttpWrite,
  { url, headers }: HttpAnswer,
  document: Json,
  { cursor, isAllowed }: FindPlace,
): { next?: Json | undefined } | { fault: Fault } {
  if (idempotency.kind !== 'find' || idempotency.paginate === undefined) return {};
  const { paginate, recordsPath, optional } = idempotency;
  const records = pickRecords(document, { recordsPath, optional });
  const further = findNextPage(paginate, cursor, { url, headers, document, records, isAllowed });
  return 'fault' in further ? further : { next: further.next };
}

/** A record that a look-up gave: as the system has it, and as it is compared. */
interface Candidate {
  element: JsonObject;
  record: JsonObject;
}

/** All of them: which of several equal ones is meant, nobody can tell. */
function findRecords(
  { idempotency }: HttpWrite,
  effect: Effect,
  matchOn: readonly Reader[],
  document: Json,
): readonly Candidate[] | 'unclear' {
  if (idempotency.kind === 'put_by_key') return isJsonObject(document) ? [{ element: document, record: document }] : [];
  if (idempotency.kind !== 'find') return [];
  const { recordsPath, optional, lift, unwrap, ignoresCase = false, ignoresUnknown } = idempotency;
  const asked = pickNamed(idempotency.request, effect.body);
  const candidates = pickRecords(document, { recordsPath, optional }).flatMap((element) =>
    extractRecords([element], { lift, unwrap }).map((record) => ({ element, record: { ...asked, ...record } })),
  );
  const lacks = ({ record }: Candidate): boolean => matchOn.some((read) => read(record) === undefined);
  if (ignoresUnknown === true && candidates.length > 0 && candidates.every(lacks)) throw new FaultError(unknownField);
  const like =
    (anyCase: boolean) =>
    ({ record }: Candidate) =>
      matchOn.every((read) => isSame(read(record), read(effect.body), anyCase));
  if (ignoresCase !== 'undocumented') return candidates.filter(like(ignoresCase));
  const exact = candidates.filter(like(false));
  if (exact.length > 0) return exact;
  const near = candidates.filter(like(true));
  // A list shows records of any name; the answer to one value says that the system takes them for the same.
  const isListed = idempotency.paginate !== undefined || !asksForValue(idempotency.request);
  return near.length > 1 || (near.length > 0 && isListed) ? 'unclear' : near;
}

const unknownField: Fault = { kind: 'config', message: messages.matchFieldUnknown };

/** What the address names, such as the parent in `/zones/{zone}/records`: its answers need not show it again. */
function pickNamed({ path }: RequestTemplate, body: JsonObject): JsonObject {
  return Object.fromEntries(
    listHoles(parseTemplate(path.split('?')[0] ?? '')).flatMap((name) => {
      const value = Object.hasOwn(body, name) ? body[name] : undefined;
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

/** Numbers and their texts are the same here: systems differ in how they write ids. */
function isSame(a: Json | undefined, b: Json | undefined, ignoresCase: boolean): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (typeof a === 'object' || typeof b === 'object') return canonicalJson(a) === canonicalJson(b);
  return ignoresCase ? String(a).toLowerCase() === String(b).toLowerCase() : String(a) === String(b);
}

/** True when the record has every field of the body with the same value. */
export function holds(record: JsonObject, body: JsonObject): boolean {
  return Object.entries(body).every(([name, value]) => canonicalJson(record[name] ?? null) === canonicalJson(value));
}
