import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeTotp } from '../../services/access/people/totp.ts';
import { createTargetDatabase, peopleColumns, type TargetDatabase } from '../harness/flow.ts';
import { makePeople } from '../harness/people.ts';
import { PeopleSource, startTimeoutMs, stopTimeoutMs } from '../harness/people-hub.ts';
import { type HubProcess, startHubProcess } from '../harness/processes/hub-process.ts';
import { createHubClient } from '../../client/index.ts';
import { browserMissing, findChromium, openBrowser, openVisitor, settle, type Visitor } from './browser.ts';
import { createDraft, outliveSignOut, scheduleAndActivate } from './builder-walk.ts';
import { ensureBuilt } from './ensure-built.ts';
import { connectSource, connectTable, fillTable, mapFields, runNow } from './system-walk.ts';

let hub: HubProcess;
let target: TargetDatabase;
const source = new PeopleSource();
let browser: Browser;
let owner: Visitor;
let url: string;
let port: number;
let integration: string;
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
  port = await source.start();
  source.records = makePeople(40);
  [hub, browser] = await Promise.all([startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${port}` }), openBrowser()]);
  target = await createTargetDatabase(hub.facts.database_url, 'first_day');
  await target.sql.unsafe(`create table people (${peopleColumns}); alter table people owner to first_day`);
  url = new URL(hub.facts.welcome_url ?? hub.facts.api_url).origin;
  owner = await openVisitor(browser, url);
}, startTimeoutMs);

afterAll(async () => {
  if (!hasBrowser) return;
  await browser.close();
  await target.close();
  await hub.stop();
  source.stop();
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

/** Draws the page into the folder that `HUB_TEST_SCREENSHOTS` names: pictures of the README are made so. */
async function keep({ page }: Visitor, name: string): Promise<void> {
  const { HUB_TEST_SCREENSHOTS: folder } = process.env;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `first-day-${name}.png`) });
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
    'adds a passkey, and signs in by it alone, after the password, and to confirm a sensitive act',
    async () => {
      const { page, context } = owner;
      const debug = await context.newCDPSession(page);
      await debug.send('WebAuthn.enable');
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
      } as const;
      await debug.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, isUserVerified: true } });
      await owner.visit('/profile');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      expect(await owner.findBarriers()).toEqual([]);
      await page.getByLabel('Name', { exact: true }).fill('This laptop');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('button', { name: 'Rename This laptop' }).waitFor();
      expect(await owner.findBarriers()).toEqual([]);

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await giveCredentials(owner, { email, password });
      await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
      expect(await owner.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

      const admin = postgres(hub.facts.database_url, { max: 1 });
      await admin`update user_sessions set elevated_at = elevated_at - interval '1 hour'`;
      await admin.end();
      await owner.visit('/profile');
      await page.getByRole('button', { name: 'Make new recovery codes' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
      const codes = page.locator('.codes span');
      await codes.first().waitFor();
      recoveryCodes = await codes.allTextContents();
      await page.getByRole('button', { name: 'Done' }).click();
      expect(owner.faults.filter((fault) => !/status of 40[13]/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'makes a key that may see runs and nothing else, and shows it once',
    async () => {
      const { page } = owner;
      await owner.visit('/settings/keys');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('reports');
      await page.getByRole('group', { name: 'Runs' }).getByLabel('See').check();
      await page.getByRole('button', { name: 'Make the key' }).click();
      const secret = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText(secret).waitFor({ state: 'detached' });
      const ask = async (path: string): Promise<number> =>
        (await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;

      expect([await ask('/runs'), await ask('/connections')]).toEqual([200, 403]);
    },
    pageTimeoutMs,
  );

  it(
    'connects two systems, and moves records between them by a mapping that was seen to work',
    async () => {
      await connectSource(owner, port);
      await connectTable(owner, target);
      integration = await createDraft(owner, 'People to the directory');
      await mapFields(owner);
      await keep(owner, 'builder');
      await scheduleAndActivate(owner);
      await runNow(owner, /Succeeded/);
      await keep(owner, 'run');

      expect((await target.sql`select 1 from people`).length).toBe(40);
      expect(owner.faults.filter((fault) => !/status of 40[134]/.test(fault))).toEqual([]);
    },
    3 * pageTimeoutMs,
  );

  it(
    'says why a run failed and which records did, and processes these again once the mapping is corrected',
    async () => {
      const { page } = owner;
      source.status = 403;
      await owner.visit(`/integrations/${integration}`);
      await runNow(owner, /Failed/);
      await page.locator('.notice.tone-bad', { hasText: 'Give the account of the connection the right' }).waitFor();
      await keep(owner, 'failure');
      source.status = 200;
      // Without an e-mail address there is no login, which the table requires.
      source.records = makePeople(43).map((person, index) => (index < 40 ? person : { ...person, work_email: null }));
      await owner.visit(`/integrations/${integration}`);
      await runNow(owner, /Partly succeeded/);
      const runPath = new URL(page.url()).pathname.replace(/^\/app/, '');
      await owner.visit('/');
      await page.getByText('People to the directory: 3 records failed').waitFor();
      await keep(owner, 'overview');
      await page.getByRole('link', { name: 'See records' }).click();
      await page.getByRole('heading', { level: 1, name: 'Failed records' }).waitFor();
      await page.locator('summary').first().click();
      expect(await owner.findBarriers()).toEqual([]);
      await keep(owner, 'failed-records');

      await owner.visit(`/integrations/${integration}/build?part=mapping`);
      const formula = page.getByRole('textbox', { name: 'Formula of login' });
      await formula.fill('work_email == null ? "unknown-" + string(id) : lower(work_email)');
      await formula.press('Escape');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Save and use' }).click();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await owner.visit(runPath);
      await page.getByRole('button', { name: 'Rehearse with the newest revision' }).click();
      const rehearsal = page.getByRole('region', { name: 'Rehearsal' });
      await rehearsal.getByText('All would go through').waitFor();
      await rehearsal.locator('summary').first().click();
      await rehearsal.getByText('unknown-').first().waitFor();
      expect(await owner.findBarriers()).toEqual([]);
      await owner.visit('/failed-records');
      await page.locator('summary').first().click();
      await page.getByRole('button', { name: /^Process again/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Process again' }).click();
      await page.getByText('No record is left behind').waitFor({ timeout: 60_000 });

      expect((await target.sql`select 1 from people`).length).toBe(43);
      await owner.visit('/');
      await page.getByText('Nothing needs you').waitFor();
    },
    3 * pageTimeoutMs,
  );

  it(
    'lets a customer, who is no member, connect a system of theirs by a link',
    async () => {
      const { page } = owner;
      await owner.visit('/connections?tab=links');
      await page.getByRole('button', { name: 'Make a link' }).first().click();
      await page.getByLabel('System').selectOption({ label: 'PostgreSQL' });
      await page.getByLabel('Name of the connection').fill('Table of the customer');
      expect(await owner.findBarriers()).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click();
      const link = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();

      const customer = await openVisitor(browser, url);
      await follow(customer, link);
      expect(await customer.findBarriers()).toEqual([]);
      await fillTable(customer, target);
      await customer.page.getByRole('button', { name: 'Test' }).click();
      await customer.page.getByText(/It works/).waitFor({ timeout: 60_000 });
      await customer.page.getByRole('button', { name: 'Connect', exact: true }).click();
      await customer.page.getByRole('heading', { level: 1, name: 'Connected' }).waitFor();
      expect(customer.faults).toEqual([]);
      await customer.page.goto(`${url}/app/`);
      await customer.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await customer.context.close();

      await owner.visit('/connections');
      await page.getByRole('link', { name: 'Table of the customer' }).waitFor();
    },
    3 * pageTimeoutMs,
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
      // What they have open shows it by itself.
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
      // What it has open shows that by itself.
      await other.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

      expect(await other.page.getByLabel('E-mail address').count()).toBe(1);
      await other.context.close();
    },
    pageTimeoutMs,
  );

  it(
    'finds unsaved work again after the session ended in the middle of it',
    async () => {
      const client = createHubClient({ baseUrl: url, apiKey: hub.facts.api_key });
      const { id } = await client.call('createIntegration', { body: { name: 'Begun' } });
      await outliveSignOut(owner, id, async () => {
        await giveCredentials(owner, { email, password });
        await owner.page.getByLabel('Code', { exact: true }).fill(recoveryCodes[2] ?? '');
        await owner.page.getByRole('button', { name: 'Confirm' }).click();
      });
      const { name } = await client.call('getIntegration', { params: { id } });

      expect(name).toBe('Named before the session ended');
    },
    pageTimeoutMs,
  );
});
