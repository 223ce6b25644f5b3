/**
 * The statements of the API's hot paths behind bare routes: no credential, no checks, no shapes, no seal.
 *
 * `node bench/bare-api.ts DATABASE_URL ORG_ID` prints its port, then serves until it is killed.
 */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import postgres from 'postgres';
import { z } from 'zod';
import { newUuid } from '../core/ids.ts';
import { readAddress } from '../drizzle/address.ts';

const [databaseUrl = '', orgId = ''] = process.argv.slice(2);
const { url, ...socket } = readAddress(databaseUrl);
const sql = postgres(url, { ...socket, max: 20, connection: { role: 'hub_app' } });
const app = new Hono();
/** About as long as what the vault gives. */
const sealed = randomBytes(200);

/** What stands in an audit event besides, about as long. */
const mac = randomBytes(32);
const after = JSON.stringify({ name: 'bare', service_type: 'bare', status: 'active', config: {} });

/** The transaction that the hub has, too: the tenant is set by a statement that is sent along with the first. */
async function inTenant<T>(work: (tx: postgres.TransactionSql) => Promise<T>): Promise<T> {
  const box = await sql.begin(async (tx) => {
    const tenant = tx`select set_config('hub.org', ${orgId}, true)`.execute();
    const [value] = await Promise.all([work(tx), tenant]);
    return { value };
  });
  return box.value;
}

app.get('/connections/:id', async (c) => {
  const rows = await inTenant(
    async (tx) =>
      await tx`
      select id, name, service_type, status, account_id, config, created_at, updated_at from connections
      where org_id = ${orgId} and id = ${c.req.param('id')} and deleted_at is null`,
  );
  return c.json({ data: rows[0] });
});

app.get('/connections', async (c) => {
  const limit = Number(c.req.query('per_page'));
  const offset = (Number(c.req.query('page')) - 1) * limit;
  const [rows, counts] = await inTenant((tx) =>
    Promise.all([
      tx`
        select id, name, service_type, status, account_id, config, created_at, updated_at from connections
        where org_id = ${orgId} and deleted_at is null order by id limit ${limit} offset ${offset}`,
      tx`select count(*) as total from connections where org_id = ${orgId} and deleted_at is null`,
    ]),
  );
  return c.json({ data: rows, meta: counts[0] });
});

const connection = z.object({ name: z.string(), service_type: z.string() });

app.post('/connections', async (c) => {
  const { name, service_type: serviceType } = connection.parse(await c.req.json());
  const id = newUuid();
  const now = new Date().toISOString();
  await inTenant(
    async (tx) =>
      await Promise.all([
        tx`
          insert into connections
            (org_id, id, account_id, name, service_type, status, config, credential_version, created_at, updated_at)
          values (${orgId}, ${id}, null, ${name}, ${serviceType}, 'active', '{}', 1, ${now}, ${now})`,
        tx`
          insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id, created_at)
          values (${orgId}, ${id}, 1, 'none', ${sealed}, 'bare', ${now})`,
        audit(tx, 'connection.created', id),
      ]),
  );
  return c.json({ data: { id, name, service_type: serviceType, created_at: now } }, 201);
});

app.post('/integrations/:id/execute', async (c) => {
  const integrationId = c.req.param('id');
  const id = newUuid();
  const now = new Date().toISOString();
  await inTenant(async (tx) => {
    const [[flow]] = await Promise.all([
      tx<{ revision: number; workflow_id: string }[]>`
        select status, revision, active_revision, concurrency, (
            select id from workflows
            where org_id = ${orgId} and integration_id = ${integrationId} and trigger_key = 'manual'
          ) as workflow_id
        from integrations
        where org_id = ${orgId} and id = ${integrationId} and deleted_at is null for no key update`,
      tx`
        select exists (
            select 1 from runs where org_id = ${orgId} and integration_id = ${integrationId}
            and admitted_at is not null and status in ('queued', 'running', 'canceling')
          ) as taken,
          (select count(*) from runs where org_id = ${orgId} and integration_id = ${integrationId}
            and admitted_at is null and status = 'queued') as waiting`,
    ]);
    if (flow === undefined) throw new Error('There is no such integration.');
    return await Promise.all([
      tx`
        insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options,
                          admitted_at, queued_at, finished_at, created_at, updated_at)
        values (${orgId}, ${id}, ${integrationId}, ${flow.workflow_id}, ${flow.revision}, 'manual', 'queued', '{}',
                ${now}, ${now}, null, ${now}, ${now})`,
      tx`
        insert into outbox (org_id, kind, payload)
        values (${orgId}, 'run.start', ${tx.json({ run_id: id, integration_id: integrationId })})`,
      tx`select pg_notify('hub_outbox', '')`,
      audit(tx, 'integration.executed', integrationId),
    ]);
  });
  return c.json({ data: { id, status: 'queued', created_at: now } }, 202);
});

function audit(tx: postgres.TransactionSql, action: string, resourceId: string): PromiseLike<unknown> {
  return tx`
    insert into audit_events (org_id, id, actor, action, resource_type, resource_id, request_id, address, before, after,
                              changes, created_at, mac)
    values (${orgId}, ${newUuid()}, 'bare', ${action}, 'bare', ${resourceId}, 'bare', '127.0.0.1', null, ${after}, '{}',
            ${new Date().toISOString()}, ${mac})`;
}

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => {
  process.stdout.write(`${port}\n`);
});
process.on('SIGTERM', () => server.close());
