import { getConnector } from '../../connectors/registry.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { finishInDatabase } from '../../runs/store/finish-in-database.ts';
import { reportAuthFailure } from '../../runs/auth-failures.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import { type EventType, eventTypes } from '../../core/enums.ts';
import { noCounters } from '../../core/pure/counters.ts';
import { withTenant } from '../../drizzle/client.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import {
  type EventPayload,
  type EventRow,
  payloadOf,
  toEventPayload,
} from '../../services/event-endpoints/event-payload.ts';
import { addIntegration } from '../api/flows.ts';
import { type Item, startTestApi, type TestApi } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';

let api: TestApi;
let endpoint: Item;
let orgId: string;

beforeAll(async () => {
  api = await startTestApi();
  orgId = toLookup('organization', api.organization.organization_id);
});

afterAll(() => api.close());

beforeEach(async () => {
  await api.admin`delete from webhook_endpoints`;
  await api.admin`delete from events`;
  endpoint = await addEndpoint(['*']);
});

async function addEndpoint(events: readonly string[], key?: string): Promise<Item> {
  const created = await api.request('POST', '/v1/webhook-endpoints', {
    ...(key === undefined ? {} : { key }),
    body: { name: 'Everything', url: 'https://example.com/hook', events },
  });
  expect(created.status).toBe(201);
  return created.data;
}

/** What happened so far, oldest first, each event in the shape of its type. */
async function readEvents(): Promise<EventPayload[]> {
  const rows = await api.admin<EventRow[]>`
    select type, snapshot, to_char(occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurred_at
    from events order by seq`;
  return rows.map((row) => {
    const payload = toEventPayload(row);
    payloadOf(payload.type).parse(payload);
    return payload;
  });
}

async function readTypes(about: string): Promise<EventType[]> {
  const all = await readEvents();
  return all.filter(({ data }) => JSON.stringify(data).includes(about)).map(({ type }) => type);
}

async function addConnection(key?: string): Promise<Item> {
  const created = await api.request('POST', '/v1/connections', {
    ...(key === undefined ? {} : { key }),
    body: { name: 'c', service_type: 'http', credentials: {}, config: { base_url: 'https://example.com/CANARY' } },
  });
  expect(created.status).toBe(201);
  return created.data;
}

/** A run at work. */
async function startRun(): Promise<{ integration: Item; runId: string }> {
  const integration = await addIntegration(api);
  const acts = actOnRuns(api);
  const run = await acts.execute(integration.id);
  await acts.setRunning(run.data.id);
  return { integration, runId: run.data.id };
}

