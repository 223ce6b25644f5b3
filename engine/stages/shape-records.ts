import type { JsonObject } from '../../core/json.ts';
import { hashRecord } from '../hash.ts';
import type { Plan } from '../plan.ts';
import { precedesKeys } from './identify-records.ts';
import type { PreparedPage } from './page.ts';
import { runStages, type StageWork, type Subject } from './stage-base.ts';

/** Takes identified records through the stages up to the barrier, where there is one, and to the ledger otherwise. */
export async function shapeRecords(plan: Plan, identified: readonly Subject[], work: StageWork): Promise<void> {
  const stages = plan.stages.filter((stage) => !precedesKeys(stage));
  const barrier = stages.findIndex(({ kind }) => kind === 'aggregate');
  const before = barrier === -1 ? stages : stages.slice(0, barrier + 1);
  takeCandidates(plan, await runStages(before, identified, work), work.page);
}

/** Takes the groups behind a barrier through the stages that are left. @param groups By their keys. */
export async function shapeGroups(
  plan: Plan,
  groups: readonly { key: string; record: JsonObject }[],
  work: StageWork,
): Promise<void> {
  const barrier = plan.stages.findIndex(({ kind }) => kind === 'aggregate');
  const subjects = groups.map(({ key, record }): Subject => ({ sourceKey: key, record, input: record }));
  takeCandidates(plan, await runStages(plan.stages.slice(barrier + 1), subjects, work), work.page);
}

function takeCandidates({ selectFields }: Plan, subjects: readonly Subject[], { candidates }: PreparedPage): void {
  for (const { sourceKey, record, input: body } of subjects) {
    if (sourceKey === undefined) throw new Error('A record without a key came through all stages.');
    // A field of first writes only is no reason for a later one.
    const compared = selectFields?.(body, 'update') ?? body;
    candidates.push({ sourceKey, hash: hashRecord(compared), body, record });
  }
}
