import type { Json } from '../../core/json.ts';
import type { Plan } from '../plan.ts';
import type { SegmentStore } from '../ports.ts';
import { type PreparedPage, type PreparePorts, startPage } from './page.ts';
import { shapeGroups } from './shape-records.ts';
import { findStage } from './stage.ts';
import type { StageWork } from './stage-base.ts';

/** Where groups are kept; a preview has none. */
export interface GroupPorts {
  store?: Pick<SegmentStore, 'groupsAfter'>;
}

/** Groups on a page. */
const groupsPerPage = 200;

/**
 * Prepares a page of the groups that the records of a source make, once all of these were read.
 *
 * @param after Key of the last group before the page; null before the first.
 */
export async function readGroups(
  plan: Plan,
  work: Omit<StageWork, 'page'> & { ports: PreparePorts & GroupPorts },
  after: Json,
): Promise<PreparedPage> {
  const { store } = work.ports;
  const grouping = findStage(plan, 'aggregate');
  if (store === undefined || grouping === undefined) {
    throw new Error('Groups are to be written, and nothing is there to keep them.');
  }
  const groups = await store.groupsAfter(typeof after === 'string' ? after : null, groupsPerPage);
  const last = groups.at(-1);
  const isLast = groups.length < groupsPerPage || last === undefined;
  const bytes = groups.reduce((sum, { state }) => sum + JSON.stringify(state).length, 0);
  const next = isLast ? undefined : last.key;
  const page: PreparedPage = { ...startPage({ next, bytes }), ...(isLast ? { endsGroups: true } : {}) };
  const records = groups.map(({ key, state }) => ({ key, record: grouping.aggregate.finish(state) }));
  await shapeGroups(plan, records, { ...work, page });
  return page;
}
