import { messages } from '../../core/messages.ts';
import { toId } from '../../core/ids.ts';
import { toTimestamp } from '../../core/clock.ts';
import { type Database, withTenantPipelined } from '../../drizzle/index.ts';
import type { RunLogEntry } from '../../core/runs/run-log-entry.ts';
import type { RunAddress } from '../load/load-run.ts';
import { type RunLogDeps, writeRunLog } from '../write-run-log.ts';
import { storeGates } from './gate-statements.ts';
import type { ClosedGate } from './open-windows.ts';

/** Writes down what a run stands before now, and says in its log what is new of it. */
export async function noteGates(
  deps: RunLogDeps & { database: Database },
  address: RunAddress,
  gates: readonly ClosedGate[],
): Promise<void> {
  const closed = await withTenantPipelined(deps.database, address.orgId, (tx) => storeGates(tx, address, gates));
  for (const gate of gates.filter(({ name }) => closed.some((one) => one.name === name))) {
    await writeRunLog(deps, address, describeGate(gate));
  }
}

function describeGate({ steps, calendars, connection, opensAt }: ClosedGate): RunLogEntry {
  const details = {
    ...(steps.length === 0 ? {} : { steps: [...steps] }),
    ...(opensAt === undefined ? {} : { opens_at: toTimestamp(opensAt) }),
  };
  if (connection !== undefined) {
    const { id, reason } = connection;
    const about = { ...details, connection_id: toId('connection', id), reason };
    return { level: 'warn', code: 'connection_closed', message: messages.connectionClosed, details: about };
  }
  const about = { ...details, calendars: calendars.map(({ id }) => toId('calendar', id)) };
  return { level: 'info', code: 'window_closed', message: messages.windowClosed, details: about };
}
