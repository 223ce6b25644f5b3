import { notFound } from '../../core/errors.ts';
import type { connectionCredentials, connectionGates, connections } from '../../drizzle/schema/index.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { readTenant } from '../shared/transaction.ts';
import type { Versioned } from '../shared/versions.ts';
import { type ConnectionRecord, type ConnectionRow, toConnectionRecord } from './connection.ts';

/** Reads one connection. @throws {HubError} `not_found` */
export async function getConnection({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<Versioned<ConnectionRecord>> {
  requireScope(ctx, 'connections:read');
  const id = toLookup('connection', input.id);
  const [[row], [gate]] = await readTenant(ctx, ({ sql }) =>
    Promise.all([
      sql<(ConnectionRow & Row<typeof connections, 'rowVersion'> & Row<typeof connectionCredentials, 'authMethod'>)[]>`
        select c.id, c.name, c.service_type, c.status, c.status_reason, c.account_id, c.config, c.created_at, c.updated_at,
          c.row_version, k.auth_method, k.expires_at as credentials_expire_at
        from connections c
        join connection_credentials k
          on k.org_id = c.org_id and k.connection_id = c.id and k.version = c.credential_version
        where c.org_id = ${ctx.orgId} and c.id = ${id} and c.deleted_at is null`.execute(),
      sql<GateRow[]>`
        select reason, closed_at, probe_at, (
          select count(distinct run_gates.run_id)::int from run_gates
          join runs on runs.org_id = run_gates.org_id and runs.id = run_gates.run_id
          where run_gates.org_id = gates.org_id and run_gates.connection_id = gates.connection_id and runs.finished_at is null
        ) as runs
        from connection_gates as gates where org_id = ${ctx.orgId} and connection_id = ${id}`.execute(),
    ]),
  );
  if (row === undefined) throw notFound();
  const data = toConnectionRecord(row);
  return { data: gate === undefined ? data : { ...data, gate: toGate(gate) }, version: row.row_version };
}

type GateRow = Row<typeof connectionGates, 'reason' | 'closedAt' | 'probeAt'> & { runs: number };

function toGate({ reason, closed_at: closedAt, probe_at: probeAt, runs }: GateRow): ConnectionRecord['gate'] {
  return {
    reason,
    closed_at: fromTime(closedAt),
    ...(probeAt === null ? {} : { probe_at: fromTime(probeAt) }),
    runs,
  };
}
