import { findConnector } from '../../catalogue/index.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { HubError, notFound } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { connections } from '../../drizzle/schema/index.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Row } from '../shared/rows.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';

/** What has to be known of a connection before workers are asked about it. */
export type KnownConnection = Row<typeof connections, 'id' | 'name' | 'status' | 'serviceType' | 'config'> & {
  /** Absent where there is none any more. */
  connector: Connector | undefined;
};

/** Finds a live connection by the id that a caller sent. @throws {HubError} `not_found` */
export async function requireConnection(ctx: ServiceContext, id: string): Promise<KnownConnection> {
  return inTenant(ctx, async (tx) => {
    const [found] = await tx.sql<Omit<KnownConnection, 'connector'>[]>`
      select id, name, status, service_type, config from connections
      where org_id = ${ctx.orgId} and id = ${toLookup('connection', id)} and deleted_at is null`;
    if (found === undefined) throw notFound();
    return { ...found, connector: await findConnector(tx, ctx.orgId, found.service_type) };
  });
}

/** Lets only an enabled connection be used. @throws {HubError} `invalid_state`, naming the connection. */
export function requireEnabled({ id, name, status }: Pick<KnownConnection, 'id' | 'name' | 'status'>): void {
  if (status !== 'disabled') return;
  throw new HubError('invalid_state', messages.connectionDisabled({ name }), {
    details: { connections: [toId('connection', id)] },
  });
}
