import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { pepper, startTestApi, type TestApi } from './harness.ts';
import { addTotp, openBrowser, publicUrl, tokenOf, welcomeOwner } from './people-acts.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
});

afterAll(() => api.close());

function recover(...args: string[]) {
  const { PATH = '' } = process.env;
  const env = { PATH, DATABASE_URL: api.testDatabase.appUrl, HUB_PEPPER: pepper, PUBLIC_URL: publicUrl };
  const options = { cwd: projectRoot, env, encoding: 'utf8' } as const;
  return spawnSync(process.execPath, ['start/create-organization.ts', ...args], options);
}

describe('test/api/recover-organization', () => {
  it('gives an organization without a key that works another one, and writes that down', async () => {
    const { organization_id: id, account_id: account } = await api.addOrganization('Locked out');
    await api.admin`update api_keys set disabled_at = now() where org_id = (select org_id from accounts where name = 'Locked out')`;

    const { status, stdout } = recover('--recover', id);

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
    const { status, stderr } = recover('--recover', id);

    expect(status).toBe(1);
    expect(stderr).toContain(`There is no organization ${id} in this database.`);
  });

  it('prints a link by which the last owner chooses another password', async () => {
    const own = await api.addOrganization('Locked');
    const lone = await welcomeOwner(api, own.welcome_url, 'lone@locked.example');
    const { id } = (await lone.request('GET', '/v1/me')).data;
    await addTotp(lone);

    const printed = recover(
      '--recover',
      own.organization_id,
      '--reset',
      'lone@locked.example',
      '--remove-second-factors',
    );
    const url = /https:\S+/.exec(printed.stdout)?.[0] ?? '';
    expect([printed.status, printed.stdout]).toEqual([0, expect.stringContaining('removes their second factors')]);
    expect(printed.stdout).not.toContain('ihk_');
    const body = { token: tokenOf(url), password: 'another staple here' };
    const chosen = await openBrowser(api).request('POST', '/auth/reset-password', { body });
    const { list } = await api.request('GET', `/v1/audit-events?resource_id=${id}`, { key: own.api_key });

    expect(chosen.data['state']).toBe('signed_in');
    expect(list.map((event) => event['action'])).toContain('user.password_reset');
    for (const args of [
      ['--recover', own.organization_id, '--reset', 'nobody@locked.example'],
      ['--recover', newId('organization'), '--reset', 'lone@locked.example'],
      ['--name', 'New', '--reset', 'lone@locked.example'],
      ['--recover', own.organization_id, '--remove-second-factors'],
    ]) {
      const { status, stdout, stderr } = recover(...args);
      expect([args, status, stdout]).toEqual([args, 1, '']);
      expect(stderr).toMatch(/no member with this address|needs --re/);
    }
  });
});
