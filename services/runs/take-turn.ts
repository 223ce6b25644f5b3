import { HubError, notFound } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { integrations } from '../../drizzle/schema/index.ts';
import { requireReady } from '../integrations/readiness.ts';
import { selectIntegration } from '../integrations/select-integration.ts';
import { readUnusable, requireWorking, type UnusableConnection } from '../integrations/working-connections.ts';
import type { Row } from '../rows.ts';
import { manualKey } from '../workflows/store-workflows.ts';
import { readTurn, type Turn } from './admit-run.ts';
import { takeFromPaced } from './pace.ts';

/** What a run that is to be made must know of its integration. */
export type Flow = Row<typeof integrations, 'name' | 'status' | 'revision' | 'activeRevision' | 'concurrency'> & {
  /** UUID of the workflow that is started by hand. */
  workflow_id: string;
  /** Connections that would make the run fail. */
  unusable: readonly UnusableConnection[];
  /** The account that it belongs to, where that is inactive; by its UUID. */
  paused_by: { id: string; name: string } | null;
};

/**
 * Locks the turn of a live integration for the rest of the transaction, and reads how it stands.
 *
 * @param by Who wants the turn. A person does not wait for a run that is not to begin yet: it gives the turn back.
 * @throws {HubError} `not_found`
 */
export async function takeTurn(
  tx: Transaction,
  orgId: string,
  integrationId: string,
  by: 'person' | 'event',
): Promise<{ flow: Flow; turn: Turn }> {
  // The first statement takes the turn's lock; the others are sent along and see what was committed before.
  const [[flow], , [turn], unusable] = await Promise.all([
    tx.sql<Omit<Flow, 'unusable'>[]>`
      select name, status, revision, active_revision, concurrency, (
          select id from workflows
          where org_id = ${orgId} and integration_id = ${integrationId} and trigger_key = ${manualKey}
        ) as workflow_id, (
          select jsonb_build_object('id', id, 'name', name) from accounts
          where org_id = ${orgId} and id = integrations.account_id and status = 'inactive'
        ) as paused_by
      from integrations
      where org_id = ${orgId} and id = ${integrationId} and deleted_at is null for no key update`,
    by === 'person' ? takeFromPaced(tx, orgId, integrationId) : undefined,
    readTurn(tx, orgId, integrationId),
    readUnusable(tx, orgId, integrationId),
  ]);
  if (flow === undefined || turn === undefined) throw notFound();
  return { flow: { ...flow, unusable }, turn };
}

/** The revision that a run uses which begins now. */
export function presentRevision(flow: Flow): number {
  return flow.status === 'active' ? (flow.active_revision ?? flow.revision) : flow.revision;
}

/**
 * @throws {HubError} `integration_not_ready` for a draft, with the steps that are open; as
 *   `requireActiveAccount` and `requireWorking`.
 */
export async function requireRunnable(
  tx: Transaction,
  orgId: string,
  integrationId: string,
  flow: Flow,
): Promise<void> {
  requireActiveAccount(flow);
  if (flow.status !== 'draft') {
    requireWorking(flow.unusable);
    return;
  }
  const [draft] = await selectIntegration(tx, orgId, integrationId);
  if (draft !== undefined) requireReady({ ...draft, troubles: [] });
}

/** @throws {HubError} `invalid_state` where the account of the integration is inactive. */
export function requireActiveAccount({ paused_by: account }: Flow): void {
  if (account === null) return;
  throw new HubError(
    'invalid_state',
    `The account "${account.name}" of this integration is inactive. Set its status to active first.`,
    { details: { account_id: toId('account', account.id) } },
  );
}
