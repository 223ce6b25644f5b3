import { z } from 'zod';
import { type IdKind, toId, toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { hasScope, requireScope, type Scope } from '../shared/scopes.ts';
import { readTenant } from '../shared/transaction.ts';

/** Of each kind. */
const foundMax = 8;

export const searchInput = z.strictObject({
  q: z.string().trim().normalize('NFC').min(1).max(100).meta({
    description: 'A part of a name, in any case, or a whole id.',
    pattern: '\\S',
  }),
});

const kinds = ['integration', 'connection', 'account', 'lookup_table', 'calendar', 'webhook_endpoint', 'run'] as const;

export const searchHit = z
  .object({
    kind: z.enum(kinds),
    id: z.string().meta({ description: 'Unique id.' }),
    name: z.string().meta({ description: 'Its name; of a run, that of its integration.' }),
  })
  .meta({ id: 'SearchHit' });

export type SearchHit = z.infer<typeof searchHit>;

interface SearchedTable {
  kind: SearchHit['kind'];
  id: IdKind;
  table: string;
  scope: Scope;
  /** Its rows stay as tombstones. */
  deleted: boolean;
}

const places: readonly SearchedTable[] = [
  { kind: 'integration', id: 'integration', table: 'integrations', scope: 'integrations:read', deleted: true },
  { kind: 'connection', id: 'connection', table: 'connections', scope: 'connections:read', deleted: true },
  { kind: 'account', id: 'account', table: 'accounts', scope: 'accounts:read', deleted: false },
  { kind: 'lookup_table', id: 'lookupTable', table: 'lookup_tables', scope: 'integrations:read', deleted: false },
  { kind: 'calendar', id: 'calendar', table: 'calendars', scope: 'integrations:read', deleted: false },
  {
    kind: 'webhook_endpoint',
    id: 'webhookEndpoint',
    table: 'webhook_endpoints',
    scope: 'webhooks:read',
    deleted: false,
  },
];

/**
 * Finds what has a name by a part of it, and anything by its id. Only what the caller's scopes let them see; names that begin
 * with the text come first, and at most eight of a kind.
 */
export async function search({
  ctx,
  input: { q },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof searchInput>;
}): Promise<SearchHit[]> {
  requireScope(ctx, 'integrations:read');
  const open = places.filter(({ scope }) => hasScope(ctx.scopes, scope));
  const found = await readTenant(ctx, (tx) =>
    Promise.all([...open.map((place) => findNamed(tx, ctx, place, q)), findRun(tx, ctx, q)]),
  );
  return found.flat();
}

async function findNamed(tx: Transaction, ctx: ServiceContext, place: SearchedTable, q: string): Promise<SearchHit[]> {
  const { sql } = tx;
  const { table, kind, id } = place;
  const uuid = toUuid(id, q);
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from ${sql(table)}
    where org_id = ${ctx.orgId} ${place.deleted ? sql`and deleted_at is null` : sql``}
      and (${uuid === undefined ? sql`` : sql`id = ${uuid} or `} position(lower(${q}) in lower(name)) > 0)
    order by position(lower(${q}) in lower(name)), name, id limit ${foundMax}`.execute();
  return rows.map((row) => ({ kind, id: toId(id, row.id), name: row.name }));
}

/** Runs have no name of their own. */
async function findRun(tx: Transaction, ctx: ServiceContext, q: string): Promise<SearchHit[]> {
  const uuid = toUuid('run', q);
  if (uuid === undefined || !hasScope(ctx.scopes, 'runs:read')) return [];
  const rows = await tx.sql<{ id: string; name: string }[]>`
    select runs.id, integrations.name from runs
    join integrations on integrations.org_id = runs.org_id and integrations.id = runs.integration_id
    where runs.org_id = ${ctx.orgId} and runs.id = ${uuid} ${whereWithinReach(tx, ctx, 'runs.integration_id')}`.execute();
  return rows.map((row) => ({ kind: 'run', id: toId('run', row.id), name: row.name }));
}
