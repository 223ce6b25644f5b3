import type { Json, JsonObject } from '../../core/json.ts';
import { fail, mapRecord, type PreparedPage, type PreparePorts, startPage } from './page.ts';
import { type GroupPorts, prepareGroups } from './prepare-groups.ts';
import { prepareReferences, type ReferencePorts, refersToTarget } from './prepare-references.ts';
import { prepareSwept } from './prepare-swept.ts';
import type { Plan } from '../plan.ts';
import { filterRecords, type Keyed, transformRecords } from './transform-records.ts';

/** Reads the page at a cursor, and does with it what needs no look at the ledger. */
export async function preparePage(
  plan: Plan,
  ports: PreparePorts & GroupPorts & ReferencePorts,
  cursor: Json,
  signal: AbortSignal,
): Promise<PreparedPage> {
  const { aggregate } = plan;
  const prepare = (at: Json): Promise<PreparedPage> => {
    if (aggregate !== undefined) return prepareGroups(plan, aggregate, ports, at, signal);
    if (!refersToTarget(plan)) return prepareRecords(plan, ports, at, signal, false);
    return prepareReferences(plan, ports, at, signal, (of, waits) => prepareRecords(plan, ports, of, signal, waits));
  };
  return plan.removal === undefined ? prepare(cursor) : prepareSwept(cursor, prepare);
}

async function prepareRecords(
  plan: Plan,
  ports: PreparePorts,
  cursor: Json,
  signal: AbortSignal,
  collectsWaiting: boolean,
): Promise<PreparedPage> {
  const page = await ports.source.readPage(cursor, signal);
  const prepared = { ...startPage(page), ...(collectsWaiting ? { unresolved: new Set<string>(), held: [] } : {}) };
  const records = lastByKey(plan, page.records, prepared);
  for (const subject of await transformRecords(plan, ports, records, prepared, signal)) {
    mapRecord(plan, subject, prepared);
  }
  return prepared;
}

/**
 * The last record of each key; the earlier ones count as deduplicated, those without a key as failed.
 *
 * What the filter leaves out hides no other record: the source may have left it out before.
 */
function lastByKey(plan: Plan, records: readonly JsonObject[], prepared: PreparedPage): Keyed<string>[] {
  const byKey = new Map<string, Keyed<string>>();
  const { counters } = prepared;
  for (const filtered of filterRecords(plan, records, prepared)) {
    const key = plan.readKey(filtered.record);
    if (key.ok) byKey.set(key.key, { sourceKey: key.key, ...filtered });
    else fail(prepared, { sourceKey: undefined, field: undefined, ...key.problem, record: filtered.record });
  }
  counters.deduplicated = records.length - counters.read - byKey.size;
  counters.read += counters.deduplicated;
  return [...byKey.values()];
}
