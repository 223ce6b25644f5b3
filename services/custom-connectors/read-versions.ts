import { z } from 'zod';
import { type Page, toOffset } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toShortPage } from '../shared/list-page.ts';
import { pageQuery } from '../shared/pages.ts';
import { fromJsonb } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import {
  type connectorVersionRecord,
  type ConnectorVersion,
  selectCustomConnector,
  selectVersion,
  toConnectorVersion,
  type VersionRow,
} from './custom-connector.ts';

export const listConnectorVersionsInput = z.strictObject(pageQuery());

/** Lists the versions of a connector of the organization that are kept, newest first. @throws {HubError} `not_found` */
export function listConnectorVersions({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string } & z.infer<typeof listConnectorVersionsInput>;
}): Promise<Page<ConnectorVersion>> {
  requireScope(ctx, 'connectors:read');
  const { limit, offset } = toOffset(input);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const { id, version: newest } = await selectCustomConnector(tx, ctx.orgId, input.id);
    const where = sql`where org_id = ${ctx.orgId} and connector_id = ${id}`;
    return toShortPage<VersionRow, ConnectorVersion>(
      input,
      [
        sql<VersionRow[]>`
          select version, restores, created_by, created_at from custom_connector_versions
          ${where} order by version desc limit ${limit} offset ${offset}`,
        sql<{ total: number }[]>`select count(*) as total from custom_connector_versions ${where}`,
      ],
      (row) => toConnectorVersion(row, newest),
    );
  });
}

/** Reads one version with its definition. @throws {HubError} `not_found` */
export function getConnectorVersion({
  ctx,
  input: { id, version },
}: {
  ctx: ServiceContext;
  input: { id: string; version: string };
}): Promise<z.infer<typeof connectorVersionRecord>> {
  requireScope(ctx, 'connectors:read');
  return inTenant(ctx, async (tx) => {
    const connector = await selectCustomConnector(tx, ctx.orgId, id);
    const row = await selectVersion(tx, ctx.orgId, connector.id, version);
    return { ...toConnectorVersion(row, connector.version), definition: fromJsonb(row.definition) };
  });
}
