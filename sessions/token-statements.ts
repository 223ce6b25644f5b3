import { type Database, withTenant } from '../drizzle/index.ts';

/** One version of a connection's credentials. */
export interface TokenOwner {
  orgId: string;
  connectionId: string;
  version: number;
}

/** What is stored of a version's tokens. */
export interface TokenRow {
  generation: number;
  sealed: Buffer | null;
  renewAtMs: number | null;
}

export type LeaseOutcome =
  | { state: 'taken'; row: TokenRow; abandoned: boolean }
  /** There is a generation other than the one that is not good any more. */
  | { state: 'newer'; row: TokenRow }
  | { state: 'leased' }
  | { state: 'refused'; refusal: string };

interface LeaseRow extends TokenRow {
  leased: boolean;
  abandoned: boolean;
  refusal: string | null;
  taken: boolean;
}

export async function readTokens(database: Database, owner: TokenOwner): Promise<TokenRow | undefined> {
  const { orgId, connectionId, version } = owner;
  const [row] = await withTenant(
    database,
    orgId,
    ({ sql }) => sql<TokenRow[]>`
      select generation, sealed, (extract(epoch from renew_at) * 1000)::float8 as "renewAtMs" from connection_tokens
      where org_id = ${orgId} and connection_id = ${connectionId} and version = ${version}`,
  );
  return row;
}

/**
 * Takes the right to ask for the next generation, unless somebody has it, or there is another generation than `stale`.
 *
 * @returns `undefined` when the credentials are not there any more.
 */
export async function takeLease(
  database: Database,
  { orgId, connectionId, version }: TokenOwner,
  { holder, stale, leaseMs }: { holder: string; stale: number | undefined; leaseMs: number },
): Promise<LeaseOutcome | undefined> {
  const [row] = await withTenant(database, orgId, ({ sql }) =>
    Promise.all([
      sql`
        insert into connection_tokens (org_id, connection_id, version)
        select org_id, connection_id, version from connection_credentials
        where org_id = ${orgId} and connection_id = ${connectionId} and version = ${version}
        on conflict do nothing`,
      sql<LeaseRow[]>`
        with known as (
          select generation, sealed, renew_at, coalesce(lease_until > clock_timestamp(), false) as leased,
            lease_until is not null as was_leased,
            case when refused_until > clock_timestamp() then refusal end as refusal
          from connection_tokens
          where org_id = ${orgId} and connection_id = ${connectionId} and version = ${version} for update
        ), taken as (
          update connection_tokens t
          set lease_holder = ${holder}, lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
          from known
          where t.org_id = ${orgId} and t.connection_id = ${connectionId} and t.version = ${version}
            and (known.sealed is null or known.generation = ${stale ?? null}) and not known.leased
            and known.refusal is null
          returning 1
        )
        select generation, sealed, (extract(epoch from renew_at) * 1000)::float8 as "renewAtMs", leased,
          was_leased and not leased as abandoned, refusal, exists (select 1 from taken) as taken
        from known`,
    ]).then(([, rows]) => rows),
  );
  return row && toOutcome(row, stale);
}

function toOutcome({ leased, abandoned, refusal, taken, ...row }: LeaseRow, stale: number | undefined): LeaseOutcome {
  if (taken) return { state: 'taken', row, abandoned };
  if (row.sealed !== null && row.generation !== stale) return { state: 'newer', row };
  if (refusal !== null && !leased) return { state: 'refused', refusal };
  return { state: 'leased' };
}

/** Gives the lease back, unless it has gone to another holder. */
export async function releaseLease(database: Database, owner: TokenOwner, holder: string): Promise<void> {
  const { orgId, connectionId, version } = owner;
  await withTenant(
    database,
    orgId,
    ({ sql }) => sql`
      update connection_tokens set lease_holder = null, lease_until = null
      where org_id = ${orgId} and connection_id = ${connectionId} and version = ${version}
        and lease_holder = ${holder}`,
  );
}

/** Stores a generation behind the one before it. @returns the generation that is there when it is another. */
export async function persistTokens(
  database: Database,
  { orgId, connectionId, version }: TokenOwner,
  next: { generation: number; sealed: Buffer; keyId: string; renewAt: number | undefined },
): Promise<'stored' | 'gone' | { generation: number }> {
  const renewAt = next.renewAt === undefined ? null : new Date(next.renewAt).toISOString();
  return withTenant(database, orgId, async ({ sql }) => {
    const [[stored], [known]] = await Promise.all([
      sql`
        update connection_tokens set generation = ${next.generation}, sealed = ${next.sealed}, key_id = ${next.keyId},
          renew_at = ${renewAt}, lease_holder = null, lease_until = null, refusal = null, refused_until = null
        where org_id = ${orgId} and connection_id = ${connectionId} and version = ${version}
          and generation = ${next.generation - 1}
        returning 1`,
      sql<{ generation: number }[]>`
        select generation from connection_tokens
        where org_id = ${orgId} and connection_id = ${connectionId} and version = ${version}`,
    ]);
    return stored !== undefined ? 'stored' : (known ?? 'gone');
  });
}

/**
 * Remembers that the system gives no tokens, and shows it on a connection whose authorization has ended, unless its
 * credentials were replaced since.
 *
 * @returns false when another generation was stored meanwhile.
 */
export function markRefused(
  database: Database,
  { orgId, connectionId, version }: TokenOwner,
  refused: { generation: number; message: string; expired: boolean; refusedMs: number },
): Promise<boolean> {
  const { generation, message, expired, refusedMs } = refused;
  return withTenant(database, orgId, async ({ sql }) => {
    const [marked] = await sql`
      update connection_tokens set refusal = ${message}, lease_holder = null, lease_until = null,
        refused_until = clock_timestamp() + ${refusedMs} * interval '1 millisecond'
      where org_id = ${orgId} and connection_id = ${connectionId} and version = ${version}
        and generation = ${generation}
      returning 1`;
    if (marked === undefined || !expired) return marked !== undefined;
    await sql`
      update connections set status = 'expired', status_reason = ${message}, row_version = row_version + 1,
        updated_at = clock_timestamp()
      where org_id = ${orgId} and id = ${connectionId} and credential_version = ${version}
        and status in ('active', 'error')`;
    return true;
  });
}
