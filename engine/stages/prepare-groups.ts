import type { Json } from '../../core/json.ts';
import { readPlace, toCursor } from '../place.ts';
import type { Plan } from '../plan.ts';
import type { SegmentStore } from '../ports.ts';
import type { AggregateStage } from './aggregate.ts';
import { identifyRecords } from './identify-records.ts';
import { type PreparedPage, type PreparePorts, startPage } from './page.ts';
import { shapeGroups, shapeRecords } from './shape-records.ts';
import type { StageWork } from './stage-base.ts';

/** Where groups are kept; a preview has none. */
export interface GroupPorts {
  store?: Pick<SegmentStore, 'groupsAfter'>;
}

/** What a page is made with. */
type Work = Omit<StageWork, 'page'> & { ports: PreparePorts & GroupPorts };

/** Groups on a page. */
const groupsPerPage = 200;

/**
 * Prepares a page of a plan with an aggregation: of its source, whose records are added to groups, or of the groups when
 * the source was read to its end.
 */
export async function prepareGroups(
  plan: Plan,
  grouping: AggregateStage,
  work: Work,
  cursor: Json,
): Promise<PreparedPage> {
  const place = readPlace(cursor);
  if (place.phase === 'write') return readGroups(plan, grouping, work, place.after);
  const read = await work.ports.source.readPage(place.at, work.signal);
  const next =
    read.next === undefined
      ? ({ phase: 'write', after: null } as const)
      : ({ phase: 'collect', at: read.next } as const);
  const page: PreparedPage = {
    ...startPage({ next: toCursor(next), bytes: read.bytes }),
    collected: { contributions: [], reset: cursor === null, ends: read.next === undefined },
  };
  await shapeRecords(plan, await identifyRecords(plan, read.records, { ...work, page }), { ...work, page });
  return page;
}

async function readGroups(
  plan: Plan,
  { aggregate }: AggregateStage,
  work: Work,
  after: string | null,
): Promise<PreparedPage> {
  const { store } = work.ports;
  if (store === undefined) throw new Error('The plan makes groups, and nothing is there to keep them.');
  const groups = await store.groupsAfter(after, groupsPerPage);
  const last = groups.at(-1);
  const isLast = groups.length < groupsPerPage || last === undefined;
  const bytes = groups.reduce((sum, { state }) => sum + JSON.stringify(state).length, 0);
  const next = isLast ? undefined : toCursor({ phase: 'write', after: last.key });
  const page: PreparedPage = { ...startPage({ next, bytes }), ...(isLast ? { endsGroups: true } : {}) };
  const records = groups.map(({ key, state }) => ({ key, record: aggregate.finish(state) }));
  await shapeGroups(plan, records, { ...work, page });
  return page;
}
