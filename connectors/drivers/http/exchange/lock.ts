import { isJsonObject, type Json, type JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { Fault } from '../../../kit/fault.ts';
import type { HttpWrite } from '../../../kit/http/operations.ts';
import { readDocument } from '../../shared/decode/document.ts';
import { holds, type HttpAnswer } from './interpret.ts';

type Lock = NonNullable<HttpWrite['lock']>;

/** What is read of a record before its change. @see lockSchema */
export interface LockValue {
  /** The version that the change names. */
  version?: { member: string | undefined; value: Json } | undefined;
  /** The record, where the change has to keep what it does not give. */
  record?: JsonObject | undefined;
}

/** Reads what a change needs of its record; `undefined` if there is no record, or the response has no version. */
export function interpretLock(lock: Lock, answer: HttpAnswer): LockValue | { fault: Fault } | undefined {
  if (answer.fault?.kind === 'not_found') return undefined;
  if (answer.fault !== undefined) return { fault: answer.fault };
  const { header, path, member, next, keepsRest, recordPath, shape } = lock;
  const isRead = path !== undefined || keepsRest !== undefined;
  const document = isRead ? (answer.document ?? readDocument(answer.body)) : undefined;
  const record = keepsRest && (recordPath === undefined ? document : compileReader(recordPath)(document ?? null));
  if (keepsRest !== undefined && !isJsonObject(record)) return { fault: notRead };
  const kept = isJsonObject(record) ? { record: shape === undefined ? record : shape(record) } : undefined;
  if (header === undefined && path === undefined) return kept;
  const value = header === undefined ? compileReader(path ?? '$')(document ?? null) : answer.headers[header];
  if (value === undefined || value === null) return kept;
  return { ...kept, version: { member, value: next === true ? Number(value) + 1 : value } };
}

const notRead: Fault = { kind: 'schema_drift', message: 'The response has no record.' };

/** The body of a change together with what it would take away. What is null has nothing to lose, and may not be taken. */
export function withRest(body: JsonObject, { keepsRest, keepsWithin }: Partial<Lock>, record: JsonObject): JsonObject {
  const names = keepsRest ?? [];
  const rest = Object.entries(record).filter(
    ([name, value]) => value !== null && (names === true || names.includes(name)),
  );
  return Object.fromEntries([...rest, ...Object.entries(withInner(body, keepsWithin, record))]);
}

/** Whether the record is already as the change would have it. */
export function isUnchanged(body: JsonObject, { keepsWithin }: Partial<Lock>, record: JsonObject): boolean {
  return holds(record, withInner(body, keepsWithin, record));
}

function withInner(body: JsonObject, names: readonly string[] = [], record: JsonObject): JsonObject {
  const given = Object.entries(body).map(([name, value]): [string, Json] => {
    const inner = record[name];
    const isKept = names.includes(name) && isJsonObject(value) && isJsonObject(inner);
    return [name, isKept ? Object.fromEntries([...Object.entries(inner), ...Object.entries(value)]) : value];
  });
  return Object.fromEntries(given);
}
