import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createHubClient } from '../../client/index.ts';
import { computeTotp } from '../../services/access/people/totp.ts';
import { connectApi } from '../../start/main-job/api-client.ts';
import { makePeople } from '../harness/people.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';
import { settle } from './browser.ts';
import { hasFocus, type Keyboard, takeKeyboard } from './keyboard.ts';
import { runUntilAsked, serveHub } from './scene.ts';
import { useDashboard } from './use-dashboard.ts';

const web = useDashboard(() => serveHub('keys_only'), { as: 'nobody' });
let page: Page;
let keys: Keyboard;

const pageTimeoutMs = 90_000;
const email = 'ada@example.com';
const password = 'a sentence that nobody guesses';
const totpStepMs = 30_000;

const button = (name: string | RegExp, exact = true) => page.getByRole('button', { name, exact });
const textbox = (name: string | RegExp) => page.getByRole('textbox', { name, exact: true });
/** Messages that something was done are dialogs as well. */
const dialog = () => page.locator('.dialog');

/** Waits for a page by its heading. */
async function arrive(name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await settle(page);
}

/** Goes to a page by the two keys that lead there. */
async function goTo(key: string, name: string): Promise<void> {
  await keys.press('g', key);
  await arrive(name);
}

async function saveConnection(name: string): Promise<void> {
  await keys.act(button('Save the connection'));
  await arrive(name);
}

/** Reads the secret that is shown once, and closes what shows it: the focus is back at the cause of it all. */
async function takeSecret(cause: Locator): Promise<string> {
  const secret = await page.locator('.secret code').textContent();
  await keys.act(button('Done'));
  await page.locator('.secret').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(cause)).toBe(true);
  return secret ?? '';
}

async function waitForEnd(words: RegExp): Promise<void> {
  await page.waitForURL(/\/app\/runs\/run_/);
  await page.locator('.page-head .badge', { hasText: words }).waitFor({ timeout: 60_000 });
}

