import { beforeAll, describe, expect, it } from 'vitest';
import { type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const operatorKey = 'CANARY-operator-in-a-browser-0123456789';
const web = useDashboard(() => serveApi({ operatorKey }), { as: 'nobody' });
let owner: Visitor;

async function act(name: string, entry: RegExp, button: string): Promise<void> {
  const { page } = web.person;
  await page.getByRole('button', { name: `Acts on ${name}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  expect(await web.person.findBarriers()).toEqual([]);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
}

describe.skipIf(web.isAbsent)('test/web/operator', () => {
  beforeAll(async () => {
    owner = await web.open();
  }, startTimeoutMs);

  it(
    'asks for the key of the operator, and takes no other',
    async () => {
      const { page } = web.person;
      await page.goto(`${web.place.url}/app/operator`);
      await page.getByLabel('Key of the operator').fill(web.place.key);
      expect(await web.person.findBarriers()).toEqual([]);
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await page.getByLabel('Key of the operator').fill(operatorKey);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
      await page.getByRole('cell', { name: /^First/ }).waitFor();

      expect(await web.person.findBarriers()).toEqual([]);
      const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])');
      expect(kept).not.toContain('CANARY');
      expect(web.person.faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'makes an organization with limits, whose owner comes in by the link that is shown once',
    async () => {
      const { page } = web.person;
      await page.getByRole('button', { name: 'Make an organization' }).click();
      const dialog = page.locator('.dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Acme');
      await dialog.getByLabel(/^Your reference/).fill('customer-1');
      await dialog.getByLabel(/^Requests a minute/).fill('1200');
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Make it' }).click();
      const link = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();
      await page.locator('tr', { hasText: 'customer-1' }).getByText('1200 requests a minute').waitFor();

      await owner.page.goto(link);
      await owner.page.getByLabel('E-mail address').fill('olive@acme.example');
      await owner.page.getByLabel('Name', { exact: true }).fill('Olive');
      await owner.page.getByLabel('Password').fill('correct horse battery');
      await owner.page.getByRole('button', { name: 'Open the dashboard' }).click();
      await owner.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'suspends it, which its people see at once, and resumes it',
    async () => {
      const row = web.person.page.locator('tr', { hasText: 'Acme' });
      await act('Acme', /^Suspend/, 'Suspend');
      await row.getByText('Suspended').waitFor();
      await owner.page.getByText('Your organization is suspended').first().waitFor();
      expect(await owner.findBarriers()).toEqual([]);

      await act('Acme', /^Resume/, 'Resume');
      await row.getByText('Active').waitFor();
      await owner.page.reload();
      await owner.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

      await act('Acme', /^Owner link/, 'Make the link');
      await web.person.page.locator('.secret code').waitFor();
    },
    pageTimeoutMs,
  );
});
