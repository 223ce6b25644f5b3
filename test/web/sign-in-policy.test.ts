import { beforeAll, describe, expect, it } from 'vitest';
import { computeTotp } from '../../services/access/people/totp.ts';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const web = useDashboard(serveApi);
let ada: Visitor;
let bob: Visitor;
let secret = '';

async function signIn({ page }: Visitor, email: string): Promise<void> {
  await page.goto(`${web.place.url}/app/`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const overview = ({ page }: Visitor) => page.getByRole('heading', { level: 1, name: 'Overview' });
const setUp = ({ page }: Visitor) => page.getByRole('heading', { level: 1, name: 'Set up a second factor' });

/** @param steps Of half a minute, from now. */
const codeIn = (steps: number): string => computeTotp(secret, Math.floor(Date.now() / 30_000) + steps);

/** What a browser says of answers that refuse is no fault of a page. */
const faultsOf = ({ faults }: Visitor): string[] => faults.filter((fault) => !/status of 40[13]/.test(fault));

describe.skipIf(web.isAbsent)('test/web/sign-in-policy', () => {
  beforeAll(async () => {
    for (const name of ['ada', 'bob']) await addMember(web.place.api, `${name}@example.com`, [{ role: 'viewer' }]);
    ada = await web.open({ width: 390 });
    bob = await web.open();
  }, startTimeoutMs);

  it(
    'lets an owner ask all members for a second factor, and set how long sessions last',
    async () => {
      await signIn(bob, 'bob@example.com');
      await overview(bob).waitFor();
      const { page } = web.person;
      await web.person.visit('/settings/organization');
      await page.getByLabel('Second factor').selectOption('required');
      await page.getByLabel('A session ends without use after').selectOption({ label: '30 minutes' });
      await page.getByLabel('A session ends in any case after').selectOption({ label: '12 hours' });
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Save how members sign in' }).click();
      await page.getByText('Saved', { exact: true }).waitFor();

      const { data } = await web.place.api.request('GET', '/v1/organization/sign-in-policy');
      expect(data).toEqual({ second_factor: 'required', session_idle_minutes: 30, session_lifetime_minutes: 720 });
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'leads who is signed in to set one up, by itself',
    async () => {
      await setUp(bob).waitFor();
      expect(await bob.page.getByRole('navigation').count()).toBe(0);
    },
    pageTimeoutMs,
  );

  it(
    'lets who signs in go on with a second factor only, and shows the recovery codes before',
    async () => {
      const { page } = ada;
      await signIn(ada, 'ada@example.com');
      await setUp(ada).waitFor();
      expect(await page.getByRole('button', { name: 'Go on' }).isDisabled()).toBe(true);
      expect(await ada.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Add an authenticator' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Go on' }).click();
      await dialog.getByRole('heading', { name: 'Scan the code' }).waitFor();
      secret = (await dialog.locator('.secret code').textContent()) ?? '';
      await dialog.getByLabel('Code', { exact: true }).fill(codeIn(0));
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
      expect(await page.locator('.codes span').count()).toBe(10);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText('Your second factor is set up').waitFor();
      expect(await ada.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Go on' }).click();
      await overview(ada).waitFor();
      expect(faultsOf(ada)).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'asks for the second factor in a session that began before there was one',
    async () => {
      await web.place.api.admin`update user_sessions set methods = '{password}'`;
      const { page } = ada;
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
      expect(await ada.findBarriers()).toEqual([]);
      await page.getByLabel('Code', { exact: true }).fill(codeIn(1));
      await page.getByRole('button', { name: 'Confirm' }).click();
      await overview(ada).waitFor();
      expect(faultsOf(ada)).toEqual([]);
    },
    pageTimeoutMs,
  );
});
