import type { JsonObject } from '../../core/json.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import type { Plan } from '../plan.ts';
import type { FilterStage } from './filter.ts';
import { fail, type PreparedPage } from './page.ts';
import { findStage, type Stage } from './stage.ts';
import { runStages, type StageWork, type Subject } from './stage-base.ts';
import type { ValidateStage } from './validate.ts';

/** Stages that look at records before it is known which of several with one key counts. */
export function judgesRecords(stage: Stage): stage is FilterStage | ValidateStage {
  return stage.kind === 'filter' || (stage.kind === 'validate' && stage.of === 'source');
}

/** Whether a run takes a record on: a problem where the filter cannot decide, or the record is not valid. */
export function judgeRecord({ stages }: Pick<Plan, 'stages'>, record: JsonObject): boolean | RecordProblem {
  for (const stage of stages) {
    if (!judgesRecords(stage)) continue;
    const judged = stage.kind === 'filter' ? stage.keeps(record) : (stage.validate(record) ?? true);
    if (judged !== true) return judged;
  }
  return true;
}

/** Filters and checks the records of a page, and finds out what they are known by. Those that go no further are counted. */
export async function identifyRecords(
  plan: Plan,
  records: readonly JsonObject[],
  work: StageWork,
): Promise<readonly Subject[]> {
  const read = records.map((record): Subject => ({ sourceKey: undefined, record, input: record, problem: undefined }));
  const kept = await runStages(plan.stages.filter(judgesRecords), read, work);
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
      subject.sourceKey = key.key;
      byKey.set(key.key, subject);
      identified += 1;
    } else fail(page, { sourceKey: undefined, field: undefined, ...key.problem, record });
  }
  page.counters.deduplicated = identified - byKey.size;
  page.counters.read += page.counters.deduplicated;
  return [...byKey.values()];
}
