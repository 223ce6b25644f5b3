import type postgres from 'postgres';
import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../flow/definition.ts';
import { lockQueue } from '../runs/queue/run-queue.ts';
import type { IntegrationRow } from './integration.ts';

/** Reads integrations with the content of their newest revision. `where` and what follows it speak of `integrations`. */
export function selectIntegrations({ sql }: Transaction, where: postgres.PendingQuery<postgres.Row[]>) {
  return sql<IntegrationRow[]>`
    select integrations.id, integrations.account_id, integrations.name, integrations.status, integrations.revision,
           integrations.active_revision, integrations.row_version, integrations.created_at, integrations.updated_at,
           case when integrations.cools_until > now() then integrations.cools_until end as cools_until,
           revisions.definition, ${brokenOf(sql)} as broken
    from integrations
    join integration_revisions as revisions on revisions.org_id = integrations.org_id
     and revisions.integration_id = integrations.id and revisions.revision = integrations.revision
    join integration_revisions as used on used.org_id = integrations.org_id
     and used.integration_id = integrations.id and used.revision = coalesce(integrations.active_revision, integrations.revision)
    ${where}`;
}

/** What the definitions of a page may take together, as JSON: a hundred of the longest would fill a process's memory. */
export const pageDefinitionsBytesMax = 8 * 1024 * 1024;

export type ListedIntegrationRow = Omit<IntegrationRow, 'definition'> & { definition: Definition | null };

/**
 * Reads a page of integrations; where their definitions are longer than that together, it gives none of them.
 *
 * `where` and what follows it speak of `integrations`, `order` of `listed`.
 *
 * @param lastRunsOf The organization whose newest runs are read with them, if they are to be.
 */
export function selectIntegrationPage(
  tx: Transaction,
  where: postgres.PendingQuery<postgres.Row[]>,
  order: postgres.PendingQuery<postgres.Row[]>,
  lastRunsOf: string | undefined,
) {
  const lastRun = lastRunsOf === undefined ? tx.sql`` : tx.sql`, ${lastRunOf(tx.sql, lastRunsOf)} as last_run`;
  return tx.sql<ListedIntegrationRow[]>`
    select id, account_id, name, status, revision, active_revision, row_version, cools_until, created_at, updated_at, broken ${lastRun},
           case when sum(octet_length(definition::text)) over () <= ${pageDefinitionsBytesMax} then definition end as definition
    from (${selectIntegrations(tx, where)}) as listed ${order}`;
}

/** The newest run of an integration of a page, whichever of its triggers started it. */
function lastRunOf(sql: Transaction['sql'], orgId: string) {
  return sql`(
    select jsonb_build_object('id', runs.id, 'status', runs.status, 'finished_at', runs.finished_at) from runs
    where runs.org_id = ${orgId} and runs.integration_id = listed.id order by runs.id desc limit 1
  )`;
}

/** The connections that cannot be used now of the revision that runs use, as `BrokenConnection`s; without one, of the newest. */
function brokenOf(sql: Transaction['sql']) {
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'status', problem) order by id), '[]')
    from connections, lateral (
      select case when connections.deleted_at is null then connections.status else 'deleted' end as problem
    ) as state
    where connections.org_id = integrations.org_id and connections.id = any(used.connection_ids)
      and problem <> 'active'
  )`;
}

/** Reads one live integration. */
export function selectIntegration(tx: Transaction, orgId: string, id: string) {
  const { sql } = tx;
  return selectIntegrations(
    tx,
    sql`where integrations.org_id = ${orgId} and integrations.id = ${id} and integrations.deleted_at is null`,
  );
}

/**
 * Reads one live integration; for the rest of the transaction nobody else changes it or its runs' turn.
 *
 * @throws {HubError} `not_found`
 */
export async function lockIntegration(tx: Transaction, orgId: string, id: string): Promise<IntegrationRow> {
  // Two statements: a join that waits for the lock itself would look for the revision from before the wait.
  const [, [row]] = await Promise.all([lockQueue(tx, orgId, id), selectIntegration(tx, orgId, id)]);
  if (row === undefined) throw notFound();
  return row;
}
