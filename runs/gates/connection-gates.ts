import { ConnectorError } from '../../core/connector-error.ts';
import type { GateReason } from '../../core/enums.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';
import { isAuthError, reportAuthFailure } from '../auth-failures.ts';
import { isRefusedInTest } from '../confirm-refusal.ts';
import type { ActivityDeps } from '../deps.ts';
import type { FlowRun, RunAddress } from '../load/load-run.ts';
import {
  claimProbes,
  type ClosedConnection,
  closeConnection,
  closeDisabled,
  notifyOfClosed,
  openConnection,
  selectClosed,
} from './connection-statements.ts';
import type { ClosedGate } from './open-windows.ts';

/** The gates before the connections that the steps of a run write to, or look records up in. */
export interface ConnectionGates {
  /** Those that are closed now. */
  listClosed(): ClosedGate[];
  /** Steps whose connection has been closed for so long that their items fail. */
  listGivenUp(): string[];
  /** A step was carried out: a connection that was tried by it is open for all. */
  noteSuccess(step: string): Promise<void>;
  /**
   * Closes the gate before a connection that a step failed by, where its own test fails as well: what fails only for some records
   * closes nothing.
   *
   * @returns whether it is closed.
   */
  noteFault(step: string, error: unknown): Promise<boolean>;
}

interface Use {
  connection: LoadedConnection;
  steps: string[];
}

/** Opens the gates of a run for a segment; of each connection whose time has come, one run of all tries it. */
export async function openConnectionGates(
  deps: ActivityDeps,
  address: RunAddress,
  run: FlowRun,
): Promise<ConnectionGates> {
  const { database } = deps;
  const { orgId } = address;
  const uses = new Map<string, Use>();
  for (const [step, connection] of [...run.actions, ...run.finds]) {
    const use = uses.get(connection.id) ?? { connection, steps: [] };
    use.steps.push(step);
    uses.set(connection.id, use);
  }
  const ids = [...uses.keys()];
  const disabled = run.disabled.filter((id) => uses.has(id));
  const useOf = (step: string): Use | undefined => [...uses.values()].find(({ steps }) => steps.includes(step));
  const pairs = [...uses].map(([connectionId, { steps }]) => ({ connectionId, steps }));
  const read = (claims: boolean) =>
    withTenantPipelined(database, orgId, (tx) =>
      Promise.all([
        disabled.length === 0 ? undefined : closeDisabled(tx, address, disabled),
        claims ? claimProbes(tx, address, pairs) : [],
        selectClosed(tx, address, ids),
      ]),
    );
  // Nearly always nothing is closed: what was loaded says so.
  let closed: readonly ClosedConnection[] = run.isGated
    ? await withTenantPipelined(database, orgId, (tx) => selectClosed(tx, address, ids))
    : [];
  const probed = new Set<string>();
  if (closed.length + disabled.length > 0) {
    const [, claimed, now] = await read(true);
    closed = now;
    for (const { connection_id: id } of claimed) probed.add(id);
    if (probed.size > 0) await withTenantPipelined(database, orgId, (tx) => notifyOfClosed(tx, address, [...probed]));
  }
  const again = async (): Promise<void> => {
    [, , closed] = await read(false);
  };
  const close = async ({ connection }: Use, reason: GateReason): Promise<boolean> => {
    const rows = await withTenantPipelined(database, orgId, (tx) => closeConnection(tx, address, connection, reason));
    if (rows.length === 0) return false;
    probed.delete(connection.id);
    await again();
    return true;
  };
  return {
    listClosed: () =>
      closed.flatMap((gate) => {
        const { connection_id: id, reason } = gate;
        const opensAt = gate.opens_at ?? undefined;
        const steps = uses.get(id)?.steps ?? [];
        if (probed.has(id) || steps.length === 0) return [];
        return [
          { name: `connection ${id}`, kind: 'connection', steps, calendars: [], connection: { id, reason }, opensAt },
        ];
      }),
    listGivenUp: () =>
      closed.flatMap(({ connection_id: id, given_up: isGivenUp }) => (isGivenUp ? (uses.get(id)?.steps ?? []) : [])),
    noteSuccess: async (step) => {
      const id = useOf(step)?.connection.id;
      if (id === undefined || !probed.delete(id)) return;
      await withTenantPipelined(database, orgId, (tx) => openConnection(tx, address, id));
      await again();
    },
    noteFault: async (step, error) => {
      const use = useOf(step);
      if (use === undefined || !(error instanceof ConnectorError)) return false;
      const { retryable, kind } = error;
      if (isAuthError(error)) {
        if (!(await isRefusedInTest(deps, orgId, use.connection))) return false;
        await reportAuthFailure(database, address, use.connection, error);
        return close(use, 'refused');
      }
      if (!retryable || kind === 'cursor_expired') return false;
      return (await isSilentInTest(deps, orgId, use.connection)) && close(use, 'unavailable');
    },
  };
}

/** The stages of a test take longer together only where a system hardly answers. */
const testMs = 15_000;

/** Whether a connection's own test fails, too: the fault is the system's, and no record's. */
async function isSilentInTest(
  { sessions, shutdown }: Pick<ActivityDeps, 'sessions' | 'shutdown'>,
  orgId: string,
  connection: LoadedConnection,
): Promise<boolean> {
  try {
    const { ok } = await sessions.use(orgId, connection, (session) =>
      session.test(AbortSignal.any([shutdown, AbortSignal.timeout(testMs)])),
    );
    return !ok;
  } catch (error) {
    return !shutdown.aborted && error instanceof ConnectorError && error.retryable;
  }
}
