import { type Counters, noCounters } from '../core/pure/counters.ts';
import type { Json, JsonObject } from '../core/json.ts';
import type { Script, ScriptExecutor, ScriptOutcome } from '../core/scripts.ts';
import { enrichRecords } from './enrich-records.ts';
import { RunFailedError } from './errors.ts';
import { hashRecord } from './hash.ts';
import type { Plan } from './plan.ts';
import type { DeadLetter } from './ports.ts';
import type { SegmentPorts } from './segment.ts';

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

/** What a page is read and worked on with. */
export type PreparePorts = Pick<SegmentPorts, 'source' | 'scripts' | 'searched'>;

/** A record on its way to the mapping. */
interface Subject {
  sourceKey: string;
  /** As read. */
  record: JsonObject;
  /** What the mapping reads: the record, completed, or what a script made of it. */
  input: JsonObject;
}

export async function preparePage(
  plan: Plan,
  ports: PreparePorts,
  cursor: Json,
  signal: AbortSignal,
): Promise<PreparedPage> {
  const page = await ports.source.readPage(cursor, signal);
  const prepared: PreparedPage = {
    next: page.next,
    bytes: page.bytes,
    candidates: [],
    deadLetters: [],
    counters: { ...noCounters, read: 0 },
  };
  const kept = [...lastByKey(plan, page.records, prepared)].filter(([key, record]) =>
    keep(plan, key, record, prepared),
  );
  const enriched = await enrich(plan, ports, kept, prepared, signal);
  const subjects =
    plan.script === undefined ? enriched : await runScript(plan.script, ports.scripts, enriched, prepared, signal);
  for (const subject of subjects) mapRecord(plan, subject, prepared);
  return prepared;
}

/** Completes records; one that has to be complete and is not fails. */
async function enrich(
  plan: Plan,
  { searched = [] }: PreparePorts,
  kept: readonly [string, JsonObject][],
  prepared: PreparedPage,
  signal: AbortSignal,
): Promise<Subject[]> {
  const subjects = kept.map(([sourceKey, record]) => ({ sourceKey, record, input: record }));
  if (plan.enrich === undefined || kept.length === 0) return subjects;
  const records = subjects.map(({ record }) => record);
  const completed = await enrichRecords(plan.enrich, searched, records, signal);
  return subjects.flatMap(({ sourceKey, record }, index) => {
    const result = completed[index];
    if (result?.ok === true) return [{ sourceKey, record, input: result.value }];
    if (result !== undefined) fail(prepared, { sourceKey, field: undefined, ...result.problem, record });
    return [];
  });
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
  script: Script,
  scripts: ScriptExecutor | undefined,
  subjects: readonly Subject[],
  prepared: PreparedPage,
  signal: AbortSignal,
): Promise<Subject[]> {
  if (subjects.length === 0) return [];
  if (scripts === undefined) throw new Error('The plan has a script, and nothing is there to run it.');
  const entries = subjects.map(({ sourceKey, input }) => ({ key: sourceKey, record: input }));
  const answer = await scripts.run(script, entries, signal);
  if (!answer.ok) throw new RunFailedError('script_failed', answer.message);
  return subjects.flatMap((subject, index) => takeOutcome(subject, answer.outcomes[index], prepared));
}

/** @returns nothing for a record that goes no further. */
function takeOutcome(subject: Subject, outcome: ScriptOutcome | undefined, prepared: PreparedPage): Subject[] {
  const { sourceKey, record } = subject;
  switch (outcome?.outcome) {
    case 'record':
      return [{ ...subject, input: outcome.record }];
    case 'filtered':
      leaveOut(prepared.counters);
      return [];
    case 'failed':
      fail(prepared, { sourceKey, code: 'script_failed', field: undefined, message: outcome.message, record });
      return [];
    case undefined:
      throw new Error('The script gave no outcome for a record.');
  }
}

function mapRecord(plan: Plan, { sourceKey, record, input }: Subject, prepared: PreparedPage): void {
  const mapped = plan.map(input);
  if (mapped.ok) {
    prepared.candidates.push({ sourceKey, hash: hashRecord(mapped.value), body: mapped.value, record });
  } else {
    fail(prepared, { sourceKey, field: undefined, ...mapped.problem, record });
  }
}

function fail({ counters, deadLetters }: PreparedPage, letter: DeadLetter): void {
  counters.read += 1;
  counters.failed += 1;
  deadLetters.push(letter);
}
