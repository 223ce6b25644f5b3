import type { RunTrigger } from '../../../core/enums.ts';
import { notFound } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import type { Pipeline, Transaction } from '../../../drizzle/client.ts';
import type { integrations, workflows } from '../../../drizzle/schema/index.ts';
import { readUnusable, type UnusableConnection } from '../../integrations/validation/working-connections.ts';
import type { Row } from '../../shared/rows.ts';
import { manualTriggerId } from '../../triggers/name-triggers.ts';
import { takeFromPaced } from './pace.ts';

/** What a run that is to be made must know of its integration. */
export type QueuedIntegration = Row<
  typeof integrations,
  'name' | 'accountId' | 'status' | 'revision' | 'activeRevision' | 'concurrency'
> & {
  /** UUID of the workflow that is started by hand. */
  workflow_id: Row<typeof workflows, 'id'>['id'];
  /** The same is paused. */
  manual_paused: boolean;
  /** Connections that would make the run fail. */
  unusable: readonly UnusableConnection[];
  /** The account that it belongs to, where that is inactive; by its UUID. */
  paused_by: { id: string; name: string } | null;
  /** What a run takes that is started by hand: of a flow without a source, what is declared of it. */
  takes: { isSourceless: boolean; input: Json } | null;
};

/** Where a run that is to be made stands among those of its integration. */
export interface QueuePosition {
  /** A run has the slot and has not ended. */
  taken: boolean;
  /** That run was woken, and only carries items that waited. */
  carrying: boolean;
  /** Queued runs, without those that were woken, and those that events started: these give way to any run that may begin before them. */
  waiting: number;
}

/** The locked queue of an integration, for one run that is to be made. UUIDs. */
export interface RunQueue extends QueuePosition {
  orgId: string;
  integrationId: string;
  trigger: RunTrigger;
  integration: QueuedIntegration;
}

/**
 * Takes the lock under which an integration's runs change their order, for the rest of the transaction.
 *
 * Admitting, ending and canceling a run takes it before touching a run's row: a run that ends and one that arrives would
 * otherwise not see each other, and the second would never start. It does not hinder the foreign keys of checkpoints.
 */
export function lockQueue(tx: Pipeline, orgId: string, integrationId: string): PromiseLike<unknown> {
  return tx.sql`select 1 from integrations where org_id = ${orgId} and id = ${integrationId} for no key update`.execute();
}

/**
 * Locks the queue of a live integration for the rest of the transaction, and reads how it stands.
 *
 * A run that events asked for and that is not to begin yet gives the slot back to any other.
 *
 * @param place.trigger Of the run that is to be made.
 * @throws {HubError} `not_found`
 */
export async function openQueue(
  tx: Transaction,
  place: { orgId: string; integrationId: string; trigger: RunTrigger },
): Promise<RunQueue> {
  const { orgId, integrationId, trigger } = place;
  // The first statement takes the lock; the others are sent along and see what was committed before.
  const [[integration], , [position], unusable] = await Promise.all([
    tx.sql<Omit<QueuedIntegration, 'unusable'>[]>`
      select name, account_id, status, revision, active_revision, concurrency, (
          select id from workflows
          where org_id = ${orgId} and integration_id = ${integrationId} and trigger_key = ${manualTriggerId}
        ) as workflow_id, exists (
          select 1 from workflows where org_id = ${orgId} and integration_id = ${integrationId}
            and trigger_key = ${manualTriggerId} and paused_at is not null
        ) as manual_paused, (
          select jsonb_build_object('id', id, 'name', name) from accounts
          where org_id = ${orgId} and id = integrations.account_id and status = 'inactive'
        ) as paused_by, ${trigger === 'manual' ? takenBy(tx) : tx.sql`null`} as takes
      from integrations
      where org_id = ${orgId} and id = ${integrationId} and deleted_at is null for no key update`,
    trigger === 'webhook' ? undefined : takeFromPaced(tx, orgId, integrationId),
    readPosition(tx, orgId, integrationId),
    readUnusable(tx, orgId, integrationId),
  ]);
  if (integration === undefined || position === undefined) throw notFound();
  return { ...place, ...position, integration: { ...integration, unusable } };
}

/** By the revision that a run uses which begins now. */
function takenBy({ sql }: Transaction) {
  return sql`(
    select jsonb_build_object(
      'isSourceless', definition -> 'steps' is not null and definition -> 'source' is null, 'input', definition -> 'input'
    )
    from integration_revisions as r where r.org_id = integrations.org_id and r.integration_id = integrations.id
      and r.revision = coalesce(active_revision, integrations.revision)
  )`;
}

function readPosition({ sql }: Transaction, orgId: string, integrationId: string): PromiseLike<QueuePosition[]> {
  return sql<QueuePosition[]>`
    select coalesce(bool_or(admitted_at is not null), false) as taken,
      coalesce(bool_or(admitted_at is not null and wakes > 0), false) as carrying,
      count(*) filter (where admitted_at is null and status = 'queued' and trigger <> 'webhook' and wakes = 0) as waiting
    from runs
    where org_id = ${orgId} and integration_id = ${integrationId} and status in ('queued', 'running', 'canceling')`;
}
