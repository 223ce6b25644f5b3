import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { pepper, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

function recover(id: string) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATABASE_URL: api.testDatabase.appUrl, HUB_PEPPER: pepper };
  const args = ['start/create-organization.ts', '--recover', id];
  return spawnSync(process.execPath, args, { cwd: projectRoot, env, encoding: 'utf8' });
}

describe('test/api/recover-organization', () => {
  it('gives an organization without a key that works another one, and writes that down', async () => {
    const { organization_id: id, account_id: account } = await api.addOrganization('Locked out');
    await api.admin`update api_keys set disabled_at = now() where org_id = (select org_id from accounts where name = 'Locked out')`;

    const { status, stdout } = recover(id);

    expect([status, stdout]).toEqual([0, expect.stringContaining(`organization: ${id} (Locked out)`)]);
    const key = /ihk_live_\w+/.exec(stdout)?.[0] ?? '';
    expect((await api.request('GET', '/v1/accounts', { key })).list.map((item) => item.id)).toEqual([account]);
    const events = await api.request('GET', '/v1/audit-events?actor=system&resource_type=api_key', { key });
    expect(events.list).toEqual([
      expect.objectContaining({
        action: 'api_key.created',
        changes: { name: 'Recovery key', mode: 'live', scopes: ['*'] },
      }),
    ]);
    expect((await api.request('GET', '/v1/api-keys?status=active', { key })).list.map(({ name }) => name)).toEqual([
      'Recovery key',
    ]);
  });

  it.each([newId('organization'), newId('account'), 'Locked out'])('knows no organization %s', (id) => {
    const { status, stderr } = recover(id);

    expect(status).toBe(1);
    expect(stderr).toContain(`There is no organization ${id} in this database.`);
  });
});