describe.skipIf(web.isAbsent)('test/web/keys-only', () => {
  beforeAll(async () => {
    // Without an e-mail address there is no login, which the table requires.
    web.place.hub.source.records = makePeople(12).map((one, index) =>
      index === 5 ? { ...one, work_email: null } : one,
    );
    ({ page } = web.person);
    keys = await takeKeyboard(web.person);
  }, startTimeoutMs);

  it(
    'lets a person in, chooses a password in a dialog that holds the focus, and signs in by it',
    async () => {
      await page.goto(web.place.hub.facts.welcome_url ?? '');
      await settle(page);
      await keys.act(button('Open the dashboard'));
      await arrive('Overview');
      await goTo('p', 'Your profile');
      await keys.openAndLeave(button('Choose a password'), dialog());
      await keys.press('Enter');
      await keys.fill(page.getByLabel('E-mail address'), email);
      await keys.fill(page.getByLabel('New password'), password);
      await keys.press('Enter');
      await button('Change the password').waitFor();
      await keys.act(button('Sign out'));
      await keys.fill(page.getByLabel('E-mail address'), email);
      await keys.fill(page.getByLabel('Password'), password);
      await keys.press('Enter');
      await arrive('Overview');

      expect(keys.takeFaults()).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'adds an authenticator, and gives its code at the next sign-in',
    async () => {
      await goTo('p', 'Your profile');
      const add = button('Add an authenticator');
      await keys.openAndLeave(add, dialog());
      await keys.press('Enter');
      await keys.act(button('Go on'));
      await page.getByRole('img', { name: /QR code/ }).waitFor();
      const secret = (await page.locator('.secret code').textContent()) ?? '';
      const step = Math.floor(Date.now() / totpStepMs);
      await keys.fill(page.getByLabel('Code', { exact: true }), computeTotp(secret, step));
      await keys.press('Enter');
      await page.locator('.codes').waitFor();
      await keys.act(button('Done'));
      await dialog().waitFor({ state: 'detached' });
      await expect.poll(() => hasFocus(add)).toBe(true);
      await keys.act(button('Sign out'));
      await keys.fill(page.getByLabel('E-mail address'), email);
      await keys.fill(page.getByLabel('Password'), password);
      await keys.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
      // A code works once, and that of the next step is taken already.
      const next = Math.max(step + 1, Math.floor(Date.now() / totpStepMs));
      await keys.fill(page.getByLabel('Code', { exact: true }), computeTotp(secret, next));
      await keys.press('Enter');
      await arrive('Overview');

      expect(keys.takeFaults()).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'skips the navigation, and opens and leaves the palette and the list of keys',
    async () => {
      await page.reload();
      await settle(page);
      await keys.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).toBe('To the page');
      await keys.press('Enter', 'Tab');
      expect(await page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
      await keys.openAndLeave(button('Keys'), page.getByRole('dialog', { name: 'Keys' }));
      await keys.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).waitFor();
      await keys.type('connections');
      await page
        .getByRole('option', { name: /Connections/ })
        .first()
        .waitFor();
      await keys.press('Enter');
      await arrive('Connections');

      expect(keys.takeFaults()).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'connects two systems',
    async () => {
      await keys.act(page.getByRole('link', { name: 'Connect a system' }));
      await arrive('Connect a system');
      await keys.fill(page.getByLabel('Filter systems'), 'HTTP');
      await keys.act(page.locator('a[href$="connector=http"]'));
      await keys.fill(textbox('Name'), 'people');
      await keys.fill(page.locator('input[name="config.base_url"]'), `http://127.0.0.1:${web.place.hub.port}`);
      await saveConnection('people');

      await goTo('c', 'Connections');
      await keys.act(page.getByRole('link', { name: 'Connect a system' }));
      await arrive('Connect a system');
      await keys.fill(page.getByLabel('Filter systems'), 'postgres');
      await keys.act(page.locator('a[href$="connector=postgres"]'));
      await keys.fill(textbox('Name'), 'table');
      await keys.fill(page.locator('input[name="config.host"]'), web.place.hub.target.config.host);
      await keys.fill(page.locator('input[name="config.database"]'), web.place.hub.target.config.database);
      await keys.act(page.locator('summary', { hasText: 'More settings' }).first());
      await keys.fill(page.locator('input[name="config.port"]'), String(web.place.hub.target.config.port));
      await keys.choose(page.locator('select[name="config.ssl"]'), 'disable');
      await keys.fill(page.locator('input[name="credentials.user"]'), web.place.hub.target.credentials.user);
      await keys.fill(page.locator('input[name="credentials.password"]'), web.place.hub.target.credentials.password);
      await keys.act(button('Test'));
      await page.getByText(/It works/).waitFor({ timeout: 60_000 });
      await saveConnection('table');

      expect(keys.takeFaults()).toEqual([]);
    },
    2 * pageTimeoutMs,
  );

  it(
    'maps fields beside a real record, activates the integration and runs it',
    async () => {
      await goTo('i', 'Integrations');
      await keys.act(page.getByRole('link', { name: 'New integration' }));
      await arrive('New integration');
      await keys.fill(textbox('Name'), 'By keys alone');
      await keys.choose(page.getByLabel('Connection').first(), 'people');
      await keys.fill(page.getByRole('combobox', { name: 'Object' }).first(), 'people');
      await keys.press('Escape');
      await keys.fill(textbox('Key'), 'id');
      await keys.choose(page.getByLabel('Connection').nth(1), 'table');
      await keys.fill(page.getByRole('combobox', { name: 'Object' }).nth(1), 'people');
      await keys.press('Escape');
      await expect.poll(() => page.getByRole('checkbox', { name: 'id', exact: true }).isChecked()).toBe(true);
      await keys.act(button('Create the draft'));
      await arrive('By keys alone');

      await keys.act(button(/^Use all/));
      // Values come under the rules, which moves what stands below.
      await page.locator('.live').first().waitFor();
      await keys.act(button('Map login'));
      await keys.choose(page.getByLabel('How login gets its value'), 'Formula');
      await keys.fill(textbox('Formula of login'), 'lower(work_email)');
      await keys.press('Escape');
      await page.locator('.live', { hasText: '@example.com' }).first().waitFor();
      await keys.act(button('Map status'));
      await keys.choose(page.getByLabel('How status gets its value'), 'Constant');
      await keys.fill(textbox('Constant of status'), 'ACTIVE');
      await page.locator('.tally', { hasText: 'mapped' }).waitFor();
      await keys.press('Control+s');
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await keys.act(button('Activate'));
      await page.locator('.page-head .badge', { hasText: 'Active' }).waitFor();
      await keys.act(button('Run now'));
      await waitForEnd(/Partly succeeded/);

      expect([keys.takeFaults(), (await web.place.hub.target.sql`select 1 from people`).length]).toEqual([[], 11]);
    },
    2 * pageTimeoutMs,
  );

  it(
    'opens the record that failed, corrects it, and has it processed again',
    async () => {
      await keys.act(page.getByRole('link', { name: /^Failed records/ }).last());
      await keys.act(page.locator('.fold > summary').first());
      await keys.act(page.locator('.fold .fold > summary').first());
      await keys.openAndLeave(button('Correct values…'), dialog());
      await keys.press('Enter');
      await keys.fill(dialog().getByLabel(/^work_email/), 'found@example.com');
      await keys.act(dialog().getByRole('button', { name: 'Process again' }));
      await page.locator('.page-head', { hasText: 'as a retry' }).waitFor();
      await waitForEnd(/Succeeded/);

      expect([keys.takeFaults(), (await web.place.hub.target.sql`select 1 from people`).length]).toEqual([[], 12]);
    },
    pageTimeoutMs,
  );

  it(
    'makes a key, which is shown once, and rotates and disables it by its menu',
    async () => {
      await goTo('k', 'API keys');
      await keys.openAndLeave(button('Make a key'), dialog());
      await keys.press('Enter');
      await keys.fill(dialog().getByLabel('Name', { exact: true }), 'of the keyboard');
      await keys.act(page.getByRole('group', { name: 'Runs' }).getByLabel('See'), 'Space');
      await keys.act(button('Make the key'));
      const first = await takeSecret(button('Make a key'));
      // Of the older one, once there are two.
      const menu = button('Acts on of the keyboard').first();
      await keys.act(menu);
      await page.getByRole('menuitem', { name: 'Disable' }).waitFor();
      await keys.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      expect(await hasFocus(menu)).toBe(true);
      await keys.press('Enter');
      await page.getByRole('menuitem', { name: 'Rotate…' }).waitFor();
      await keys.type('Rot');
      await keys.press('Enter');
      await keys.act(dialog().getByRole('button', { name: 'Rotate' }));
      expect(await takeSecret(menu)).not.toBe(first);
      const rows = page.locator('tr', { hasText: 'of the keyboard' });
      await expect.poll(() => rows.count()).toBe(2);
      await keys.act(menu);
      await page.getByRole('menuitem', { name: 'Disable' }).waitFor();
      await keys.type('Disa');
      await keys.press('Enter');
      await rows.first().getByText('Disabled').waitFor();

      expect(keys.takeFaults()).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'decides on an approval',
    async () => {
      const { api_url: url, api_key: key } = web.place.hub.facts;
      const connections = await createHubClient({ baseUrl: url, apiKey: key }).call('listConnections', {});
      const idOf = (name: string): string => connections.find((one) => one.name === name)?.id ?? '';
      await runUntilAsked({
        api: connectApi(url, key, new AbortController().signal),
        sourceId: idOf('people'),
        targetId: idOf('table'),
      });
      await keys.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).waitFor();
      await keys.type('approvals');
      await page
        .getByRole('option', { name: /Approvals/ })
        .first()
        .waitFor();
      await keys.press('Enter');
      await arrive('Approvals');
      const row = page.locator('tr', { hasText: 'Account for' });
      await expect.poll(() => row.count()).toBe(12);
      await keys.openAndLeave(row.first().getByRole('button', { name: 'Approve…' }), dialog());
      await keys.press('Enter');
      await keys.choose(page.locator('select[name="form.licence"]'), 'full');
      await keys.fill(page.getByLabel(/Comment/), 'Seen');
      await keys.act(button('Approve'));
      await expect.poll(() => row.count()).toBe(11);

      expect(keys.takeFaults()).toEqual([]);
      expect(web.person.faults.filter((fault) => !/status of 40[134]/.test(fault))).toEqual([]);
    },
    2 * pageTimeoutMs,
  );
});
