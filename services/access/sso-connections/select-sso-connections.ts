import type postgres from 'postgres';
import { notFound } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { toLookup } from '../../shared/schemas.ts';
import type { SsoConnectionRow } from './sso-connection.ts';

/** Reads connections with their domains. `where` and what follows it speak of `sso`. */
export function selectSsoConnections(
  { sql }: Transaction,
  orgId: string,
  where: postgres.PendingQuery<postgres.Row[]>,
) {
  return sql<SsoConnectionRow[]>`
    select sso.id, sso.kind, sso.name, sso.config, sso.sealed, sso.encryption_keys, sso.provisioning, sso.default_role, sso.role_rules,
           sso.disabled_at, sso.metadata_read_at, sso.metadata_problem, sso.row_version, sso.created_at, sso.updated_at, coalesce((
             select jsonb_agg(jsonb_build_object('domain', domain, 'token', token, 'verified_at', verified_at,
                                                 'enforced', enforced) order by domain) from sso_domains
             where sso_domains.org_id = ${orgId} and sso_domains.sso_connection_id = sso.id
           ), '[]') as domains
    from sso_connections as sso ${where}`;
}

/** Reads one connection; with `lock`, it cannot change for the rest of the transaction. @throws {HubError} `not_found` */
export async function requireSsoConnection(...which: Parameters<typeof findSsoConnection>): Promise<SsoConnectionRow> {
  const row = await findSsoConnection(...which);
  if (row === undefined) throw notFound();
  return row;
}

export async function findSsoConnection(
  tx: Transaction,
  orgId: string,
  id: string,
  lock?: 'lock',
): Promise<SsoConnectionRow | undefined> {
  const { sql } = tx;
  const where = sql`where sso.org_id = ${orgId} and sso.id = ${toLookup('ssoConnection', id)}
    ${lock === undefined ? sql`` : sql`for no key update of sso`}`;
  const [row] = await selectSsoConnections(tx, orgId, where);
  return row;
}
