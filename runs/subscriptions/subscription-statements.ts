import { type ConnectorColumns, type HeldConnectors, holdConnectors, joinConnector } from '../../catalogue/index.ts';
import { isJsonObject } from '../../core/json.ts';
import type { Pipeline, Transaction } from '../../drizzle/index.ts';
import type { Row } from '../../drizzle/rows.ts';
import type { hookSubscriptions, SubscriptionTerms } from '../../drizzle/schema/hooks.ts';
import type { LoadedConnection } from '../../sessions/loaded-connection.ts';

/** UUIDs. */
export interface SubscriptionAddress {
  orgId: string;
  hookId: string;
}

/** Of what stays at the vendor. */
const leftCode = 'left_behind';

export type MadeTerms = SubscriptionTerms & { url: string };

/** A subscription under this worker's lease. */
export interface HeldSubscription extends SubscriptionAddress {
  epoch: number;
  wanted: SubscriptionTerms | null;
  made: MadeTerms | null;
  remoteId: string | null;
  /** Milliseconds since the epoch. */
  endsAt: number | undefined;
  checkedAt: number | undefined;
  failingSince: number | undefined;
  attempts: number;
  /** It could not be removed at the vendor: it is kept for people to read. */
  isLeft: boolean;
}

type Columns = Row<
  typeof hookSubscriptions,
  'leaseEpoch' | 'wanted' | 'made' | 'remoteId' | 'endsAt' | 'checkedAt' | 'failingSince' | 'attempts' | 'error'
>;

/** Takes the lease of a subscription that is due. @returns nothing where it is not, or another worker has it. */
export async function takeSubscription(
  { sql }: Transaction,
  { orgId, hookId }: SubscriptionAddress,
  leaseMs: number,
): Promise<HeldSubscription | undefined> {
  const [row] = await sql<Columns[]>`
    update hook_subscriptions set lease_epoch = lease_epoch + 1, attempts = attempts + 1,
      lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    where org_id = ${orgId} and hook_id = ${hookId} and next_try_at <= clock_timestamp()
      and (lease_until is null or lease_until <= clock_timestamp())
    returning lease_epoch, wanted, made, remote_id, ends_at, checked_at, failing_since, attempts, error`;
  if (row === undefined) return undefined;
  const { wanted, made, attempts } = row;
  return {
    orgId,
    hookId,
    epoch: row.lease_epoch,
    wanted,
    made,
    remoteId: row.remote_id,
    endsAt: toMs(row.ends_at),
    checkedAt: toMs(row.checked_at),
    failingSince: toMs(row.failing_since),
    attempts,
    isLeft: row.error?.code === leftCode,
  };
}

function toMs(time: string | null): number | undefined {
  return time === null ? undefined : Date.parse(time);
}

/** The lease was lost: another worker looks after the subscription. */
export class SubscriptionLostError extends Error {}

/** @throws {SubscriptionLostError} where no row was changed. */
function requireHeld({ count }: { count: number }): void {
  if (count === 0) throw new SubscriptionLostError('The lease of the subscription was lost.');
}

function whereHeld({ sql }: Transaction, { orgId, hookId, epoch }: HeldSubscription) {
  return sql`org_id = ${orgId} and hook_id = ${hookId} and lease_epoch = ${epoch} and lease_until > clock_timestamp()`;
}

/**
 * Writes down what is about to be made, and what its deliveries are checked by: the vendor may send the first before it answers.
 */
export async function markMade(
  tx: Transaction,
  held: HeldSubscription,
  { terms, sealed }: { terms: MadeTerms; sealed: Buffer },
): Promise<void> {
  await forgetRemembered(tx, held);
  requireHeld(
    await tx.sql`
      update hook_subscriptions set made = ${JSON.stringify(terms)}, remote_id = null, ends_at = null, checked_at = null,
        previous_sealed = sealed, sealed = ${sealed}, made_at = clock_timestamp()
      where ${whereHeld(tx, held)}`,
  );
}

/** What the vendor answered: `sealed` where it made the secret. */
export async function recordMade(
  tx: Transaction,
  held: HeldSubscription,
  { id, endsAt, sealed }: { id: string; endsAt: Date | undefined; sealed: Buffer | undefined },
): Promise<void> {
  if (sealed !== undefined) await forgetRemembered(tx, held);
  requireHeld(
    await tx.sql`
      update hook_subscriptions set remote_id = ${id}, ends_at = ${endsAt?.toISOString() ?? null},
        sealed = coalesce(${sealed ?? null}, sealed), checked_at = clock_timestamp(), updated_at = clock_timestamp()
      where ${whereHeld(tx, held)}`,
  );
}

/** API processes remember hooks, until these change. Before the row of the subscription, as saving an integration does. */
function forgetRemembered({ sql }: Transaction, { orgId, hookId }: HeldSubscription): PromiseLike<unknown> {
  return sql`update hooks set updated_at = clock_timestamp() where org_id = ${orgId} and id = ${hookId}`;
}

/**
 * The vendor has nothing of it any more. Credentials of a connection that was deleted meanwhile are kept no longer than usual, unless
 * more is to be removed with them.
 *
 * @param keptMs For how long credentials of deleted connections are kept.
 */
