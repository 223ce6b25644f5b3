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
}

type Columns = Row<
  typeof hookSubscriptions,
  'leaseEpoch' | 'wanted' | 'made' | 'remoteId' | 'endsAt' | 'checkedAt' | 'failingSince' | 'attempts'
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
    returning lease_epoch, wanted, made, remote_id, ends_at, checked_at, failing_since, attempts`;
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

/** The vendor has nothing of it any more. */
export async function recordGone(tx: Transaction, held: HeldSubscription): Promise<void> {
  requireHeld(
    await tx.sql`
      update hook_subscriptions set made = null, remote_id = null, ends_at = null, checked_at = null, updated_at = clock_timestamp()
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
}

/** Reads the connection that something is wanted of, or was made with. @returns nothing where it was deleted. */
export async function loadSubscriber(
  tx: Pipeline,
  { orgId, hookId }: SubscriptionAddress,
  connectionId: string,
): Promise<LoadedSubscriber | undefined> {
  const held = holdConnectors(orgId);
  const [row] = await tx.sql<ConnectionRow[]>`
    select c.id, c.name, c.status, c.service_type, c.config, c.credential_version as version, k.auth_method, k.sealed, own.*
    from hook_subscriptions s
    join connections c on c.org_id = s.org_id and c.id = ${connectionId} and c.deleted_at is null
    ${joinConnector(tx, held)}
    join connection_credentials k on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version
    where s.org_id = ${orgId} and s.hook_id = ${hookId}`;
  return row && { connection: toConnection(row, held), status: row.status, name: row.name };
}

interface ConnectionRow extends ConnectorColumns {
  id: string;
  name: string;
  status: string;
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
