import { type Counters, noCounters } from '../core/pure/counters.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { RecordSource } from '../core/records.ts';
import type { ScriptExecutor, ScriptOutcome } from '../core/scripts.ts';
import { RunFailedError } from './errors.ts';
import { hashRecord } from './hash.ts';
import type { Plan } from './plan.ts';
import type { DeadLetter } from './ports.ts';

/** A page read, filtered and mapped: everything that needs no look at the ledger. */
export interface PreparedPage {
  next: Json | undefined;
  watermark: Json | undefined;
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
  ports: { source: RecordSource; scripts?: ScriptExecutor | undefined },
  cursor: Json,
  signal: AbortSignal,
): Promise<PreparedPage> {
  const page = await ports.source.readPage(cursor, signal);
  const prepared: PreparedPage = {
    next: page.next,
    watermark: page.watermark,
    bytes: page.bytes,
    candidates: [],
    deadLetters: [],
    counters: { ...noCounters, read: 0 },
  };
  const kept = [...lastByKey(plan, page.records, prepared)].filter(([key, record]) =>
    keep(plan, key, record, prepared),
  );
  if (plan.script === undefined) {
    for (const [sourceKey, record] of kept) mapRecord(plan, { sourceKey, record, input: record }, prepared);
    return prepared;
  }
  const outcomes = await runScript(plan, ports.scripts, kept, signal);
  for (const [index, [sourceKey, record]] of kept.entries())
    takeOutcome(plan, { sourceKey, record, outcome: outcomes[index] }, prepared);
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
    } else {
      const kept = plan.keeps(record);
      if (kept === false) leaveOut(counters);
      else fail(prepared, { sourceKey: undefined, field: undefined, ...key.problem, record });
    }
  }
  counters.deduplicated = records.length - counters.read - byKey.size;
  counters.read += counters.deduplicated;
  return byKey;
}

/** Tells whether the filter keeps a record; one that it cannot decide on fails. */
function keep(plan: Plan, sourceKey: string, record: JsonObject, prepared: PreparedPage): boolean {
  const kept = plan.keeps(record);
  if (kept === true) return true;
  if (kept === false) leaveOut(prepared.counters);
  else fail(prepared, { sourceKey, field: undefined, ...kept, record });
  return false;
}

function leaveOut(counters: Counters): void {
  counters.read += 1;
  counters.skipped += 1;
}

/** @throws {RunFailedError} when the script can process no record. @throws {ScriptRunnerError} */
async function runScript(
  { script }: Plan,
  scripts: ScriptExecutor | undefined,
  kept: readonly [string, JsonObject][],
  signal: AbortSignal,
): Promise<readonly ScriptOutcome[]> {
  if (script === undefined || kept.length === 0) return [];
  if (scripts === undefined) throw new Error('The plan has a script, and nothing is there to run it.');
  const entries = kept.map(([key, record]) => ({ key, record }));
  const answer = await scripts.run(script, entries, signal);
  if (!answer.ok) throw new RunFailedError('script_failed', answer.message);
  return answer.outcomes;
}

function takeOutcome(
  plan: Plan,
  { sourceKey, record, outcome }: { sourceKey: string; record: JsonObject; outcome: ScriptOutcome | undefined },
  prepared: PreparedPage,
): void {
  switch (outcome?.outcome) {
    case 'record':
      mapRecord(plan, { sourceKey, record, input: outcome.record }, prepared);
      return;
    case 'filtered':
      leaveOut(prepared.counters);
      return;
    case 'failed':
      fail(prepared, { sourceKey, code: 'script_failed', field: undefined, message: outcome.message, record });
      return;
    case undefined:
      throw new Error('The script gave no outcome for a record.');
  }
}

/** @param subject.input What the mapping reads: the record, or what a script made of it. */
function mapRecord(
  plan: Plan,
  { sourceKey, record, input }: { sourceKey: string; record: JsonObject; input: JsonObject },
  prepared: PreparedPage,
): void {
  const mapped = plan.map(input);
  if (mapped.ok) {
    // A field of first writes only is no reason for a later one.
    const compared = plan.narrow?.(mapped.value, 'update') ?? mapped.value;
    prepared.candidates.push({ sourceKey, hash: hashRecord(compared), body: mapped.value, record });
  } else {
    fail(prepared, { sourceKey, field: undefined, ...mapped.problem, record });
  }
}

function fail({ counters, deadLetters }: PreparedPage, letter: DeadLetter): void {
  counters.read += 1;
  counters.failed += 1;
  deadLetters.push(letter);
}