export async function recordGone(tx: Transaction, held: HeldSubscription, keptMs: number): Promise<void> {
  requireHeld(
    await tx.sql`
      update hook_subscriptions set made = null, remote_id = null, ends_at = null, checked_at = null, error = null,
        updated_at = clock_timestamp()
      where ${whereHeld(tx, held)}`,
  );
  await releaseCredentials(tx, held, keptMs);
}

async function releaseCredentials(
  { sql }: Transaction,
  { orgId, made }: HeldSubscription,
  keptMs: number,
): Promise<void> {
  if (made === null) return;
  await sql`
    update connections set rollback_until = least(rollback_until, clock_timestamp() + ${keptMs} * interval '1 millisecond')
    where org_id = ${orgId} and id = ${made.connection_id} and deleted_at is not null and rollback_until is not null
      and not exists (
        select 1 from hook_subscriptions where org_id = ${orgId} and made->>'connection_id' = ${made.connection_id}
      )`;
}

/** It stays at the vendor: kept for a while, so that people learn of it. */
export async function recordLeft(
  tx: Transaction,
  held: HeldSubscription,
  { message, keptMs }: { message: string; keptMs: number },
): Promise<void> {
  requireHeld(
    await tx.sql`
      update hook_subscriptions set lease_until = null, error = ${JSON.stringify({ code: leftCode, message })},
        failing_since = coalesce(failing_since, clock_timestamp()), updated_at = clock_timestamp(),
        next_try_at = case when wanted is null
          then clock_timestamp() + ${keptMs} * interval '1 millisecond' else clock_timestamp() end
      where ${whereHeld(tx, held)}`,
  );
}

/** The vendor has it. @param endsAt Where it was renewed. */
export async function recordThere(tx: Transaction, held: HeldSubscription, endsAt: Date | undefined): Promise<void> {
  requireHeld(
    await tx.sql`
      update hook_subscriptions set checked_at = clock_timestamp(), ends_at = coalesce(${endsAt?.toISOString() ?? null}, ends_at)
      where ${whereHeld(tx, held)}`,
  );
}

/** Ends a row that nothing is wanted of and nothing is left of, unless it is wanted again meanwhile. */
export async function endSubscription(tx: Transaction, held: HeldSubscription): Promise<void> {
  await tx.sql`delete from hook_subscriptions where ${whereHeld(tx, held)} and wanted is null`;
  await tx.sql`update hook_subscriptions set lease_until = null where ${whereHeld(tx, held)}`;
}

/** Gives the lease back until the next try. What was changed meanwhile is due at once. */
export async function restSubscription(
  tx: Transaction,
  held: HeldSubscription,
  { waitMs, error }: { waitMs: number; error: { code: string; message: string } | undefined },
): Promise<void> {
  const wanted = held.wanted === null ? null : JSON.stringify(held.wanted);
  await tx.sql`
    update hook_subscriptions set lease_until = null, error = ${error === undefined ? null : JSON.stringify(error)},
      attempts = case when ${error === undefined} then 0 else attempts end,
      failing_since = case when ${error === undefined} then null else coalesce(failing_since, clock_timestamp()) end,
      next_try_at = case when wanted is not distinct from ${wanted}::jsonb
        then clock_timestamp() + ${waitMs} * interval '1 millisecond' else clock_timestamp() end
    where ${whereHeld(tx, held)}`;
}

export interface LoadedSubscriber {
  connection: LoadedConnection;
  status: string;
  /** Of the connection. */
  name: string;
  /** It may be used for one thing only: to remove what was made with it. */
  isDeleted: boolean;
}

/** Reads the connection that something is wanted of, or was made with. @returns nothing once its credentials are gone. */
export async function loadSubscriber(
  tx: Pipeline,
  { orgId, hookId }: SubscriptionAddress,
  connectionId: string,
): Promise<LoadedSubscriber | undefined> {
  const held = holdConnectors(orgId);
  const [row] = await tx.sql<ConnectionRow[]>`
    select c.id, c.name, c.status, c.deleted_at is not null as is_deleted, c.service_type, c.config, c.credential_version as version, k.auth_method, k.sealed, own.*
    from hook_subscriptions s
    join connections c on c.org_id = s.org_id and c.id = ${connectionId}
    ${joinConnector(tx, held)}
    join connection_credentials k on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version
    where s.org_id = ${orgId} and s.hook_id = ${hookId}`;
  return row && { connection: toConnection(row, held), status: row.status, name: row.name, isDeleted: row.is_deleted };
}

interface ConnectionRow extends ConnectorColumns {
  id: string;
  name: string;
  status: string;
  is_deleted: boolean;
  config: unknown;
  version: number;
  auth_method: string;
  sealed: Buffer;
}

function toConnection(row: ConnectionRow, held: HeldConnectors): LoadedConnection {
  return {
    id: row.id,
    serviceType: row.service_type,
    connector: held.read(row),
    config: isJsonObject(row.config) ? row.config : {},
    credentialVersion: row.version,
    authMethod: row.auth_method,
    sealed: row.sealed,
  };
}
