import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../api/harness.ts';
import { addMember } from '../api/people-acts.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { findChromium, openBrowser, openVisitor, type Visitor } from './browser.ts';
import { type ServedApi, serveApi } from './served-api.ts';

const pageTimeoutMs = 90_000;
const hasBrowser = findChromium() !== undefined;
let served: ServedApi;
let api: TestApi;
let browser: Browser;
let person: Visitor;

beforeAll(async () => {
  if (!hasBrowser) return;
  [served, browser] = await Promise.all([serveApi(), openBrowser()]);
  ({ api } = served);
  person = await openVisitor(browser, served.url, { key: api.organization.api_key });
}, pageTimeoutMs);

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.close();
  await served.stop();
});

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
  return (await api.request('GET', '/v1/sso-connections')).list[0] ?? {};
}

describe.skipIf(!hasBrowser)('test/web/people', () => {
  it(
    'keeps what a member may do in each account when another role of theirs is changed',
    async () => {
      const { page } = person;
      const { data: other } = await api.request('POST', '/v1/accounts', { body: { name: 'Acme' } });
      const { data: third } = await api.request('POST', '/v1/accounts', { body: { name: 'Globex' } });
      const { id } = await addMember(api, 'rita@example.com', [
        { role: 'builder', account_id: api.organization.account_id },
        { role: 'viewer', account_id: other.id },
      ]);
      await person.visit('/settings/members');
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
      expect(await person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });

      const { data: member } = await api.request('GET', `/v1/members/${id}`);
      const sorted = (roles: readonly unknown[]): string[] => roles.map((role) => JSON.stringify(role)).toSorted();
      expect(sorted(Object(member['roles']))).toEqual(
        sorted([
          { role: 'auditor' },
          { role: 'builder', account_id: api.organization.account_id },
          { role: 'viewer', account_id: other.id },
          { role: 'operator', account_id: other.id },
          { role: 'approver', account_id: third.id },
        ]),
      );
      expect(person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'connects an OpenID provider by keys alone',
    async () => {
      const { page } = person;
      const { keyboard } = page;
      await person.visit('/settings/sign-in');
      expect(await person.findBarriers()).toEqual([]);
      await tabTo(person, /^Connect a provider$/);
      await keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
      for (const [label, text] of [
        [/^Name/, 'Corp login'],
        [/^Issuer/, 'https://login.example.com'],
        [/^Client id/, openidClient.client_id],
        [/^Client secret/, openidClient.client_secret],
      ] as const) {
        await tabTo(person, label);
        await keyboard.type(text);
      }
      expect(await person.findBarriers()).toEqual([]);
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
      const { page } = person;
      await page.getByRole('button', { name: 'Add a domain' }).click();
      await page.getByLabel('Domain', { exact: true }).fill('example.com');
      await page.getByRole('button', { name: 'Add it' }).click();
      await page.getByRole('button', { name: 'Verify example.com' }).click();
      await page.getByRole('alert').waitFor();
      expect(await person.findBarriers()).toEqual([]);
      const name = (await page.getByText(/^_integration-hub\./).textContent()) ?? '';
      const value = (await page.getByText(/^integration-hub-verification=/).textContent()) ?? '';
      served.txt.records.set(name, value);
      await page.getByRole('button', { name: 'Verify example.com' }).click();
      await page.locator('.badge', { hasText: 'Verified' }).waitFor();

      await page.getByRole('button', { name: 'Acts on example.com' }).click();
      await page.getByRole('menuitem', { name: /Enforce/ }).click();
      expect(await person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Enforce it' }).click();
      await page.locator('.badge', { hasText: 'Enforced' }).waitFor();

      expect((await readConnection())['domains']).toMatchObject([{ domain: 'example.com', enforced: true }]);
    },
    pageTimeoutMs,
  );

  it(
    'says which group gives which role, and changes settings without the secret',
    async () => {
      const { page } = person;
      await page.getByRole('button', { name: 'Change the admission' }).click();
      const dialog = page.locator('.dialog');
      await dialog.getByLabel('Role of new members').selectOption('viewer');
      await dialog.getByRole('button', { name: 'Add a group' }).click();
      await dialog.getByLabel('Group 1', { exact: true }).fill('hub-builders');
      await dialog.getByLabel('Role of group 1').selectOption('builder');
      expect(await person.findBarriers()).toEqual([]);
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
      const [row] = await api.admin<{ sealed: Buffer | null }[]>`select sealed from sso_connections`;
      expect(row?.sealed).not.toBeNull();
    },
    pageTimeoutMs,
  );

  it(
    'makes a token for a directory, which can announce members and nothing else',
    async () => {
      const { page } = person;
      await person.visit('/settings/sign-in');
      await page.getByRole('button', { name: 'Make a token' }).click();
      await page.getByRole('button', { name: 'Make the token' }).click();
      const secret = (await page.locator('.secret code').textContent()) ?? '';
      expect(await person.findBarriers()).toEqual([]);
      const ask = async (path: string): Promise<number> =>
        (await fetch(`${served.url}${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;

      expect([await ask('/scim/v2/Users'), await ask('/v1/members')]).toEqual([200, 403]);
      await page.getByRole('button', { name: 'Done' }).click();
    },
    pageTimeoutMs,
  );
});
