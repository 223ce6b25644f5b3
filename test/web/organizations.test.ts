import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../api/harness.ts';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { addSsoConnection } from '../api/sso-acts.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { findChromium, openBrowser, openVisitor, settle, type Visitor } from './browser.ts';
import { type ServedApi, serveApi } from './served-api.ts';

const pageTimeoutMs = 90_000;
const hasBrowser = findChromium() !== undefined;
const email = 'ann@example.com';
let served: ServedApi;
let api: TestApi;
let second: Awaited<ReturnType<TestApi['addOrganization']>>;
let browser: Browser;
let person: Visitor;

beforeAll(async () => {
  if (!hasBrowser) return;
  [served, browser] = await Promise.all([serveApi(), openBrowser()]);
  ({ api } = served);
  second = await api.addOrganization('Second');
  for (const [name, key] of [
    ['Of the first', api.organization.api_key],
    ['Of the second', second.api_key],
  ] as const) {
    await api.request('POST', '/v1/connections', { key, body: { name, service_type: 'cisa_kev', credentials: {} } });
  }
  await addMember(api, email, [{ role: 'builder' }]);
  await addMember(api, email, [{ role: 'viewer' }], second.api_key);
  person = await openVisitor(browser, served.url);
}, pageTimeoutMs);

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.close();
  await served.stop();
});

async function signIn({ page }: Visitor): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

/** What the navigation says of the organization. */
const brand = ({ page }: Visitor) => page.locator('.side .brand-switch');

async function expectPlace({ page }: Visitor, name: string): Promise<void> {
  await page.locator('.side .brand-switch', { hasText: name }).waitFor();
}

async function listConnections(visitor: Visitor): Promise<string[]> {
  await visitor.visit('/connections');
  return visitor.page.getByRole('group', { name: 'Connections' }).locator('.row-link').allTextContents();
}

describe.skipIf(!hasBrowser)('test/web/organizations', () => {
  it(
    'lets a person of two organizations change to the other one, in every tab',
    async () => {
      const { page, context } = person;
      await page.goto(`${served.url}/app/`);
      await signIn(person);
      // The invitation to it was accepted last.
      await expectPlace(person, 'Second');
      expect(await listConnections(person)).toEqual(['Of the second']);
      expect(await page.getByRole('link', { name: 'Connect a system' }).count()).toBe(0);
      const tab = await context.newPage();
      await tab.goto(`${served.url}/app/connections`);
      await tab.getByRole('link', { name: 'Of the second' }).waitFor();

      await brand(person).click();
      await page.getByRole('menuitem', { name: 'First' }).waitFor();
      expect(await person.findBarriers()).toEqual([]);
      await page.getByRole('menuitem', { name: 'First' }).click();
      await expectPlace(person, 'First');
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      expect(await listConnections(person)).toEqual(['Of the first']);
      expect(await page.getByRole('link', { name: 'Connect a system' }).count()).toBe(1);
      await tab.locator('.side .brand-switch', { hasText: 'First' }).waitFor();
      await tab.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await tab.close();
    },
    pageTimeoutMs,
  );

  it(
    'finds the way by the palette and keys alone, and remembers it for the next sign-in',
    async () => {
      const { page } = person;
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).waitFor();
      await page.keyboard.type('switch to second');
      // Comes when the typing rests, behind what has such a name.
      await page.getByRole('option', { name: /Trace the record switch to second/ }).waitFor();
      await page.keyboard.press('Enter');
      await expectPlace(person, 'Second');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await signIn(person);
      await expectPlace(person, 'Second');
      expect(await listConnections(person)).toEqual(['Of the second']);
    },
    pageTimeoutMs,
  );

  it(
    'opens the organization whose invitation was accepted, now and at the next sign-in',
    async () => {
      const { page } = person;
      const third = await api.addOrganization('Third');
      const invited = await api.request('POST', '/v1/invitations', {
        key: third.api_key,
        body: { email, roles: [{ role: 'viewer' }] },
      });
      await page.goto(String(invited.data['url']));
      await settle(page);
      await page.getByLabel('Password').fill(goodPassword);
      await page.getByRole('button', { name: 'Join' }).click();
      await expectPlace(person, 'Third');
      await brand(person).click();
      expect((await page.getByRole('menuitem').allTextContents()).toSorted()).toEqual(['First', 'Second', 'Third']);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await signIn(person);
      await expectPlace(person, 'Third');
    },
    pageTimeoutMs,
  );

  it(
    'leads to the identity provider of an organization that wants it',
    async () => {
      const { page } = person;
      const connection = await addSsoConnection(
        api,
        served.txt,
        { oidc: { issuer: 'https://login.example.com', ...openidClient } },
        { domains: ['example.com'] },
      );
      await api.request('PATCH', `/v1/sso-connections/${connection.id}/domains/example.com`, {
        body: { enforced: true },
      });
      await person.visit('/');
      await brand(person).click();
      const asked = page.waitForRequest(/\/auth\/oidc\/[^/]+\/start/);
      await page.getByRole('menuitem', { name: 'First, by Corp login' }).click();

      expect((await asked).url()).toBe(
        `${String(connection['start_url'])}?return_to=%2Fapp%2F&login_hint=ann%40example.com`,
      );
    },
    pageTimeoutMs,
  );

  it(
    'leads from a link of another organization into it, and says so where the person is no member',
    async () => {
      const { page } = person;
      await person.visit('/');
      const here = await brand(person).textContent();
      const [wanted, name] = here?.includes('Second') === true ? [api.organization, 'First'] : [second, 'Second'];
      const link = `/approvals?status=expired&organization=${wanted.organization_id}`;
      await person.visit(link);
      await page.getByText(`This link is of ${name}`).waitFor();
      expect(await person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: `Change to ${name}` }).click();
      await expectPlace(person, name);
      await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();

      expect(new URL(page.url()).searchParams.get('status')).toBe('expired');
      expect(await page.getByText('This link is of').count()).toBe(0);
      await person.visit('/approvals?organization=org_00000000000000000000000000');
      await page.getByText('This link is of another organization').waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'shows who is a member of one organization its name and nothing to change',
    async () => {
      await addMember(api, 'one@elsewhere.example', [{ role: 'viewer' }]);
      const single = await openVisitor(browser, served.url);
      await single.page.goto(`${served.url}/app/`);
      await single.page.getByLabel('E-mail address').fill('one@elsewhere.example');
      await single.page.getByLabel('Password').fill(goodPassword);
      await single.page.getByRole('button', { name: 'Sign in' }).click();
      await single.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await settle(single.page);

      expect(await single.page.locator('.side .brand small').textContent()).toBe('First');
      expect(await brand(single).count()).toBe(0);
      await single.context.close();
    },
    pageTimeoutMs,
  );
});
