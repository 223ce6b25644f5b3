import type { Json, JsonObject } from '../../core/json.ts';
import type { Aggregate, Contribution } from '../../transforms/compile-aggregate.ts';
import { keyProblem } from '../key-text.ts';
import { fail, mapRecord, type PreparedPage, type PreparePorts, startPage } from './page.ts';
import { readPlace, toCursor } from '../place.ts';
import type { Plan } from '../plan.ts';
import type { SegmentStore } from '../ports.ts';
import { filterRecords, transformRecords } from './transform-records.ts';

/** Where groups are kept; a preview has none. */
export interface GroupPorts {
  store?: Pick<SegmentStore, 'groupsAfter'>;
}

/** Groups on a page. */
const groupsPerPage = 200;

/**
 * Prepares a page of a plan with an aggregation: of its source, whose records are added to groups, or of the groups when
 * the source was read to its end.
 */
export async function prepareGroups(
  plan: Plan,
  aggregate: Aggregate,
  ports: PreparePorts & GroupPorts,
  cursor: Json,
  signal: AbortSignal,
): Promise<PreparedPage> {
  const place = readPlace(cursor);
  if (place.phase === 'write') return readGroups(plan, aggregate, ports, place.after);
  const page = await ports.source.readPage(place.at, signal);
  const next =
    page.next === undefined
      ? ({ phase: 'write', after: null } as const)
      : ({ phase: 'collect', at: page.next } as const);
  const prepared = startPage({ next: toCursor(next), bytes: page.bytes });
  const contributions = await collect(plan, aggregate, ports, page.records, prepared, signal);
  return { ...prepared, collected: { contributions, reset: cursor === null, ends: page.next === undefined } };
}

/** Every record counts, also those whose key comes again: there is no telling them apart across pages. */
export async function collect(
  plan: Plan,
  aggregate: Aggregate,
  ports: PreparePorts,
  records: readonly JsonObject[],
  prepared: PreparedPage,
  signal: AbortSignal,
): Promise<Contribution[]> {
  const keyed = filterRecords(plan, records, prepared).map((filtered) => {
    const key = plan.readKey(filtered.record);
    return { sourceKey: key.ok ? key.key : undefined, ...filtered };
  });
  const subjects = await transformRecords(plan, ports, keyed, prepared, signal);
  return subjects.flatMap(({ sourceKey, record, input }) => {
    const read = aggregate.read(input);
    const problem = read.ok ? keyProblem(read.contribution.key) : read.problem;
    if (read.ok && problem === undefined) return [read.contribution];
    if (problem !== undefined) fail(prepared, { sourceKey, field: undefined, ...problem, record });
    return [];
  });
}

async function readGroups(
  plan: Plan,
  aggregate: Aggregate,
  { store }: GroupPorts,
  after: string | null,
): Promise<PreparedPage> {
  if (store === undefined) throw new Error('The plan makes groups, and nothing is there to keep them.');
  const groups = await store.groupsAfter(after, groupsPerPage);
  const last = groups.at(-1);
  const isLast = groups.length < groupsPerPage || last === undefined;
  const bytes = groups.reduce((sum, { state }) => sum + JSON.stringify(state).length, 0);
  const next = isLast ? undefined : toCursor({ phase: 'write', after: last.key });
  const prepared: PreparedPage = { ...startPage({ next, bytes }), ...(isLast ? { endsGroups: true } : {}) };
  for (const { key, state } of groups) {
    const record = aggregate.finish(state);
    mapRecord(plan, { sourceKey: key, record, input: record }, prepared);
  }
  return prepared;
}
