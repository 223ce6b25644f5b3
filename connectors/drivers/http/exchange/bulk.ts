import { connectorErrorKinds } from '../../../../core/connector-error.ts';
import { canonicalJson, type Json, type JsonObject } from '../../../../core/json.ts';
import { compileReader } from '../../../../core/path-readers.ts';
import type { Effect, EffectResult } from '../../../../core/records.ts';
import { decodeDocument } from '../../shared/decode/document.ts';
import { faultOfStatus } from '../../../kit/http/error-rules.ts';
import type { Fault } from '../../../kit/fault.ts';
import type { Bulk, HttpWrite } from '../../../kit/http/operations.ts';
import { catchFault } from '../../shared/catch-fault.ts';
import { type HttpAnswer, outcomeOf, readId, toRejection } from './interpret.ts';
import { withMember, withoutMember } from './members.ts';
import { type Planned, planRequest, type PlanScope, type Read, recordReader } from './plan.ts';
import { renderValue } from './plan-body.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import { parseTemplate } from '../../../kit/template.ts';
import { shortenMessage } from '../../../kit/http/vendor-message.ts';

/** A write with what is known of its record in the target. */
export interface BulkEntry {
  effect: Effect;
  targetId: string | undefined;
}

/**
 * Splits entries into requests within the vendor's limits on number and size. An entry that exceeds the size alone is
 * sent alone.
 */
export function cutBatches<Entry extends BulkEntry>(entries: readonly Entry[], bulk: Bulk): Entry[][] {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = sizeOf(renderEntry(bulk, entry, 0));
    const batch = batches.at(-1);
    if (batch === undefined || batch.length >= bulk.itemsMax || bytes + size > bulk.bytesMax) {
      batches.push([entry]);
      bytes = size;
    } else {
      batch.push(entry);
      bytes += size;
    }
  }
  return batches;
}

function sizeOf(parts: readonly Json[]): number {
  return parts.reduce<number>((sum, part) => sum + Buffer.byteLength(JSON.stringify(part)) + 1, 0);
}

/** Plans the write of several records by one request. Pure. */
export function planBulk(bulk: Bulk, entries: readonly BulkEntry[], scope: PlanScope): Planned {
  const planned = planRequest(bulk.request, scope, () => undefined);
  if (!planned.ok) return planned;
  const { plan } = planned;
  const parts = entries.flatMap((entry, index) => renderEntry(bulk, entry, index));
  if (bulk.encoding === 'ndjson') {
    plan.headers['content-type'] ??= 'application/x-ndjson';
    plan.body = parts.map((part) => `${JSON.stringify(part)}\n`).join('');
  } else {
    plan.headers['content-type'] ??= 'application/json';
    const { body = {} } = bulk.request;
    plan.body = JSON.stringify(bulk.itemsPath === undefined ? parts : withMember(body, bulk.itemsPath, parts));
  }
  return planned;
}

/** The representation of one record in the body: one value, or two lines. */
function renderEntry({ item, action, omits = [] }: Bulk, { effect, targetId }: BulkEntry, index: number): Json[] {
  const body = omits.reduce(withoutMember, effect.body);
  const readerOf = (given: Effect): Read => {
    const readRecord = recordReader(given, targetId);
    return (name) => (name === '$index' ? String(index) : readRecord(name));
  };
  const own = item === undefined ? body : renderMembers(item, readerOf({ ...effect, body }));
  return action === undefined ? [own] : [renderMembers(action, readerOf(effect)), own];
}

function renderMembers(members: Readonly<Record<string, string>>, read: Read): JsonObject {
  return Object.entries(members).reduce<JsonObject>((object, [path, template]) => {
    const value = renderValue(parseTemplate(template), read);
    return value === undefined ? object : withMember(object, path, value);
  }, {});
}

export interface InterpretedBulk {
  /** One for each entry, in their order. */
  results: EffectResult[];
  /** Why some were not executed and may be sent again. */
  fault?: Fault | undefined;
}

/** Reads the outcome of each record from a response that is not a fault as a whole. Pure. */
export function interpretBulk(
  write: HttpWrite & { bulk: Bulk },
  entries: readonly BulkEntry[],
  answer: HttpAnswer,
): InterpretedBulk {
  const { results: where } = write.bulk;
  const found = catchFault(() => ({ list: compileReader(where.list)(answer.document ?? decodeDocument(answer.body)) }));
  const list = 'fault' in found ? undefined : found.list;
  // The request was executed, but the outcome of the individual records is unknown.
  if (!Array.isArray(list)) return { results: entries.map(() => ({ outcome: 'in_doubt' })), fault: unreadable };
  const byIndex = toIndexed(where, list, entries.length);
  let fault: Fault | undefined;
  const results = entries.map((entry, index): EffectResult => {
    const result = byIndex.get(String(index));
    if (result === undefined) {
      fault ??= unreadable;
      return { outcome: 'in_doubt' };
    }
    const judged = interpretEntry(write.bulk, entry, result);
    if (!('kind' in judged)) return judged;
    const own = judged.kind === 'validation' || judged.kind === 'conflict' || judged.kind === 'not_found';
    if (own) return toRejection(judged);
    fault ??= judged;
    return { outcome: connectorErrorKinds[judged.kind].applied === 'unknown' ? 'in_doubt' : 'not_sent' };
  });
  return { results, fault };
}

/**
 * The reported outcomes of each record, by its index in the request.
 *
 * A record that is reported twice has no certain outcome. If some records are not reported, it is also uncertain which
 * record an entry without an index belongs to.
 */
function toIndexed({ indexPath }: Bulk['results'], list: readonly Json[], count: number): Map<string, Json> {
  const results = new Map<string, Json>();
  if (indexPath === undefined && list.length !== count) return results;
  const doubtful = new Set<string>();
  for (const [place, entry] of list.entries()) {
    const index = indexPath === undefined ? String(place) : readId(indexPath, entry);
    if (index === undefined) continue;
    const before = results.get(index);
    if (before !== undefined && canonicalJson(before) !== canonicalJson(entry)) doubtful.add(index);
    results.set(index, entry);
  }
  for (const index of doubtful) results.delete(index);
  return results;
}

const unreadable: Fault = {
  kind: 'schema_drift',
  message: 'The response does not contain a result for each record.',
};

function interpretEntry({ results: where }: Bulk, { effect, targetId }: BulkEntry, result: Json): EffectResult | Fault {
  const status = where.statusPath === undefined ? undefined : Number(compileReader(where.statusPath)(result));
  const vendorMessage = where.messagePath === undefined ? '' : toPlainText(compileReader(where.messagePath)(result));
  const isRefused =
    where.okPath !== undefined
      ? toPlainText(compileReader(where.okPath)(result)) === 'false'
      : status === undefined && vendorMessage !== '';
  const fault = status === undefined ? undefined : faultOfStatus(status);
  if (fault?.kind === 'not_found' && effect.operation === 'delete') return { outcome: 'deleted' };
  if (fault !== undefined || isRefused) {
    const meant = fault ?? { kind: 'validation' as const, message: 'The system refused the record.' };
    return vendorMessage === '' ? meant : { ...meant, vendorMessage: shortenMessage(vendorMessage) };
  }
  const outcome = outcomeOf(effect, targetId !== undefined, status ?? 200);
  const id = (where.targetIdPath === undefined ? undefined : readId(where.targetIdPath, result)) ?? targetId;
  return id === undefined ? { outcome } : { outcome, targetId: id };
}
