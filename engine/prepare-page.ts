import { type Counters, noCounters } from '../core/pure/counters.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { RecordSource } from '../core/records.ts';
import { hashRecord } from './hash.ts';
import type { Plan } from './plan.ts';
import type { DeadLetter } from './ports.ts';

/** A page read, filtered and mapped: everything that needs no look at the ledger. */
export interface PreparedPage {
  next: Json | undefined;
  bytes: number;
  candidates: Candidate[];
  /** Records that cannot be mapped. */
  deadLetters: DeadLetter[];
  /** What the page counts for, apart from its candidates. */
  counters: Counters;
}

/** A record that wants to be in the target. */
export interface Candidate {
  sourceKey: string;
  hash: string;
  body: JsonObject;
  /** As read: kept with its dead letter if the target refuses it. */
  record: JsonObject;
}

export async function preparePage(
  plan: Plan,
  source: RecordSource,
  cursor: Json,
  signal: AbortSignal,
): Promise<PreparedPage> {
  const page = await source.readPage(cursor, signal);
  const prepared: PreparedPage = {
    next: page.next,
    bytes: page.bytes,
    candidates: [],
    deadLetters: [],
    counters: { ...noCounters, read: 0 },
  };
  for (const [sourceKey, record] of lastByKey(plan, page.records, prepared))
    mapRecord(plan, sourceKey, record, prepared);
  return prepared;
}

/** The last record of each key; the earlier ones count as deduplicated, those without a key as failed. */
function lastByKey(plan: Plan, records: readonly JsonObject[], prepared: PreparedPage): Map<string, JsonObject> {
  const byKey = new Map<string, JsonObject>();
  const { counters } = prepared;
  for (const record of records) {
    const key = plan.readKey(record);
    if (key.ok) {
      byKey.set(key.key, record);
    } else if (plan.keeps(record) !== false) {
      counters.read += 1;
      counters.failed += 1;
      prepared.deadLetters.push({ sourceKey: undefined, field: undefined, ...key.problem, record });
    } else {
      counters.read += 1;
      counters.skipped += 1;
    }
  }
  counters.deduplicated = records.length - counters.read - byKey.size;
  counters.read += counters.deduplicated;
  return byKey;
}

function mapRecord(plan: Plan, sourceKey: string, record: JsonObject, prepared: PreparedPage): void {
  const { counters } = prepared;
  const kept = plan.keeps(record);
  if (kept === false) {
    counters.read += 1;
    counters.skipped += 1;
    return;
  }
  const mapped = kept === true ? plan.map(record) : ({ ok: false, problem: kept } as const);
  if (mapped.ok) {
    prepared.candidates.push({ sourceKey, hash: hashRecord(mapped.value), body: mapped.value, record });
  } else {
    counters.read += 1;
    counters.failed += 1;
    prepared.deadLetters.push({ sourceKey, field: undefined, ...mapped.problem, record });
  }
}
