import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeTotp } from '../../services/access/people/totp.ts';
import { startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { browserMissing, findChromium, openBrowser, openVisitor, settle, type Visitor } from './browser.ts';
import { ensureBuilt } from './ensure-built.ts';

let hub: HubProcess;
let browser: Browser;
let owner: Visitor;
let url: string;
let recoveryCodes: string[];

const pageTimeoutMs = 90_000;
const stepMs = 30_000;
const email = 'grace@example.com';
const password = 'a sentence that nobody guesses';

const hasBrowser = findChromium() !== undefined;
if (!hasBrowser) console.warn(`${browserMissing} The tests of the first day are SKIPPED.`);

beforeAll(async () => {
  if (!hasBrowser) return;
  await ensureBuilt();
  [hub, browser] = await Promise.all([startHubProcess({}), openBrowser()]);
  url = new URL(hub.facts.welcome_url ?? hub.facts.api_url).origin;
  owner = await openVisitor(browser, url);
}, startTimeoutMs);

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.close();
  await hub.stop();
}, stopTimeoutMs);

/** Follows a link as somebody does who got it in a message. */
async function follow(visitor: Visitor, link: string): Promise<void> {
  await visitor.page.goto(link);
  await settle(visitor.page);
}

async function giveCredentials(visitor: Visitor, proof: { email: string; password: string }): Promise<void> {
  await visitor.page.getByLabel('E-mail address').fill(proof.email);
  await visitor.page.getByLabel('Password').fill(proof.password);
  await visitor.page.getByRole('button', { name: 'Sign in' }).click();
}

describe.skipIf(!hasBrowser)('test/web/first-day', () => {
  it(
    'lets the owner in by the printed link, and choose a password',
    async () => {
      const { page } = owner;
      await follow(owner, hub.facts.welcome_url ?? '');
      await page.getByRole('button', { name: 'Open the dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await owner.visit('/profile');
      expect(await owner.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Choose a password' }).click();
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Change the password' }).waitFor();

      expect(await page.getByText(email).count()).toBe(1);
      expect(owner.faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'adds an authenticator by a picture that the page draws itself, and asks for it from then on',
    async () => {
      const { page } = owner;
      await page.getByRole('button', { name: 'Add an authenticator' }).click();
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
      expect(await owner.findBarriers()).toEqual([]);
      const secret = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByLabel('Code', { exact: true }).fill(computeTotp(secret, Math.floor(Date.now() / stepMs)));
      await page.getByRole('button', { name: 'Confirm' }).click();
      const codes = page.locator('.codes span');
      await codes.first().waitFor();
      recoveryCodes = await codes.allTextContents();
      expect(recoveryCodes.length).toBe(10);
      await page.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('button', { name: 'Sign out' }).click();
      await giveCredentials(owner, { email, password });
      await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'invites a second person by a link, who sees less and is out within a second when suspended',
    async () => {
      const { page } = owner;
      await owner.visit('/settings/members');
      await page.getByRole('button', { name: 'Invite a person' }).click();
      await page.getByLabel('E-mail address').fill('alan@example.com');
      await page.getByLabel(/^Viewer/).waitFor();
      expect(await owner.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Make the link' }).click();
      const link = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();

      const second = await openVisitor(browser, url);
      await follow(second, link);
      await second.page.getByLabel('Name').fill('Alan');
      await second.page.getByLabel('Password').fill('another long sentence of his');
      await second.page.getByRole('button', { name: 'Open the dashboard' }).click();
      await second.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      const places = await second.page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
      expect(places).not.toEqual(expect.arrayContaining(['Members']));
      expect(places).not.toEqual(expect.arrayContaining(['API keys']));
      await second.visit('/settings/members');
      await second.page.getByText('Your role does not allow this').waitFor();

      const again = await openVisitor(browser, url);
      await follow(again, link);
      expect(await again.page.getByRole('heading', { level: 1 }).textContent()).toBe('This link does not work');
      await again.context.close();

      await owner.visit('/settings/members');
      await page.getByRole('button', { name: 'Acts on Alan' }).click();
      await page.getByRole('menuitem', { name: /Suspend/ }).click();
      await page.getByRole('button', { name: 'Suspend', exact: true }).click();
      await page.locator('tr', { hasText: 'Alan' }).getByText('Suspended').waitFor();
      await second.page.goto(`${url}/app/`);
      await second.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await second.context.close();
    },
    pageTimeoutMs,
  );

  it(
    'lists the sessions of the person, and ends another one at once',
    async () => {
      const other = await openVisitor(browser, url);
      await other.page.goto(`${url}/app/`);
      await giveCredentials(other, { email, password });
      await other.page.getByLabel('Code', { exact: true }).fill(recoveryCodes[1] ?? '');
      await other.page.getByRole('button', { name: 'Confirm' }).click();
      await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

      await owner.visit('/profile');
      const { page } = owner;
      await page.locator('tr', { hasText: 'This one' }).getByText('Chrome on Linux').waitFor();
      await page.getByRole('button', { name: /^End the session/ }).click();
      await page.getByRole('button', { name: /^End the session/ }).waitFor({ state: 'detached' });
      await other.page.goto(`${url}/app/`);
      await other.page.getByRole('heading', { level: 1 }).waitFor();

      expect(await other.page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
      await other.context.close();
    },
    pageTimeoutMs,
  );
});