describe('test/integration/events', { timeout: 120_000 }, () => {
  it('has a shape for every type', () => {
    for (const type of eventTypes) expect(Object.keys(payloadOf(type).shape)).toEqual(['type', 'timestamp', 'data']);
  });

  it('tells the states of a run, with its counters at the end', async () => {
    const { integration, runId } = await startRun();
    const address = { orgId, integrationId: toLookup('integration', integration.id), runId: toLookup('run', runId) };

    await finishInDatabase(api, address, 'failed', { code: 'x', message: 'It broke.' });
    const all = (await readEvents()).filter(({ type }) => type.startsWith('run.'));

    expect(all.map(({ type }) => type)).toEqual(['run.queued', 'run.running', 'run.failed']);
    expect(all[2]?.data).toMatchObject({
      id: runId,
      integration_id: integration.id,
      status: 'failed',
      counters: { ...noCounters, written: 0 },
      error: { code: 'x', message: 'It broke.' },
    });
  });

  it('tells of a run that is canceled before it begins', async () => {
    const integration = await addIntegration(api);
    const run = await actOnRuns(api).execute(integration.id);

    await api.request('POST', `/v1/runs/${run.data.id}/cancel`);

    expect(await readTypes(`"id":"${run.data.id}"`)).toEqual(['run.queued', 'run.canceled']);
  });

  it('tells of failed records in sums, however many pages they come in', async () => {
    const { integration, runId } = await startRun();
    const id = toLookup('run', runId);

    for (let page = 0; page < 50; page += 1)
      await withTenant(api.database, orgId, ({ sql }) => sql`update runs set failed = failed + 100 where id = ${id}`);
    const address = { orgId, integrationId: toLookup('integration', integration.id), runId: id };
    await finishInDatabase(api, address, 'succeeded');
    const all = (await readEvents()).filter(({ data }) => JSON.stringify(data).includes(runId));

    expect(all.map(({ type }) => type)).toEqual([
      'run.queued',
      'run.running',
      'record.dead_lettered',
      'record.dead_lettered',
      'run.partially_succeeded',
      'notification.partially_succeeded',
    ]);
    expect(all[2]?.data).toEqual({ run_id: runId, integration_id: integration.id, count: 100, total: 100 });
    expect(all[3]?.data).toMatchObject({ count: 4900, total: 5000 });
  });

  it('tells of failed records again after a minute', async () => {
    const { runId } = await startRun();
    const id = toLookup('run', runId);
    const fail = (): Promise<unknown> =>
      withTenant(api.database, orgId, ({ sql }) => sql`update runs set failed = failed + 1 where id = ${id}`);

    await fail();
    await api.admin`update runs set failed_told_at = failed_told_at - interval '61 seconds' where id = ${id}`;
    await fail();

    expect((await readTypes(runId)).filter((type) => type === 'record.dead_lettered')).toHaveLength(2);
  });

  it('tells what becomes of a connection, and nothing of its configuration', async () => {
    const { id } = await addConnection();
    const path = `/v1/connections/${id}`;

    await api.request('PATCH', path, { body: { name: 'Other' } });
    await reportAuthFailure(
      api.database,
      { orgId, integrationId: '', runId: '' },
      {
        id: toLookup('connection', id),
        connector: getConnector('http'),
        serviceType: 'http',
        config: {},
        credentialVersion: 1,
        authMethod: '',
        sealed: Buffer.alloc(0),
      },
      new ConnectorError('auth_expired', 'Expired.', { connectorId: 'http', operation: 'list' }),
    );
    await api.request('PUT', `${path}/credentials`, { body: { credentials: {} } });
    await api.request('PATCH', path, { body: { status: 'disabled' } });
    await api.request('DELETE', path);

    expect(await readTypes(id)).toEqual([
      'connection.created',
      'connection.updated',
      'connection.expired',
      'notification.connection_broken',
      'connection.active',
      'notification.recovered',
      'connection.disabled',
      'connection.deleted',
    ]);
    expect(JSON.stringify(await readEvents())).not.toContain('CANARY');
  });

  it('tells what becomes of an integration', async () => {
    const { id } = await addIntegration(api);
    const path = `/v1/integrations/${id}`;

    await api.request('POST', `${path}/activate`);
    await api.request('PATCH', path, { body: { name: 'Other' } });
    await api.request('POST', `${path}/deactivate`);
    await api.request('DELETE', path);

    expect(await readTypes(`"id":"${id}"`)).toEqual([
      'integration.created',
      'integration.activated',
      'integration.updated',
      'integration.deactivated',
      'integration.deleted',
    ]);
  });

  it('tells the others of an endpoint that is disabled, and not the endpoint', async () => {
    await addEndpoint(['webhook_endpoint.*']);

    await api.request('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { disabled: true } });
    const deliveries = await api.admin<{ endpoint_id: string }[]>`select endpoint_id from webhook_deliveries`;

    expect(await readTypes(endpoint.id)).toEqual(['webhook_endpoint.disabled']);
    expect(deliveries).toHaveLength(1);
    expect(deliveries[0]?.endpoint_id).not.toBe(toLookup('webhookEndpoint', endpoint.id));
  });

  it.each([
    ['of another type', async () => addEndpoint(['run.failed'])],
    ['of another organization', async () => addEndpoint(['*'], (await api.addOrganization('Other')).api_key)],
    ['that is disabled', async () => endpoint],
  ])('writes nothing down for an endpoint %s', async (_, add) => {
    const added = await add();
    if (added.id !== endpoint.id) await api.request('DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
    else await api.request('PATCH', `/v1/webhook-endpoints/${endpoint.id}`, { body: { disabled: true } });

    await addConnection();

    expect(await readEvents()).toEqual([]);
  });

  it('is true exactly when its cause is', async () => {
    const { id } = await addConnection();
    const undone = withTenant(api.database, orgId, async ({ sql }) => {
      await sql`update connections set name = 'x', row_version = row_version + 1 where id = ${toLookup('connection', id)}`;
      throw new Error('Undone.');
    });

    await expect(undone).rejects.toThrow('Undone.');
    expect(await readTypes(id)).toEqual(['connection.created']);
  });

  it('lets what happens happen while an endpoint is being deleted', async () => {
    const deleting = await api.admin.reserve();
    await deleting`begin`;
    await deleting`delete from webhook_endpoints`;

    const adding = addConnection();
    await expect
      .poll(
        async () => {
          const [row] = await api.admin<{ waiting: number }[]>`
            select count(*)::int as waiting from pg_locks where not granted`;
          return row?.waiting;
        },
        { timeout: 30_000 },
      )
      .toBeGreaterThan(0);
    await deleting`commit`;
    deleting.release();

    expect((await adding).id).toMatch(/^conn_/);
  });

  it('shows nothing of one organization to another', async () => {
    await addConnection();
    const other = toLookup('organization', (await api.addOrganization('Other')).organization_id);

    for (const table of ['webhook_endpoints', 'webhook_queues', 'events', 'webhook_deliveries', 'webhook_attempts']) {
      const count = (org: string): Promise<{ total: number }[]> =>
        withTenant(api.database, org, ({ sql }) => sql`select count(*)::int as total from ${sql(table)}`);
      const [[own], [foreign]] = await Promise.all([count(orgId), count(other)]);
      if (table !== 'webhook_attempts') expect([table, own?.total]).not.toEqual([table, 0]);
      expect([table, foreign?.total]).toEqual([table, 0]);
    }
  });
});
