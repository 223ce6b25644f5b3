import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { metadataBytesMax } from '../../services/accounts/account.ts';
import { addIntegration } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

async function add(members: object = {}): Promise<Item> {
  const created = await api.request('POST', '/v1/accounts', { body: { name: 'Sales', ...members } });
  expect(created.status).toBe(201);
  return created.data;
}

function change(method: 'PUT' | 'PATCH', id: string, body: object, headers: Record<string, string> = {}) {
  return api.request(method, `/v1/accounts/${id}`, { body, headers });
}

describe('test/api/accounts', () => {
  it('reads an account with its version as the entity tag', async () => {
    const account = await add({ external_ref: 'crm-7', metadata: { region: 'emea' } });

    const { status, data, headers } = await api.request('GET', `/v1/accounts/${account.id}`);

    expect([status, data]).toEqual([200, account]);
    expect(headers.get('etag')).toMatch(/^"/);
  });

  it('keeps members that a PUT leaves out, and takes away those that are null', async () => {
    const account = await add({ external_ref: 'crm-7', metadata: { region: 'emea', tier: 1 } });

    const renamed = await change('PUT', account.id, { name: 'Sales EMEA' });
    const cleared = await change('PUT', account.id, { external_ref: null, metadata: { tier: 2 } });

    expect(renamed.data).toMatchObject({ name: 'Sales EMEA', external_ref: 'crm-7', metadata: { region: 'emea' } });
    expect(cleared.data).not.toHaveProperty('external_ref');
    expect(cleared.data['metadata']).toEqual({ tier: 2 });
    expect((await api.request('GET', `/v1/accounts/${account.id}`)).data).toEqual(cleared.data);
  });

  it('merges a PATCH into what is there', async () => {
    const account = await add({ metadata: { region: 'emea', tier: 1 } });

    const { data } = await change('PATCH', account.id, { metadata: { tier: null, owner: 'x' } });

    expect(data['metadata']).toEqual({ region: 'emea', owner: 'x' });
  });

  it.each(['application/merge-patch+json', 'Application/Merge-Patch+JSON; charset=utf-8'])(
    'takes a PATCH as %s, and nothing else so',
    async (type) => {
      const { id } = await add({ metadata: { region: 'emea', tier: 1 } });
      const headers = { 'content-type': type };

      const { data } = await change('PATCH', id, { metadata: { tier: null } }, headers);
      const put = await change('PUT', id, { name: 'x' }, headers);

      expect(data['metadata']).toEqual({ region: 'emea' });
      expect([put.status, put.error.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('keeps integrations of an inactive account from running, and says so', async () => {
    const { id } = await add();
    const integration = await addIntegration(api, { account_id: id });
    const path = `/v1/integrations/${integration.id}/execute`;
    const before = await api.request('POST', path);
    await change('PATCH', id, { status: 'inactive' });
    await api.request('POST', `/v1/runs/${before.data.id}/cancel`);

    const refused = [await api.request('POST', path), await api.request('POST', `/v1/runs/${before.data.id}/retry`)];
    await change('PATCH', id, { status: 'active' });
    const after = await api.request('POST', path);

    expect([before.status, after.status]).toEqual([202, 202]);
    for (const { status, error } of refused) {
      expect([status, error.code, error.details['account_id']]).toEqual([409, 'invalid_state', id]);
      expect(error.message).toBe(
        'The account "Sales" of this integration is inactive. Set its status to active first.',
      );
    }
  });

  it('accepts what it gave out, and leaves no trace of a change that changes nothing', async () => {
    const account = await add({ metadata: { a: 1 } });
    const before = await api.request('GET', `/v1/accounts/${account.id}`);

    const after = await change('PUT', account.id, before.data);

    expect([after.status, after.data]).toEqual([200, before.data]);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('moves updated_at and the entity tag with a change', async () => {
    const account = await add();
    const before = await api.request('GET', `/v1/accounts/${account.id}`);

    const after = await change('PATCH', account.id, { status: 'inactive' });

    expect(after.data.updated_at > account.updated_at).toBe(true);
    expect(after.data.created_at).toBe(account.created_at);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('changes only the version that it is meant for', async () => {
    const { id } = await add();
    const tag = (await api.request('GET', `/v1/accounts/${id}`)).headers.get('etag') ?? '';
    await change('PATCH', id, { name: 'Changed meanwhile' });

    const late = await change('PATCH', id, { name: 'Late' }, { 'if-match': tag });
    const deleted = await api.request('DELETE', `/v1/accounts/${id}`, { headers: { 'if-match': tag } });

    expect([late.status, late.error.code, deleted.status]).toEqual([412, 'precondition_failed', 412]);
  });

  it.each([
    ['pending', 'active', 200],
    ['pending', 'inactive', 200],
    ['active', 'inactive', 200],
    ['inactive', 'active', 200],
    ['active', 'pending', 409],
    ['inactive', 'pending', 409],
  ])('lets an account that is %s become %s: %i', async (from, to, status) => {
    const { id } = await add({ status: from });

    expect((await change('PATCH', id, { status: to })).status).toBe(status);
  });

  it.each<[string, object, string, string]>([
    ['an unknown member', { colour: 'red' }, 'colour', 'unknown_field'],
    ['a name that is taken away', { name: null }, 'name', 'required'],
    ['an id of its own', { id: newId('account') }, 'id', 'unknown_field'],
    ['a status that there is not', { status: 'gone' }, 'status', 'invalid_value'],
  ])('refuses %s', async (_, body, path, code) => {
    const { id } = await add();

    for (const method of ['PUT', 'PATCH'] as const) {
      const { status, error } = await change(method, id, body);
      expect([status, error.details.errors]).toEqual([400, [expect.objectContaining({ path, code })]]);
    }
  });

  it('says of a member that only the hub sets that it does', async () => {
    const account = await add();

    const { error } = await change('PUT', account.id, { ...account, updated_at: '2020-01-01T00:00:00.000Z' });

    expect(error.details.errors).toEqual([
      expect.objectContaining({ path: 'updated_at', message: expect.stringContaining('The hub sets this field') }),
    ]);
  });

  it('holds metadata to a size, however it grows', async () => {
    const half = 'x'.repeat(metadataBytesMax / 2);
    const { id } = await add({ metadata: { first: half } });

    const grown = await change('PATCH', id, { metadata: { second: half } });
    const created = await api.request('POST', '/v1/accounts', { body: { name: 'x', metadata: { a: half, b: half } } });

    for (const { status, error } of [grown, created]) {
      expect([status, error.details.errors[0]?.path]).toEqual([400, 'metadata']);
    }
  });

  it('deletes an account that nothing belongs to, and names what stands in the way', async () => {
    const { id } = await add();
    const integration = await api.request('POST', '/v1/integrations', { body: { name: 'x', account_id: id } });
    const connection = await api.request('POST', '/v1/connections', {
      body: { name: 'Feed', service_type: 'cisa_kev', credentials: {}, account_id: id },
    });

    const refused = await api.request('DELETE', `/v1/accounts/${id}`);
    await api.request('DELETE', `/v1/integrations/${integration.data.id}`);
    await api.request('DELETE', `/v1/connections/${connection.data.id}`);
    const deleted = await api.request('DELETE', `/v1/accounts/${id}`);

    expect([refused.status, refused.error.code]).toEqual([409, 'resource_in_use']);
    expect(refused.error.details).toMatchObject({
      integrations: [integration.data.id],
      connections: [connection.data.id],
    });
    expect([deleted.status, deleted.data]).toEqual([200, { id, deleted: true }]);
    expect((await api.request('GET', `/v1/accounts/${id}`)).status).toBe(404);
  });
});
