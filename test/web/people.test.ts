import { describe, expect, it } from 'vitest';
import { addMember } from '../api/people-acts.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';

const pageTimeoutMs = 90_000;

const web = useDashboard(serveApi);
/** Goes on by keys alone until a control has the focus. */
async function tabTo({ page }: Visitor, name: RegExp): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    const words = await page.evaluate(
      "(document.activeElement.getAttribute('aria-label') ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent).trim()",
    );
    if (name.test(String(words))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`No key leads to ${name.source}.`);
}

async function readConnection(): Promise<Record<string, unknown>> {
  return (await web.place.api.request('GET', '/v1/sso-connections')).list[0] ?? {};
}

describe.skipIf(web.isAbsent)('test/web/people', () => {
  it(
    'keeps what a member may do in each account when another role of theirs is changed',
    async () => {
      const { page } = web.person;
      const { data: other } = await web.place.api.request('POST', '/v1/accounts', { body: { name: 'Acme' } });
      const { data: third } = await web.place.api.request('POST', '/v1/accounts', { body: { name: 'Globex' } });
      const { id } = await addMember(web.place.api, 'rita@example.com', [
        { role: 'builder', account_id: web.place.api.organization.account_id },
        { role: 'viewer', account_id: other.id },
      ]);
      await web.person.visit('/settings/members');
      await page.getByRole('button', { name: 'Acts on rita' }).click();
      await page.getByRole('menuitem', { name: /Change roles/ }).click();
      const dialog = page.locator('.dialog');
      await dialog
        .getByRole('group', { name: 'Roles in Acme' })
        .getByLabel(/^Operator/)
        .check();
      await dialog.getByLabel(/^Add roles in one account/).selectOption({ label: 'Globex' });
      await dialog
        .getByRole('group', { name: 'Roles in Globex' })
        .getByLabel(/^Approver/)
        .check();
      await dialog
        .getByRole('group', { name: 'Roles', exact: true })
        .getByLabel(/^Auditor/)
        .check();
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });

      const { data: member } = await web.place.api.request('GET', `/v1/members/${id}`);
      const sorted = (roles: readonly unknown[]): string[] => roles.map((role) => JSON.stringify(role)).toSorted();
      expect(sorted(Object(member['roles']))).toEqual(
        sorted([
          { role: 'auditor' },
          { role: 'builder', account_id: web.place.api.organization.account_id },
          { role: 'viewer', account_id: other.id },
          { role: 'operator', account_id: other.id },
          { role: 'approver', account_id: third.id },
        ]),
      );
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'connects an OpenID provider by keys alone',
    async () => {
      const { page } = web.person;
      const { keyboard } = page;
      await web.person.visit('/settings/sign-in');
      expect(await web.person.findBarriers()).toEqual([]);
      await tabTo(web.person, /^Connect a provider$/);
      await keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      for (const [label, text] of [
        [/^Name/, 'Corp login'],
        [/^Issuer/, 'https://login.example.com'],
        [/^Client id/, openidClient.client_id],
        [/^Client secret/, openidClient.client_secret],
      ] as const) {
        await tabTo(web.person, label);
        await keyboard.type(text);
      }
      expect(await web.person.findBarriers()).toEqual([]);
      await keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Corp login' }).waitFor();

      const connection = await readConnection();
      expect(connection).toMatchObject({ kind: 'oidc', oidc: { issuer: 'https://login.example.com' } });
      await page.getByText(String(connection['redirect_url'])).waitFor();
      expect(await page.content()).not.toContain(openidClient.client_secret);
    },
    pageTimeoutMs,
  );

  it(
    'verifies a domain by the record that it shows, and enforces it once that was confirmed',
    async () => {
      const { page } = web.person;
      await page.getByRole('button', { name: 'Add a domain' }).click();
      await page.getByLabel('Domain', { exact: true }).fill('example.com');
      await page.getByRole('button', { name: 'Add it' }).click();
      await page.getByRole('button', { name: 'Verify example.com' }).click();
      await page.getByRole('alert').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      const name = (await page.getByText(/^_integration-hub\./).textContent()) ?? '';
      const value = (await page.getByText(/^integration-hub-verification=/).textContent()) ?? '';
      web.place.txt.records.set(name, value);
      await page.getByRole('button', { name: 'Verify example.com' }).click();
      await page.locator('.badge', { hasText: 'Verified' }).waitFor();

      await page.getByRole('button', { name: 'Acts on example.com' }).click();
      await page.getByRole('menuitem', { name: /Enforce/ }).click();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Enforce it' }).click();
      await page.locator('.badge', { hasText: 'Enforced' }).waitFor();

      expect((await readConnection())['domains']).toMatchObject([{ domain: 'example.com', enforced: true }]);
    },
    pageTimeoutMs,
  );

  it(
    'says which group gives which role, and changes settings without the secret',
    async () => {
      const { page } = web.person;
      await page.getByRole('button', { name: 'Change the admission' }).click();
      const dialog = page.locator('.dialog');
      await dialog.getByLabel('Role of new members').selectOption('viewer');
      await dialog.getByRole('button', { name: 'Add a group' }).click();
      await dialog.getByLabel('Group 1', { exact: true }).fill('hub-builders');
      await dialog.getByLabel('Role of group 1').selectOption('builder');
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Change the settings' }).click();
      await dialog.getByLabel(/^Client id/).fill('hub-2');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });

      expect(await readConnection()).toMatchObject({
        default_role: 'viewer',
        role_rules: [{ group: 'hub-builders', role: 'builder' }],
        oidc: { client_id: 'hub-2' },
      });
      const [row] = await web.place.api.admin<{ sealed: Buffer | null }[]>`select sealed from sso_connections`;
      expect(row?.sealed).not.toBeNull();
    },
    pageTimeoutMs,
  );

  it(
    'makes a token for a directory, which can announce members and nothing else',
    async () => {
      const { page } = web.person;
      await web.person.visit('/settings/sign-in');
      await page.getByRole('button', { name: 'Make a token' }).click();
      await page.getByRole('button', { name: 'Make the token' }).click();
      const secret = (await page.locator('.secret code').textContent()) ?? '';
      expect(await web.person.findBarriers()).toEqual([]);
      const ask = async (path: string): Promise<number> =>
        (await fetch(`${web.place.url}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;

      expect([await ask('/scim/v2/Users'), await ask('/v1/members')]).toEqual([200, 403]);
      await page.getByRole('button', { name: 'Done' }).click();
    },
    pageTimeoutMs,
  );
});
