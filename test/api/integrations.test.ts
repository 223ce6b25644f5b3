import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addIntegration, makeFlow } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

describe('test/api/integrations', () => {
  it('takes a name alone for a draft, and tells which set-up steps are open', async () => {
    const { status, data, headers } = await api.request('POST', '/api/v1/integrations', { body: { name: 'Later' } });

    expect(status).toBe(201);
    expect(data).toMatchObject({ status: 'draft', revision: 1, concurrency: 'queue' });
    expect(data['active_revision']).toBeUndefined();
    expect(data['readiness']).toMatchObject({
      ready: false,
      missing: [{ step: 'source' }, { step: 'target' }, { step: 'mapping' }, { step: 'activation' }],
    });
    expect(headers.get('location')).toBe(`/api/v1/integrations/${data.id}`);
  });

  it('grows step by step from draft to inactive to active', async () => {
    const flow = await makeFlow(api);
    const { data } = await api.request('POST', '/v1/integrations', { body: { name: 'Steps' } });
    const path = `/v1/integrations/${data.id}`;

    const statuses = [];
    for (const step of ['source', 'target', 'mapping']) {
      const { data: grown } = await api.request('PUT', path, { body: { [step]: flow[step] } });
      statuses.push([grown.status, grown['revision']]);
    }
    const activated = await api.request('POST', `${path}/activate`);
    const again = await api.request('POST', `${path}/activate`);

    expect(statuses).toEqual([
      ['draft', 2],
      ['draft', 3],
      ['inactive', 4],
    ]);
    expect(activated.data).toMatchObject({ status: 'active', revision: 4, active_revision: 4 });
    expect(again.data).toEqual(activated.data);
  });

  it('answers 409 to activate and execute while steps are open', async () => {
    const { data } = await api.request('POST', '/v1/integrations', { body: { name: 'Draft' } });

    for (const action of ['activate', 'execute']) {
      const { status, error } = await api.request('POST', `/v1/integrations/${data.id}/${action}`);

      expect(status).toBe(409);
      expect(error.code).toBe('integration_not_ready');
      expect(error.details['missing']).toMatchObject([{ step: 'source' }, { step: 'target' }, { step: 'mapping' }]);
    }
  });

  it('PUT keeps members that are left out and takes null ones away', async () => {
    const integration = await addIntegration(api, { on_error: { record: 'fail' } });
    const path = `/v1/integrations/${integration.id}`;

    const renamed = await api.request('PUT', path, { body: { name: 'Renamed' } });
    const without = await api.request('PUT', path, { body: { on_error: null } });

    expect(renamed.data).toMatchObject({ name: 'Renamed', revision: 1, on_error: { record: 'fail' } });
    expect(renamed.data['mapping']).toEqual(integration['mapping']);
    expect(without.data['on_error']).toBeUndefined();
    expect(without.data['revision']).toBe(2);
  });

  it('PATCH merges into members', async () => {
    const integration = await addIntegration(api);
    const path = `/v1/integrations/${integration.id}`;

    const added = await api.request('PATCH', path, {
      body: { target: { object: 'kev_2' }, source: { key: ['cveID'] } },
    });
    const removed = await api.request('PATCH', path, { body: { source: { key: null } } });
    const refused = await api.request('PATCH', path, { body: { source: { object: null } } });

    expect(added.data['target']).toEqual({ ...Object(integration['target']), object: 'kev_2' });
    expect(added.data['source']).toEqual({ ...Object(integration['source']), key: ['cveID'] });
    expect(removed.data['source']).toEqual(integration['source']);
    expect(refused.error.details.errors).toEqual([expect.objectContaining({ path: 'source.object' })]);
  });

  it('makes no revision and moves no time when nothing changes', async () => {
    const integration = await addIntegration(api);
    const path = `/v1/integrations/${integration.id}`;

    const { data } = await api.request('PUT', path, { body: integration });
    const patched = await api.request('PATCH', path, { body: {} });

    expect(data).toEqual(integration);
    expect(patched.data).toEqual(integration);
  });

  it('refuses to set read-only members to anything else', async () => {
    const integration = await addIntegration(api);

    const { status, error } = await api.request('PUT', `/v1/integrations/${integration.id}`, {
      body: { ...integration, status: 'active' },
    });

    expect(status).toBe(400);
    expect(error.details.errors).toEqual([expect.objectContaining({ path: 'status' })]);
  });

  it('an active integration follows a valid PUT at once and refuses one that leaves it incomplete', async () => {
    const { id } = await addIntegration(api);
    await api.request('POST', `/v1/integrations/${id}/activate`);

    const changed = await api.request('PUT', `/v1/integrations/${id}`, { body: { concurrency: 'skip' } });
    const refused = await api.request('PUT', `/v1/integrations/${id}`, { body: { mapping: null } });
    const { data } = await api.request('GET', `/v1/integrations/${id}`);

    expect(changed.data).toMatchObject({ status: 'active', revision: 2, active_revision: 2 });
    expect([refused.status, refused.error.code]).toEqual([409, 'integration_not_ready']);
    expect(data).toEqual(changed.data);
  });

  it('moves updated_at with a change and keeps created_at', async () => {
    const integration = await addIntegration(api);

    const { data } = await api.request('PUT', `/v1/integrations/${integration.id}`, { body: { name: 'Other' } });

    expect(integration.updated_at).toBe(integration.created_at);
    expect(data.created_at).toBe(integration.created_at);
    expect(data.updated_at > integration.updated_at).toBe(true);
  });

  it.each([
    [
      'a connection that does not exist',
      { source: { connection_id: 'conn_x', object: 'v' } },
      'source.connection_id',
      'unknown_connection',
    ],
    ['an object that does not exist', { source: { object: 'nothing' } }, 'source.object', 'unknown_object'],
    ['options that the object has not', { source: { options: { a: 1 } } }, 'source.options.a', 'unknown_field'],
    ['writing to what cannot be written', { target: 'source' }, 'target.operation', 'unsupported'],
    ['create without a delivery', { target: { operation: 'create', match_on: null } }, 'target.delivery', 'required'],
    ['a missing key', { source: 'target' }, 'source.key', 'required'],
    [
      'a mapping without the match field',
      { mapping: [{ to: 'vendor', from: 'vendorProject' }] },
      'target.match_on[0]',
      'unmapped',
    ],
    ['a rule with two sources', { mapping: [{ to: 'cve_id', from: 'cveID', value: 1 }] }, /^mapping\[0\]/, undefined],
    [
      'an unknown conversion',
      { mapping: [{ to: 'cve_id', from: 'cveID', convert: 'rot13' }] },
      'mapping[0].convert',
      'invalid_value',
    ],
    [
      'an unknown field of a rule',
      { mapping: [{ to: 'cve_id', from: 'cveID', colour: 1 }] },
      'mapping[0].colour',
      'unknown_field',
    ],
    ['a trigger that does not exist yet', { triggers: [{ type: 'after', poll: '5m' }] }, /^triggers\[0\]/, undefined],
    ['an unknown concurrency', { concurrency: 'parallel' }, 'concurrency', 'invalid_value'],
    ['an account that does not exist', { account_id: 'acc_x' }, 'account_id', 'unknown_account'],
  ])('refuses %s with its path', async (_, change, path, code) => {
    const flow = await makeFlow(api);
    const body = applyChange({ name: 'Wrong', ...flow }, change);

    const { status, error } = await api.request('POST', '/v1/integrations', { body });

    expect(status).toBe(400);
    const expected = { path: typeof path === 'string' ? path : expect.stringMatching(path), ...(code && { code }) };
    expect(error.details.errors).toContainEqual(expect.objectContaining(expected));
  });

  it('checks what a draft holds already', async () => {
    const { status, error } = await api.request('POST', '/v1/integrations', {
      body: { name: 'Draft', mapping: [{ to: 'a[', from: 'b' }] },
    });

    expect([status, error.details.errors[0]?.path]).toEqual([400, 'mapping[0].to']);
  });

  it('keeps a connection that an integration uses, until it does no more', async () => {
    const flow = await makeFlow(api);
    const { data } = await api.request('POST', '/v1/integrations', { body: { name: 'User', ...flow } });
    const { connection_id: id } = Object(flow['source']);

    const refused = await api.request('DELETE', `/v1/connections/${id}`);
    await api.request('DELETE', `/v1/integrations/${data.id}`);
    const deleted = await api.request('DELETE', `/v1/connections/${id}`);
    const gone = await api.request('DELETE', `/v1/connections/${id}`);

    expect([refused.status, refused.error.code]).toEqual([409, 'resource_in_use']);
    expect(refused.error.details['integrations']).toEqual([data.id]);
    expect(deleted.body).toEqual({ status: 'success', data: { id, deleted: true } });
    expect(gone.status).toBe(404);
  });

  it('never lets an integration name a connection that is being deleted', async () => {
    for (let round = 0; round < 10; round += 1) {
      const flow = await makeFlow(api);
      const { connection_id: id } = Object(flow['source']);

      const [created, deleted] = await Promise.all([
        api.request('POST', '/v1/integrations', { body: { name: 'Race', ...flow } }),
        api.request('DELETE', `/v1/connections/${id}`),
      ]);

      expect([
        [201, 409],
        [400, 200],
      ]).toContainEqual([created.status, deleted.status]);
    }
  });

  it('a deleted integration is gone everywhere', async () => {
    const { id } = await addIntegration(api);

    const { body } = await api.request('DELETE', `/v1/integrations/${id}`);
    const { list } = await api.request('GET', '/v1/integrations');
    const workflows = await api.request('GET', `/v1/workflows?integration_id=${id}`);

    expect(body).toEqual({ status: 'success', data: { id, deleted: true } });
    expect(list.map((item) => item.id)).not.toContain(id);
    expect(workflows.list).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/activate'],
      ['POST', '/deactivate'],
      ['POST', '/execute'],
    ] as const) {
      const options = method === 'PUT' || method === 'PATCH' ? { body: { name: 'x' } } : {};
      expect((await api.request(method, `/v1/integrations/${id}${path}`, options)).status).toBe(404);
    }
  });

  it('lists one manual workflow of an integration, with its components in order', async () => {
    const { id } = await addIntegration(api, { on_error: { record: 'fail', abort_above_percent: 5 } });
    await api.request('POST', `/v1/integrations/${id}/activate`);

    const { list, meta } = await api.request('GET', `/v1/workflows?integration_id=${id}`);
    const [workflow] = list;
    const single = await api.request('GET', `/v1/workflows/${workflow?.id}`);

    expect(meta).toEqual({ page: 1, per_page: 100, total: 1 });
    expect(workflow).toMatchObject({ integration_id: id, type: 'manual', status: 'active' });
    expect(workflow?.['components']).toMatchObject([
      { kind: 'trigger', type: 'manual' },
      { kind: 'action', operation: 'read', object: 'vulnerabilities' },
      { kind: 'transform', type: 'mapping', rules: 2 },
      { kind: 'action', operation: 'upsert', object: 'kev' },
      { kind: 'error_handler', record: 'fail', abort_above_percent: 5 },
    ]);
    expect(single.data).toEqual(workflow);
  });

  it('writes an audit row for every change, without secrets', async () => {
    const { id } = await addIntegration(api);
    await api.request('POST', `/v1/integrations/${id}/activate`);
    await api.request('PUT', `/v1/integrations/${id}`, { body: { name: 'Audited' } });
    await api.request('POST', `/v1/integrations/${id}/deactivate`);
    await api.request('DELETE', `/v1/integrations/${id}`);

    const rows =
      await api.admin`select action, actor, request_id from audit_events where resource_id = ${id} order by id`;
    const all = await api.admin`select changes from audit_events`;

    expect(rows.map((row) => row['action'])).toEqual([
      'integration.created',
      'integration.activated',
      'integration.updated',
      'integration.deactivated',
      'integration.deleted',
    ]);
    expect(rows).toEqual(
      rows.map(() =>
        expect.objectContaining({ actor: expect.stringMatching(/^key_/), request_id: expect.stringMatching(/^req_/) }),
      ),
    );
    expect(JSON.stringify(all)).not.toContain('CANARY');
  });
});

/** Puts a change into a flow; an end that is named by a text becomes a copy of the other end's connection and object. */
function applyChange(flow: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(change).map(([name, value]) => {
    if (name !== 'source' && name !== 'target') return [name, value];
    if (typeof value === 'string') {
      const { connection_id: connectionId, object } = Object(flow[value]);
      return [name, { connection_id: connectionId, object }];
    }
    const merged = Object.entries({ ...Object(flow[name]), ...Object(value) }).filter(([, member]) => member !== null);
    return [name, Object.fromEntries(merged)];
  });
  return { ...flow, ...Object.fromEntries(entries) };
}
