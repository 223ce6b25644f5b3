import { beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { startPostOffice } from '../lab/smtp.ts';
import { openVisitor, settle, type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const newPassword = 'another staple here';
const web = useDashboard(async () => {
  const office = await startPostOffice({ user: 'hub', password: 'right word' });
  const url = `smtp://hub:right%20word@localhost:${office.port}`;
  const served = await serveApi({ mailer: { url, from: 'hub@example.com', ca: office.certificate } });
  return {
    ...served,
    office,
    stop: async () => {
      await served.stop();
      await office.stop();
    },
  };
});
let ada: Visitor;
let id: string;

async function signIn(password: string): Promise<void> {
  const { page } = ada;
  await page.context().clearCookies();
  await page.goto(`${web.place.url}/app/`);
  await page.getByLabel('E-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

async function seeOverview(): Promise<void> {
  await ada.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

/** What a browser says of answers that refuse is no fault of a page. */
const faultsOf = ({ faults }: Visitor): string[] => faults.filter((fault) => !/status of 40[14]/.test(fault));

describe.skipIf(web.isAbsent)('test/web/reset', () => {
  beforeAll(async () => {
    const { api } = web.place;
    ({ id } = await addMember(api, 'ada@example.com', [{ role: 'viewer' }]));
    await api.admin`
      insert into second_factors (user_id, id, kind, name, sealed, confirmed_at)
      values (${toLookup('user', id)}, gen_random_uuid(), 'totp', 'Telephone', '', now())`;
    ada = await web.open();
  }, startTimeoutMs);

  it(
    'makes a reset link on the page of members, by which a person without their telephone signs in again',
    async () => {
      const { page } = web.person;
      await web.person.visit('/settings/members');
      await page.getByRole('button', { name: 'Acts on ada' }).click();
      await page.getByRole('menuitem', { name: /Make a reset link/ }).click();
      const dialog = page.locator('.dialog');
      await dialog.getByLabel('Works for').selectOption('1');
      await dialog.getByLabel(/^Also remove second factors/).check();
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Make the link' }).click();
      const link = (await page.locator('.secret code').textContent()) ?? '';
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.locator('.secret').waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain(link);

      await ada.page.goto(link);
      await settle(ada.page);
      await ada.page.getByText('Second factors are removed').waitFor();
      expect(await ada.findBarriers()).toEqual([]);
      await ada.page.getByLabel('New password').fill(newPassword);
      await ada.page.keyboard.press('Enter');
      await seeOverview();
      expect(ada.page.url()).not.toContain('#');

      await signIn(newPassword);
      await seeOverview();
      await ada.page.goto(link);
      await ada.page.getByRole('heading', { name: 'This link does not work' }).waitFor();
      expect(await ada.findBarriers()).toEqual([]);
      expect([faultsOf(web.person), faultsOf(ada)]).toEqual([[], []]);
    },
    pageTimeoutMs,
  );

  it(
    'sends a link to who forgot their password',
    async () => {
      const { page } = ada;
      await signIn(goodPassword);
      await page.getByRole('alert').waitFor();
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
      expect(await ada.findBarriers()).toEqual([]);
      expect(await page.getByLabel('E-mail address').inputValue()).toBe('ada@example.com');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByText('a link is on its way').waitFor();
      expect(await ada.findBarriers()).toEqual([]);
      await expect.poll(() => web.place.office.deliveries.length, { timeout: 5000 }).toBe(1);
      const text = web.place.office.deliveries[0]?.content.replaceAll('=\r\n', '') ?? '';

      await page.goto(/http:\S+reset#\w+/.exec(text)?.[0] ?? '');
      await page.getByLabel('New password').fill('password1234');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.getByLabel('New password').fill('third staple elsewhere');
      await page.keyboard.press('Enter');
      await seeOverview();
      expect(faultsOf(ada).filter((fault) => !/status of 400/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'leads to an administrator where the hub sends no mail',
    async () => {
      const quiet = await serveApi();
      const visitor = await openVisitor(web.browser, quiet.url);
      const { page } = visitor;
      await page.goto(`${quiet.url}/app/`);
      await page.getByRole('button', { name: 'Forgot your password?' }).click();
      await page.getByLabel('E-mail address').fill('ada@example.com');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByText('Ask an administrator').waitFor();
      expect(await visitor.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Back to signing in' }).click();
      expect(await page.getByLabel('E-mail address').inputValue()).toBe('');
      await quiet.stop();

      expect(faultsOf(visitor)).toEqual([]);
    },
    pageTimeoutMs,
  );
});
