import { beforeAll, describe, expect, it } from 'vitest';
import { type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const web = useDashboard(serveApi);
let nightly: string;

async function act({ page }: Visitor, of: string, name: string): Promise<void> {
  await page
    .getByRole('button', { name: `Acts on ${of}`, exact: true })
    .first()
    .click();
  await page.getByRole('menuitem', { name }).click();
}

describe.skipIf(web.isAbsent)('test/web/programs', () => {
  beforeAll(async () => {
    const { data } = await web.place.api.request('POST', '/v1/api-keys', {
      body: {
        name: 'Nightly',
        scopes: ['runs:read', 'audit:read', 'scim:write'],
        expires_at: '2031-03-05T12:34:56.000Z',
      },
    });
    nightly = data.id;
  }, startTimeoutMs);

  it(
    'changes the name, scopes, end and networks of a key, keeps what is not offered, and says which network is none',
    async () => {
      const { page } = web.person;
      await web.person.walk('/settings/keys');
      await act(web.person, 'Nightly', 'Edit…');
      const dialog = page.getByRole('dialog', { name: 'Edit Nightly' });
      await dialog.getByText('It was never used.').waitFor();
      expect(await dialog.getByLabel(/^Last day/).inputValue()).toBe('2031-03-05');
      await dialog.getByLabel('Name', { exact: true }).fill('Nightly reports');
      await dialog.getByRole('group', { name: 'Audit log' }).getByLabel('See').uncheck();
      await dialog.getByRole('group', { name: 'Runs' }).getByLabel('Change').check();
      await dialog.getByLabel(/^Networks/).fill('203.0.113.0/24\nthe office');
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.locator('.field .wrong').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByLabel(/^Networks/).fill('203.0.113.0/24\n2001:db8::/32');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page
        .locator('tr', { hasText: 'Nightly reports' })
        .getByText('only from 203.0.113.0/24 and 1 more')
        .waitFor();
      const { data: once } = await web.place.api.request('GET', `/v1/api-keys/${nightly}`);

      expect(once).toMatchObject({
        name: 'Nightly reports',
        scopes: ['runs:read', 'runs:write', 'scim:write'],
        expires_at: '2031-03-05T12:34:56.000Z',
        allowed_cidrs: ['203.0.113.0/24', '2001:db8::/32'],
      });

      await act(web.person, 'Nightly reports', 'Edit…');
      await page.getByLabel(/^Last day/).fill('2032-01-31');
      await page.getByLabel(/^Networks/).fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('.dialog').waitFor({ state: 'detached' });
      const { data: twice } = await web.place.api.request('GET', `/v1/api-keys/${nightly}`);
      expect([twice['expires_at'], twice['allowed_cidrs']]).toEqual(['2032-02-01T00:00:00.000Z', undefined]);
    },
    pageTimeoutMs,
  );

  it(
    'rotates a key so that the old one ends at once, and makes one that works from a network only',
    async () => {
      const { page } = web.person;
      await web.person.walk('/settings/keys');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Of a machine');
      await page.getByLabel(/^Networks/).fill('198.51.100.7');
      await page.getByRole('group', { name: 'Runs' }).getByLabel('See').check();
      await page.getByRole('button', { name: 'Make the key' }).click();
      const shown = page.locator('.secret code');
      const first = (await shown.textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();
      await act(web.person, 'Of a machine', 'Rotate…');
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByLabel('The old key').selectOption({ label: 'Ends at once' });
      await page.getByLabel('The new key expires').selectOption({ label: 'Never' });
      await page.getByRole('button', { name: 'Rotate', exact: true }).click();
      await page.getByRole('dialog', { name: 'The new key' }).waitFor();
      const second = (await shown.textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();
      const ask = async (key: string): Promise<number> =>
        (await web.place.api.request('GET', '/v1/runs', { key, from: '198.51.100.7' })).status;
      const { list } = await web.place.api.request('GET', '/v1/api-keys?q=Of a machine');

      await expect.poll(() => ask(first)).toBe(401);
      expect(await ask(second)).toBe(200);
      expect(list.find(({ rotated_from: before }) => before !== undefined)).not.toHaveProperty('expires_at');
    },
    pageTimeoutMs,
  );

  it(
    'offers no change of a key that may do more than the person',
    async () => {
      const { data } = await web.place.api.request('POST', '/v1/api-keys', {
        body: { name: 'Of a clerk', scopes: ['api_keys:write', 'runs:read'] },
      });
      const clerk = await web.open({ key: String(data['secret']) });
      await clerk.visit('/settings/keys');
      await clerk.page.getByRole('button', { name: 'Acts on Of a clerk' }).waitFor();
      expect(await clerk.page.getByRole('button', { name: 'Acts on Nightly reports' }).count()).toBe(0);
      await clerk.context.close();
    },
    pageTimeoutMs,
  );

  it(
    'changes the name and scopes of an OAuth client',
    async () => {
      const { page } = web.person;
      const { data } = await web.place.api.request('POST', '/v1/oauth-clients', {
        body: { name: 'Reports', scopes: ['runs:read'] },
      });
      await web.person.walk('/settings/clients');
      await act(web.person, 'Reports', 'Edit…');
      const dialog = page.getByRole('dialog', { name: 'Edit Reports' });
      await dialog.getByLabel('Name', { exact: true }).fill('Reports of the night');
      await dialog.getByRole('group', { name: 'Connections' }).getByLabel('See').check();
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Reports of the night').waitFor();
      const { data: changed } = await web.place.api.request('GET', `/v1/oauth-clients/${data.id}`);

      expect(changed).toMatchObject({
        name: 'Reports of the night',
        scopes: expect.arrayContaining(['connections:read', 'runs:read']),
      });
      // A text that is no network was refused once.
      expect(web.person.faults.filter((fault) => !/status of 422|status of 400/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );
});
