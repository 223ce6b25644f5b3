import type { JsonObject } from '../../core/json.ts';
import type { Script, ScriptExecutor, ScriptOutcome } from '../../core/scripts.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import { enrichRecords } from './enrich-records.ts';
import { RunFailedError } from '../errors.ts';
import { fail, leaveOut, type PreparedPage, type PreparePorts, type Subject } from './page.ts';
import type { Plan } from '../plan.ts';

/** A record that the filter does not leave out. */
export interface Filtered {
  record: JsonObject;
  /** Why the filter cannot decide on it. */
  problem: RecordProblem | undefined;
}

/** The same with its key, where it has one. */
export interface Keyed<Key> extends Filtered {
  sourceKey: Key;
}

/** Takes out what the filter leaves out, which is counted. */
export function filterRecords(plan: Plan, records: readonly JsonObject[], prepared: PreparedPage): Filtered[] {
  return records.flatMap((record): Filtered[] => {
    const kept = plan.keeps(record);
    if (kept !== false) return [{ record, problem: kept === true ? undefined : kept }];
    leaveOut(prepared);
    return [];
  });
}

/**
 * Takes the filtered records of a page through enrichment and script; those that go no further are counted.
 *
 * @throws {RunFailedError} when the script can process no record. @throws {ScriptRunnerError} @throws {ConnectorError}
 */
export async function transformRecords<Key extends string | undefined>(
  plan: Plan,
  ports: PreparePorts,
  records: readonly Keyed<Key>[],
  prepared: PreparedPage,
  signal: AbortSignal,
): Promise<Subject<Key>[]> {
  const kept = records.filter((keyed) => isDecided(keyed, prepared));
  const enriched = await enrich(plan, ports, kept, prepared, signal);
  return plan.script === undefined ? enriched : runScript(plan.script, ports.scripts, enriched, prepared, signal);
}

/** A record that the filter cannot decide on fails. */
function isDecided({ sourceKey, record, problem }: Keyed<string | undefined>, prepared: PreparedPage): boolean {
  if (problem !== undefined) fail(prepared, { sourceKey, field: undefined, ...problem, record });
  return problem === undefined;
}

/** Completes records; one that has to be complete and is not fails. */
async function enrich<Key extends string | undefined>(
  plan: Plan,
  { searched = [] }: PreparePorts,
  kept: readonly Keyed<Key>[],
  prepared: PreparedPage,
  signal: AbortSignal,
): Promise<Subject<Key>[]> {
  if (plan.enrich === undefined || kept.length === 0) {
    return kept.map(({ sourceKey, record }) => ({ sourceKey, record, input: record }));
  }
  const records = kept.map(({ record }) => record);
  const completed = await enrichRecords(plan.enrich, searched, records, signal);
  return kept.flatMap(({ sourceKey, record }, index) => {
    const result = completed[index];
    if (result?.unresolved === true && sourceKey !== undefined) prepared.unresolved?.add(sourceKey);
    if (result?.ok === true) return [{ sourceKey, record, input: result.value }];
    const isHeld = result?.unresolved === true && sourceKey !== undefined && prepared.held !== undefined;
    if (isHeld) prepared.held?.push({ sourceKey, record, counted: false });
    else if (result !== undefined) fail(prepared, { sourceKey, field: undefined, ...result.problem, record });
    return [];
  });
}

async function runScript<Key extends string | undefined>(
  script: Script,
  scripts: ScriptExecutor | undefined,
  subjects: readonly Subject<Key>[],
  prepared: PreparedPage,
  signal: AbortSignal,
): Promise<Subject<Key>[]> {
  if (subjects.length === 0) return [];
  if (scripts === undefined) throw new Error('The plan has a script, and nothing is there to run it.');
  const entries = subjects.map(({ sourceKey, input }) => ({ key: sourceKey ?? '', record: input }));
  const answer = await scripts.run(script, entries, signal);
  if (!answer.ok) throw new RunFailedError('script_failed', answer.message);
  return subjects.flatMap((subject, index) => takeOutcome(subject, answer.outcomes[index], prepared));
}

/** @returns nothing for a record that goes no further. */
function takeOutcome<Key extends string | undefined>(
  subject: Subject<Key>,
  outcome: ScriptOutcome | undefined,
  prepared: PreparedPage,
): Subject<Key>[] {
  const { sourceKey, record } = subject;
  switch (outcome?.outcome) {
    case 'record':
      return [{ ...subject, input: outcome.record }];
    case 'filtered':
      leaveOut(prepared);
      return [];
    case 'failed':
      fail(prepared, { sourceKey, code: 'script_failed', field: undefined, message: outcome.message, record });
      return [];
    case undefined:
      throw new Error('The script gave no outcome for a record.');
  }
}
