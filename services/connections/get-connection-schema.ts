import { z } from 'zod';
import { isDeclaredWhole, listDeclared } from '../../connectors/drivers/shared/discover/declared.ts';
import { toTimestamp } from '../../core/clock.ts';
import { type Discovery, discovery } from '../../core/connection-requests.ts';
import type { connectionSchemas } from '../../drizzle/schema/index.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromJsonb, fromTime, type Row, toJsonb } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { timestamp } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { askUpstream } from './ask-upstream.ts';
import type { Discovered } from './discoveries.ts';
import { listKnownEnds } from './known-ends.ts';
import { requireConnection, requireEnabled } from './require-connection.ts';
import { unknownConnector } from './require-connector.ts';

export const getConnectionSchemaInput = z.strictObject({
  refresh: z
    .enum(['true', 'false'])
    .default('false')
    .meta({ description: '`true` asks the third party again, whatever is known.' }),
});

/** What a connection has, as the last look at it found. @see docs/connections.md#looking-around */
export const connectionSchemaRecord = discovery.extend({ discovered_at: timestamp }).meta({ id: 'ConnectionSchema' });

/** How long a caller waits who does not say (`Prefer: wait`), and at most. A discovery takes 25 s at most. */
const timeoutDefaultSeconds = 10;
const timeoutMaxSeconds = 25;

/**
 * Lists the objects of a connection, and their fields: from the connector's own declaration where that says all, else
 * from the last discovery, which is made when there was none.
 *
 * @returns `undefined` while a discovery is under way that takes longer than the caller would wait.
 * @throws {HubError} `not_found`; `invalid_state` for a disabled connection; as `askUpstream`.
 */
export async function getConnectionSchema({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; refresh: boolean; waitSeconds?: number | undefined };
}): Promise<z.infer<typeof connectionSchemaRecord> | undefined> {
  requireScope(ctx, 'connections:read');
  const connection = await requireConnection(ctx, input.id);
  const { connector } = connection;
  if (connector === undefined) throw unknownConnector(connection.service_type);
  if (isDeclaredWhole(connector)) {
    return {
      objects: listDeclared(connector, fromJsonb(connection.config)),
      truncated: false,
      discovered_at: toTimestamp(ctx.clock.now()),
    };
  }
  const known = input.refresh ? undefined : await readKnown(ctx, connection.id);
  if (known !== undefined) return known;
  requireEnabled(connection);
  const timeoutSeconds = Math.min(input.waitSeconds ?? timeoutDefaultSeconds, timeoutMaxSeconds);
  return ctx.discoveries.join(`${ctx.orgId} ${connection.id}`, timeoutSeconds * 1000, () =>
    discover(ctx, connection.id),
  );
}

async function discover(ctx: ServiceContext, connectionId: string): Promise<Discovered> {
  const ends = await listKnownEnds(ctx, connectionId);
  const found = await askUpstream(ctx, { kind: 'discover', about: { connectionId }, input: { ends } });
  const discoveredAt = toTimestamp(ctx.clock.now());
  await keep(ctx, connectionId, found, discoveredAt);
  return { ...found, discovered_at: discoveredAt };
}

async function readKnown(
  ctx: ServiceContext,
  connectionId: string,
): Promise<z.infer<typeof connectionSchemaRecord> | undefined> {
  const [row] = await inTenant(
    ctx,
    async ({ sql }) =>
      await sql<Row<typeof connectionSchemas, 'discovered' | 'discoveredAt'>[]>`
      select discovered, discovered_at from connection_schemas
      where org_id = ${ctx.orgId} and connection_id = ${connectionId}`,
  );
  return row && { ...discovery.parse(row.discovered), discovered_at: fromTime(row.discovered_at) };
}

async function keep(ctx: ServiceContext, connectionId: string, found: Discovery, discoveredAt: string): Promise<void> {
  await inTenant(ctx, async ({ sql }) => {
    await sql`
      insert into connection_schemas (org_id, connection_id, discovered, discovered_at)
      values (${ctx.orgId}, ${connectionId}, ${toJsonb(found)}, ${discoveredAt})
      on conflict (org_id, connection_id) do update
      set discovered = excluded.discovered, discovered_at = excluded.discovered_at`;
  });
}
