import type { Json } from '../../core/json.ts';
import type { Plan } from '../plan.ts';
import { identifyRecords } from './identify-records.ts';
import { type PreparedPage, type PreparePorts, startPage } from './page.ts';
import { type GroupPorts, prepareGroups } from './prepare-groups.ts';
import { prepareReferences, type ReferencePorts, refersToTarget } from './prepare-references.ts';
import { prepareSwept } from './prepare-swept.ts';
import { shapeRecords } from './shape-records.ts';
import { findStage } from './stage.ts';
import type { StageWork } from './stage-base.ts';

/** Reads the page at a cursor, and does with it what needs no look at the ledger. */
export async function preparePage(
  plan: Plan,
  ports: PreparePorts & GroupPorts & ReferencePorts,
  cursor: Json,
  signal: AbortSignal,
  onStage?: StageWork['onStage'],
): Promise<PreparedPage> {
  const work = { ports, signal, onStage };
  const grouping = findStage(plan, 'aggregate');
  const prepare = (at: Json): Promise<PreparedPage> => {
    if (grouping !== undefined) return prepareGroups(plan, grouping, { ...work, ports }, at);
    if (!refersToTarget(plan)) return prepareRecords(plan, work, at, false);
    return prepareReferences(plan, ports, at, signal, (of, waits) => prepareRecords(plan, work, of, waits));
  };
  return plan.removal === undefined ? prepare(cursor) : prepareSwept(cursor, prepare);
}

async function prepareRecords(
  plan: Plan,
  { ports, signal, onStage }: Omit<StageWork, 'page'>,
  cursor: Json,
  collectsWaiting: boolean,
): Promise<PreparedPage> {
  const { records, ...read } = await ports.source.readPage(cursor, signal);
  const page = { ...startPage(read), ...(collectsWaiting ? { unresolved: new Set<string>(), held: [] } : {}) };
  const work = { ports, page, signal, onStage };
  await shapeRecords(plan, await identifyRecords(plan, records, work), work);
  return page;
}
