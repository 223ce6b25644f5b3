import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApi } from '../api/harness.ts';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { addSsoConnection } from '../api/sso-acts.ts';
import { openidClient } from '../lab/openid-provider.ts';
import { settle, type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const email = 'ann@example.com';
const web = useDashboard(serveApi, { as: 'nobody' });
let second: Awaited<ReturnType<TestApi['addOrganization']>>;

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

describe.skipIf(web.isAbsent)('test/web/organizations', () => {
  beforeAll(async () => {
    const { api, key: first } = web.place;
    second = await api.addOrganization('Second');
    for (const [name, key] of [
      ['Of the first', first],
      ['Of the second', second.api_key],
    ] as const) {
      await api.request('POST', '/v1/connections', { key, body: { name, service_type: 'cisa_kev', credentials: {} } });
    }
    await addMember(api, email, [{ role: 'builder' }]);
    await addMember(api, email, [{ role: 'viewer' }], second.api_key);
  }, startTimeoutMs);

  it(
    'lets a person of two organizations change to the other one, in every tab',
    async () => {
      const { page, context } = web.person;
      await page.goto(`${web.place.url}/app/`);
      await signIn(web.person);
      // The invitation to it was accepted last.
      await expectPlace(web.person, 'Second');
      expect(await listConnections(web.person)).toEqual(['Of the second']);
      expect(await page.getByRole('link', { name: 'Connect a system' }).count()).toBe(0);
      const tab = await context.newPage();
      await tab.goto(`${web.place.url}/app/connections`);
      await tab.getByRole('link', { name: 'Of the second' }).waitFor();

      await brand(web.person).click();
      await page.getByRole('menuitem', { name: 'First' }).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('menuitem', { name: 'First' }).click();
      await expectPlace(web.person, 'First');
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      expect(await listConnections(web.person)).toEqual(['Of the first']);
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
      const { page } = web.person;
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).waitFor();
      await page.keyboard.type('switch to second');
      // Comes when the typing rests, behind what has such a name.
      await page.getByRole('option', { name: /Trace the record switch to second/ }).waitFor();
      await page.keyboard.press('Enter');
      await expectPlace(web.person, 'Second');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await signIn(web.person);
      await expectPlace(web.person, 'Second');
      expect(await listConnections(web.person)).toEqual(['Of the second']);
    },
    pageTimeoutMs,
  );

  it(
    'opens the organization whose invitation was accepted, now and at the next sign-in',
    async () => {
      const { page } = web.person;
      const third = await web.place.api.addOrganization('Third');
      const invited = await web.place.api.request('POST', '/v1/invitations', {
        key: third.api_key,
        body: { email, roles: [{ role: 'viewer' }] },
      });
      await page.goto(String(invited.data['url']));
      await settle(page);
      await page.getByLabel('Password').fill(goodPassword);
      await page.getByRole('button', { name: 'Join' }).click();
      await expectPlace(web.person, 'Third');
      await brand(web.person).click();
      expect((await page.getByRole('menuitem').allTextContents()).toSorted()).toEqual(['First', 'Second', 'Third']);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await signIn(web.person);
      await expectPlace(web.person, 'Third');
    },
    pageTimeoutMs,
  );

  it(
    'leads to the identity provider of an organization that wants it',
    async () => {
      const { page } = web.person;
      const connection = await addSsoConnection(
        web.place.api,
        web.place.txt,
        { oidc: { issuer: 'https://login.example.com', ...openidClient } },
        { domains: ['example.com'] },
      );
      await web.place.api.request('PATCH', `/v1/sso-connections/${connection.id}/domains/example.com`, {
        body: { enforced: true },
      });
      await web.person.visit('/');
      await brand(web.person).click();
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
      const { page } = web.person;
      await web.person.visit('/');
      const here = await brand(web.person).textContent();
      const [wanted, name] =
        here?.includes('Second') === true ? [web.place.api.organization, 'First'] : [second, 'Second'];
      const link = `/approvals?status=expired&organization=${wanted.organization_id}`;
      await web.person.visit(link);
      await page.getByText(`This link is of ${name}`).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: `Change to ${name}` }).click();
      await expectPlace(web.person, name);
      await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();

      expect(new URL(page.url()).searchParams.get('status')).toBe('expired');
      expect(await page.getByText('This link is of').count()).toBe(0);
      await web.person.visit('/approvals?organization=org_00000000000000000000000000');
      await page.getByText('This link is of another organization').waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'shows who is a member of one organization its name and nothing to change',
    async () => {
      await addMember(web.place.api, 'one@elsewhere.example', [{ role: 'viewer' }]);
      const single = await web.open();
      await single.page.goto(`${web.place.url}/app/`);
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
