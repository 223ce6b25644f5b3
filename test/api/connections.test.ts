import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { configBytesMax } from '../../services/connections/connection.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

async function add(members: object = {}): Promise<Item> {
  const created = await api.request('POST', '/v1/connections', {
    body: {
      name: 'Warehouse',
      service_type: 'postgres',
      credentials: { user: 'hub', password: 'CANARY-first' },
      config: { host: 'db.example', database: 'warehouse' },
      ...members,
    },
  });
  expect(created.status).toBe(201);
  return (await api.request('GET', `/v1/connections/${created.data.id}`)).data;
}

function change(method: 'PUT' | 'PATCH', id: string, body: object, headers: Record<string, string> = {}) {
  return api.request(method, `/v1/connections/${id}`, { body, headers });
}

function setStatus(id: string, status: string): PromiseLike<unknown> {
  return api.admin`update connections set status = ${status} where id = ${toLookup('connection', id)}`;
}

function connectionsOf(integration: Item): { source: string; target: string } {
  const read = (end: 'source' | 'target'): string => String(Object(integration[end]).connection_id);
  return { source: read('source'), target: read('target') };
}

describe('test/api/connections', () => {
  it('changes name, account and configuration; the rest stays', async () => {
    const account = (await api.request('GET', '/v1/accounts')).list[0]?.id;
    const connection = await add();

    const put = await change('PUT', connection.id, { name: 'Archive', account_id: account });
    const patch = await change('PATCH', connection.id, { config: { schema: 'hr' }, account_id: null });

    expect(put.data).toEqual({
      ...connection,
      name: 'Archive',
      account_id: account,
      updated_at: put.data.updated_at,
    });
    expect(patch.data['config']).toEqual({ ...Object(connection['config']), schema: 'hr' });
    expect(patch.data).not.toHaveProperty('account_id');
    expect((await api.request('GET', `/v1/connections/${connection.id}`)).data).toEqual(patch.data);
  });

  it('accepts what it gave out, and leaves no trace of a change that changes nothing', async () => {
    const connection = await add();
    const before = await api.request('GET', `/v1/connections/${connection.id}`);

    for (const method of ['PUT', 'PATCH'] as const) {
      const after = await change(method, connection.id, before.data);
      expect([after.status, after.data]).toEqual([200, before.data]);
      expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
    }
  });

  it('shows when credentials end, and changes that alone, until other credentials take their place', async () => {
    const [first, later] = ['2027-03-01T00:00:00.000Z', '2028-03-01T00:00:00.000Z'];
    const connection = await add({ name: 'Ending', credentials_expire_at: first });
    const listed = async (): Promise<unknown> =>
      (await api.request('GET', '/v1/connections?q=Ending')).list.map((one) => one['credentials_expire_at']);

    expect(connection['credentials_expire_at']).toBe(first);
    expect(await listed()).toEqual([first]);
    const put = await change('PUT', connection.id, { credentials_expire_at: later });
    expect(put.data).toEqual({ ...connection, credentials_expire_at: later, updated_at: put.data.updated_at });
    expect(await listed()).toEqual([later]);
    const credentials = { user: 'hub', password: 'CANARY-second' };
    const body = { credentials, credentials_expire_at: first };
    const replaced = await api.request('PUT', `/v1/connections/${connection.id}/credentials`, { body });
    expect(replaced.data).toMatchObject({ credentials_expire_at: first });
    const back = await api.request('POST', `/v1/connections/${connection.id}/credentials/rollback`);
    expect(back.data).toMatchObject({ credentials_expire_at: later });
    const cleared = await change('PATCH', connection.id, { credentials_expire_at: null });
    expect(cleared.data).not.toHaveProperty('credentials_expire_at');
    expect(await listed()).toEqual([undefined]);
    const { error } = await change('PUT', connection.id, { credentials_expire_at: 'soon' });
    expect(error?.details.errors).toMatchObject([{ path: 'credentials_expire_at' }]);
  });

  it.each<[string, object, string, string]>([
    ['other credentials', { credentials: { user: 'x', password: 'CANARY' } }, 'credentials', 'not_changeable_here'],
    ['another service', { service_type: 's3' }, 'service_type', 'not_changeable'],
    ['a parameter that the connector has not', { config: { colour: 'red' } }, 'config.colour', 'unknown_field'],
    ['an unknown account', { account_id: newId('account') }, 'account_id', 'unknown_account'],
    ['a configuration that is too long', { config: { schema: 'x'.repeat(configBytesMax) } }, 'config', 'invalid_value'],
    ['another host for the same password', { config: { host: 'evil.example' } }, 'config.host', 'credentials_required'],
    ['less encryption for it', { config: { ssl: 'disable' } }, 'config.ssl', 'credentials_required'],
  ])('refuses %s', async (_, body, path, code) => {
    const { id } = await add();

    const { status, error } = await change('PATCH', id, body);

    expect([status, error.details.errors]).toEqual([400, [expect.objectContaining({ path, code })]]);
    expect(JSON.stringify(error)).not.toContain('CANARY');
  });

  it.each([
    ['okta', { api_token: 'CANARY' }, { domain: 'acme.okta.com' }, { domain: 'evil.okta.com' }],
    ['servicenow', { username: 'hub', password: 'CANARY' }, { instance: 'acme' }, { instance: 'dev99999' }],
  ])('sends no stored credential to another customer of %s', async (service, credentials, config, other) => {
    const { id } = await add({ service_type: service, credentials, config });

    const { status, error } = await change('PATCH', id, { config: other });

    const path = `config.${Object.keys(other).join()}`;
    expect([status, error.details.errors]).toEqual([
      400,
      [expect.objectContaining({ path, code: 'credentials_required' })],
    ]);
    expect((await api.request('GET', `/v1/connections/${id}`)).data['config']).toEqual(config);
    const together = { credentials, config: other };
    expect((await change('PUT', `${id}/credentials`, together)).status).toBe(200);
  });

  it('changes only the version that it is meant for', async () => {
    const { id } = await add();
    const tag = (await api.request('GET', `/v1/connections/${id}`)).headers.get('etag') ?? '';
    await change('PATCH', id, { name: 'Changed meanwhile' });

    expect((await change('PATCH', id, { name: 'Late' }, { 'if-match': tag })).status).toBe(412);
    const deleted = await api.request('DELETE', `/v1/connections/${id}`, { headers: { 'if-match': tag } });
    expect(deleted.status).toBe(412);
  });

  it.each([
    ['active', 'disabled', 200],
    ['error', 'disabled', 200],
    ['disabled', 'active', 200],
    ['error', 'active', 409],
    ['expired', 'active', 409],
    ['active', 'error', 409],
    ['error', 'error', 200],
  ])('lets a connection in %s be set to %s: %i', async (from, to, status) => {
    const { id } = await add();
    await setStatus(id, from);

    expect((await change('PATCH', id, { status: to })).status).toBe(status);
  });

  it('keeps integrations of a disabled connection from running, and names it', async () => {
    const integration = await addIntegration(api);
    const { target } = connectionsOf(integration);
    await change('PATCH', target, { status: 'disabled' });

    const executed = await api.request('POST', `/v1/integrations/${integration.id}/execute`);
    const activated = await api.request('POST', `/v1/integrations/${integration.id}/activate`);
    await change('PATCH', target, { status: 'active' });
    const again = await api.request('POST', `/v1/integrations/${integration.id}/execute`);

    expect([executed.status, executed.error.code]).toEqual([409, 'invalid_state']);
    expect(executed.error.details['connections']).toEqual([target]);
    expect(executed.error.message).toContain('"Warehouse"');
    expect([activated.status, activated.error.code]).toEqual([409, 'integration_not_ready']);
    expect(activated.error.details['missing']).toEqual([
      expect.objectContaining({ step: 'connection', connection_id: target }),
    ]);
    expect(again.status).toBe(202);
  });

  it('is not deleted while integrations use it', async () => {
    const integration = await addIntegration(api);

    const { status, error } = await api.request('DELETE', `/v1/connections/${connectionsOf(integration).source}`);

    expect([status, error.code, error.details['integrations']]).toEqual([409, 'resource_in_use', [integration.id]]);
  });

  it('gives the purge the credentials of what was deleted', async () => {
    const { id } = await add();

    await api.request('DELETE', `/v1/connections/${id}`);

    const [row] = await api.admin`
      select rollback_until - deleted_at = interval '1 hour' as due from connections
      where id = ${toLookup('connection', id)}`;
    expect(row).toEqual({ due: true });
  });

  it('pauses the integrations that use it, and stops their runs, where that is asked for', async () => {
    const integration = await addIntegration(api);
    const { source, target } = connectionsOf(integration);
    await api.request('POST', `/v1/integrations/${integration.id}/activate`);
    const acts = actOnRuns(api);
    const [running, waiting] = [await acts.execute(integration.id), await acts.execute(integration.id)];
    await acts.setRunning(running.data.id);

    const deleted = await api.request('DELETE', `/v1/connections/${source}?cascade=pause`);

    expect([deleted.status, deleted.data]).toEqual([200, { id: source, deleted: true }]);
    const { data: paused } = await api.request('GET', `/v1/integrations/${integration.id}`);
    expect(paused).toMatchObject({ status: 'inactive', active_revision: 1 });
    const workflows = await api.request('GET', `/v1/workflows?integration_id=${integration.id}`);
    expect(new Set(workflows.list.map((workflow) => workflow.status))).toEqual(new Set(['inactive']));
    expect((await acts.getRun(running.data.id)).status).toBe('canceling');
    expect((await acts.getRun(waiting.data.id)).status).toBe('canceled');

    const executed = await acts.execute(integration.id);
    expect([executed.status, executed.error.code]).toEqual([409, 'integration_not_ready']);
    expect(executed.error.details['connections']).toEqual([source]);
    expect((await api.request('GET', `/v1/connections/${target}`)).status).toBe(200);
  });
});
