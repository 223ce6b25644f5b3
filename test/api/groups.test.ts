import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './harness.ts';
import { addMember, publicUrl } from './people-acts.ts';

const withinASecond = { timeout: 1000, interval: 20 };
let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
});

afterAll(() => api.close());

const createGroup = (body: object) => api.request('POST', '/v1/groups', { body });

describe('test/api/groups', () => {
  it('gives its members roles, for an account too, within a second', async () => {
    const { browser, id } = await addMember(api, 'ann@example.com', [{ role: 'viewer' }]);
    const { data: account } = await api.request('POST', '/v1/accounts', { body: { name: 'A' } });
    const { status, data: group } = await createGroup({
      name: 'Operators',
      members: [id, id],
      roles: [{ role: 'operator', account_id: account.id }, { role: 'auditor' }],
    });
    expect(status).toBe(201);
    expect(group).toMatchObject({
      source: 'manual',
      members: [id],
      roles: [{ role: 'operator', account_id: account.id }, { role: 'auditor' }],
    });
    const read = async (): Promise<number> => (await browser.request('GET', '/v1/audit-events')).status;
    await expect.poll(read, withinASecond).toBe(200);

    await api.request('PATCH', `/v1/groups/${group.id}`, { body: { members: [] } });

    await expect.poll(read, withinASecond).toBe(403);
    await api.request('PATCH', `/v1/groups/${group.id}`, { body: { members: [id] } });
    await expect.poll(read, withinASecond).toBe(200);
    await api.request('PATCH', `/v1/groups/${group.id}`, { body: { roles: [] } });
    await expect.poll(read, withinASecond).toBe(403);
    expect((await api.request('DELETE', `/v1/groups/${group.id}`)).status).toBe(200);
    expect((await api.request('GET', `/v1/groups/${group.id}`)).status).toBe(404);
  });

  it('makes nobody an owner, and knows members of the organization only', async () => {
    expect((await createGroup({ name: 'Owners', roles: [{ role: 'owner' }] })).status).toBe(400);
    const other = await api.addOrganization('Other');
    const { id } = await addMember(api, 'bob@elsewhere.example', [{ role: 'viewer' }], other.api_key);
    const { status, error } = await createGroup({ name: 'Strangers', members: [id] });
    expect([status, error.details.errors[0]?.path]).toEqual([400, 'members']);
    expect((await createGroup({ name: 'Twice' })).status).toBe(201);
    expect((await createGroup({ name: 'TWICE' })).error.code).toBe('conflict');
  });

  it('lets nobody give by a group, or change in one, what may do more than they', async () => {
    const { data: made } = await api.request('POST', '/v1/api-keys', {
      body: { name: 'Members only', scopes: ['members:write', 'runs:read'] },
    });
    const key = String(made['secret']);
    const ask = (method: string, path: string, body?: object) =>
      api.request(method, path, { key, ...(body === undefined ? {} : { body }) });
    const { id } = await addMember(api, 'carl@example.com', [{ role: 'viewer' }]);
    const { data: group } = await createGroup({ name: 'Admins', roles: [{ role: 'admin' }] });

    const answers = await Promise.all([
      ask('POST', '/v1/groups', { name: 'More', roles: [{ role: 'admin' }] }),
      ask('PATCH', `/v1/groups/${group.id}`, { members: [id] }),
      ask('DELETE', `/v1/groups/${group.id}`),
    ]);

    expect(answers.map(({ error }) => error.code)).toEqual(Array(3).fill('insufficient_scope'));
  });

  it('protects members who may do more by a group than whoever changes them', async () => {
    const { browser } = await addMember(api, 'dora@example.com', [{ role: 'admin' }]);
    const { id } = await addMember(api, 'erik@example.com', [{ role: 'viewer' }]);
    await createGroup({ name: 'Auditors', roles: [{ role: 'auditor' }], members: [id] });
    expect((await browser.request('PATCH', `/v1/members/${id}`, { body: { status: 'suspended' } })).status).toBe(200);
    const { data: made } = await api.request('POST', '/v1/api-keys', {
      body: {
        name: 'Viewer of members',
        scopes: [
          'members:write',
          'accounts:read',
          'connections:read',
          'connectors:read',
          'integrations:read',
          'workflows:read',
          'runs:read',
          'webhooks:read',
        ],
      },
    });
    const { status } = await api.request('DELETE', `/v1/members/${id}`, { key: String(made['secret']) });
    expect(status).toBe(403);
  });
});
