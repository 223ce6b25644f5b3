import type postgres from 'postgres';
import { toTimestamp } from '../core/clock.ts';
import { toId } from '../core/ids.ts';
import type { Database } from '../drizzle/index.ts';
import { type AuditEventRow, toAuditContent } from '../services/audit-events/audit-event.ts';
import { type ChainPlace, chainStart, nextPlace, toCheckpointText } from '../services/audit-events/chain.ts';
import { selectAuditEvents } from '../services/audit-events/select-audit-events.ts';
import type { Signer } from '../vault/index.ts';

/** Events that one transaction seals. */
export const sealBatch = 1000;

/** What came of one batch: where the chain ended before and ends now. */
export interface Sealed {
  from: ChainPlace;
  to: ChainPlace;
  keyId: string;
  signature: string;
}

/**
 * Seals events of an organization that have no place in its chain yet: numbers them without gaps, hashes each with the
 * hash before it, and signs the new end. All or nothing: a crash leaves the chain as it was, and the events for the next
 * sealer.
 *
 * The row of the chain is the lock: one process seals an organization at a time, and another finds nothing to do.
 *
 * @param database As `hub_relay`.
 * @returns `undefined` when there was nothing to seal, or somebody else is at it.
 */
export async function sealAudit(
  database: Pick<Database, 'sql'>,
  signer: Signer,
  { orgId, nowMs }: { orgId: string; nowMs: number },
): Promise<Sealed | undefined> {
  const sealed = await database.sql.begin(async (sql) => {
    // Sealed checkpoints are published, so a crash of the server must not undo them.
    await sql`set local synchronous_commit = on`;
    const organizationId = toId('organization', orgId);
    const chain = await lockChain(sql, { orgId, organizationId, nowMs }, signer);
    if (chain === undefined) return [];
    const rows = await selectAuditEvents(
      { sql },
      sql`where org_id = ${orgId} and sequence is null order by id limit ${sealBatch}`,
    );
    if (rows.length === 0) return [];
    const places = toPlaces(chain, rows);
    const to = places.at(-1) ?? chain;
    const head = signHead(signer, organizationId, to, nowMs);
    await Promise.all([
      sql`
        update audit_events set sequence = place.sequence, hash = decode(place.hash, 'hex')
        from unnest(${rows.map(({ id }) => id)}::uuid[], ${places.map(({ sequence }) => sequence)}::bigint[],
                    ${places.map(({ hash }) => hash)}::text[]) as place (id, sequence, hash)
        where org_id = ${orgId} and audit_events.id = place.id`,
      sql`
        update audit_chains set sequence = ${to.sequence}, hash = decode(${to.hash}, 'hex'), key_id = ${head.keyId},
               signature = ${head.signature}, sealed_at = ${head.sealedAt}
        where org_id = ${orgId}`,
    ]);
    return [{ from: chain, to, keyId: head.keyId, signature: head.signature.toString('base64') }];
  });
  return sealed[0];
}

/** The end of the chain, which is begun where there is none. `undefined` while another process holds it. */
async function lockChain(
  sql: postgres.TransactionSql,
  { orgId, organizationId, nowMs }: { orgId: string; organizationId: string; nowMs: number },
  signer: Signer,
): Promise<ChainPlace | undefined> {
  const [held] = await sql<ChainPlace[]>`
    select sequence, encode(hash, 'hex') as hash from audit_chains where org_id = ${orgId} for update skip locked`;
  if (held !== undefined) return held;
  const start = chainStart(organizationId);
  const head = signHead(signer, organizationId, start, nowMs);
  const [begun] = await sql`
    insert into audit_chains (org_id, sequence, hash, key_id, signature, sealed_at)
    values (${orgId}, ${start.sequence}, decode(${start.hash}, 'hex'), ${head.keyId}, ${head.signature}, ${head.sealedAt})
    on conflict do nothing returning 1`;
  return begun === undefined ? undefined : start;
}

function toPlaces(from: ChainPlace, rows: readonly AuditEventRow[]): ChainPlace[] {
  let place = from;
  return rows.map((row) => (place = nextPlace(place, toAuditContent(row))));
}

function signHead(
  signer: Signer,
  organizationId: string,
  { sequence, hash }: ChainPlace,
  nowMs: number,
): { keyId: string; signature: Buffer; sealedAt: string } {
  const sealedAt = toTimestamp(nowMs);
  return { ...signer.sign(toCheckpointText(organizationId, { sequence, hash, sealedAt })), sealedAt };
}

/**
 * Organizations that have events to seal, each found by one step through the index of such events, however many it has.
 *
 * @param database As `hub_relay`.
 */
export async function listUnsealed({ sql }: Pick<Database, 'sql'>, max: number): Promise<string[]> {
  const rows = await sql<{ orgId: string }[]>`
    with recursive waiting as (
      (select org_id from audit_events where sequence is null order by org_id limit 1)
      union all
      select (
        select next.org_id from audit_events as next
        where next.sequence is null and next.org_id > waiting.org_id order by next.org_id limit 1
      ) from waiting where waiting.org_id is not null
    )
    select org_id as "orgId" from waiting where org_id is not null limit ${max}`;
  return rows.map(({ orgId }) => orgId);
}
