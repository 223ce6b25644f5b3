import type { Clock } from '../core/clock.ts';
import { toTimestamp } from '../core/clock.ts';
import { toId } from '../core/ids.ts';
import { type Loop, startLoop } from '../core/loop.ts';
import { type Database, withTenant } from '../drizzle/client.ts';
import type { RefreshContext } from '../services/access/sso-connections/metadata/refresh-metadata.ts';

const everyMs = 60_000;
const batchSize = 20;
/** What was claimed by a process that ended is read again then. */
const claimMs = 3_600_000;

export interface MetadataDeps extends Pick<RefreshContext, 'database' | 'egress' | 'publicUrl'> {
  signer: Extract<RefreshContext, { signer: unknown }>['signer'];
  /** As `hub_relay`: sees which connections are due, of every tenant. */
  relayDatabase: Database;
  clock: Clock;
  log: { warn(fields: object, message: string): void };
}

/** Reads the metadata of identity providers once a day. */
export function startMetadataRefresher(deps: MetadataDeps): Loop {
  return startLoop(() => refreshDue(deps), {
    everyMs,
    onError: (error) => deps.log.warn({ error }, 'metadata of identity providers could not be read; will retry'),
  });
}

/** Refreshes what is due. Safe beside another one: each connection is claimed first. */
export async function refreshDue(deps: Omit<MetadataDeps, 'log'>): Promise<'more' | 'idle'> {
  const { relayDatabase, clock } = deps;
  const due = await relayDatabase.sql<{ org_id: string; id: string }[]>`
    select org_id, id from sso_connections where metadata_due_at <= ${toTimestamp(clock.now())}
    order by metadata_due_at limit ${batchSize}`;
  for (const { org_id: orgId, id } of due) await refreshOne(deps, orgId, id);
  return due.length < batchSize ? 'idle' : 'more';
}

async function refreshOne(deps: Omit<MetadataDeps, 'log'>, orgId: string, id: string): Promise<void> {
  const { database, clock, egress, publicUrl, signer } = deps;
  const nowMs = clock.now();
  const claimed = await withTenant(
    database,
    orgId,
    async ({ sql }) =>
      await sql`
        update sso_connections set metadata_due_at = ${toTimestamp(nowMs + claimMs)}
        where org_id = ${orgId} and id = ${id} and metadata_due_at <= ${toTimestamp(nowMs)} returning 1`,
  );
  if (claimed.length === 0) return;
  // Once a day, in organizations that have it: not loaded before.
  const { refreshMetadata } = await import('../services/access/sso-connections/metadata/refresh-metadata.ts');
  const ctx = { database, clock, egress, publicUrl, signer, orgId, actor: 'system', requestId: null };
  await refreshMetadata(ctx, { id: toId('ssoConnection', id), accept: false });
}
