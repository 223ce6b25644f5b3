import type { JsonObject } from '../../core/json.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import { toSameKey } from '../key-text.ts';
import type { Plan } from '../plan.ts';
import type { FilterStage } from './filter.ts';
import { fail, type PreparedPage } from './page.ts';
import { findStage, type Stage } from './stage.ts';
import { runStages, type StageWork, type Subject } from './stage-base.ts';
import type { ValidateStage } from './validate.ts';

/** Stages that look at records before it is known which of several with one key counts. */
function judgesRecords(stage: Stage): stage is FilterStage | ValidateStage {
  return stage.kind === 'filter' || (stage.kind === 'validate' && stage.of === 'source');
}

/** Stages that records go through before it is known what identifies them. */
export function precedesKeys(stage: Stage): boolean {
  return judgesRecords(stage) || stage.kind === 'flatten';
}

/** Whether a run takes a record on: a problem where the filter cannot decide, or the record is not valid. */
export function judgeRecord({ stages }: Pick<Plan, 'stages'>, record: JsonObject): boolean | RecordProblem {
  if (isElement({ stages }, record)) return true;
  for (const stage of stages) {
    if (!judgesRecords(stage)) continue;
    const judged = stage.kind === 'filter' ? stage.keeps(record) : (stage.validate(record) ?? true);
    if (judged !== true) return judged;
  }
  return true;
}

/** Whether the record was made of an element of a list, and judged, by an earlier run. */
function isElement(plan: Pick<Plan, 'stages'>, record: JsonObject): boolean {
  return findStage(plan, 'flatten')?.isElement(record) === true;
}

/**
 * The records that a run makes of one that it read: the elements of its list, where the source is flattened.
 *
 * One that goes no further is given as it is.
 */
export function splitRecord(plan: Pick<Plan, 'stages'>, record: JsonObject): readonly JsonObject[] {
  const flatten = findStage(plan, 'flatten');
  if (flatten === undefined || flatten.isElement(record) || judgeRecord(plan, record) !== true) return [record];
  const split = flatten.split(record);
  return split.ok && split.records.length > 0 ? split.records : [record];
}

/** Filters and checks the records of a page, and finds out what they are known by. Those that go no further are counted. */
export async function identifyRecords(
  plan: Plan,
  records: readonly JsonObject[],
  work: StageWork,
): Promise<readonly Subject[]> {
  const read = records.map((record): Subject => ({ sourceKey: undefined, record, input: record, problem: undefined }));
  const elements = read.filter(({ record }) => isElement(plan, record));
  const others = elements.length === 0 ? read : read.filter(({ record }) => !isElement(plan, record));
  const kept = [...elements, ...(await runStages(plan.stages.filter(precedesKeys), others, work))];
  const grouped = findStage(plan, 'aggregate') !== undefined;
  const identified = grouped ? readKeys(plan, kept) : lastByKey(plan, kept, work.page);
  return identified.filter(({ sourceKey, record, problem }) => {
    if (problem !== undefined) fail(work.page, { sourceKey, field: undefined, ...problem, record });
    return problem === undefined;
  });
}

/** Every record counts, also those whose key comes again: there is no telling them apart across pages. */
function readKeys(plan: Plan, subjects: readonly Subject[]): readonly Subject[] {
  for (const subject of subjects) {
    const key = plan.readKey(subject.record);
    if (key.ok) subject.sourceKey = key.key;
  }
  return subjects;
}

/**
 * The last record of each key; the earlier ones count as deduplicated, those without a key as failed.
 *
 * What the filter leaves out hides no other record: the source may have left it out before.
 */
function lastByKey(plan: Plan, subjects: readonly Subject[], page: PreparedPage): readonly Subject[] {
  const byKey = new Map<string, Subject>();
  let identified = 0;
  for (const subject of subjects) {
    const { record } = subject;
    const key = plan.readKey(record);
    if (key.ok) {
      const same = toSameKey(plan, key.key);
      subject.sourceKey = key.key;
      if (byKey.has(same)) page.repeated?.add(key.key);
      byKey.set(same, subject);
      identified += 1;
    } else fail(page, { sourceKey: undefined, field: undefined, ...key.problem, record });
  }
  const deduplicated = identified - byKey.size;
  page.counters.deduplicated += deduplicated;
  page.counters.read += deduplicated;
  return [...byKey.values()];
}
