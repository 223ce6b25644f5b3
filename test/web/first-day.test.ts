import { join } from 'node:path';
import postgres from 'postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeTotp } from '../../services/access/people/totp.ts';
import { makePeople } from '../harness/people.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';
import { createHubClient } from '../../client/index.ts';
import { settle, type Visitor } from './browser.ts';
import { createDraft, outliveSignOut, scheduleAndActivate } from './builder-walk.ts';
import { connectSource, connectTable, fillTable, mapFields, runNow } from './system-walk.ts';
import { useDashboard } from './use-dashboard.ts';
import { serveHub } from './scene.ts';

const web = useDashboard(() => serveHub('first_day'), { as: 'nobody' });
let integration: string;
let recoveryCodes: string[];

const pageTimeoutMs = 90_000;
const stepMs = 30_000;
const email = 'grace@example.com';
const password = 'a sentence that nobody guesses';

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

describe.skipIf(web.isAbsent)('test/web/first-day', () => {
  beforeAll(async () => {
    web.place.hub.source.records = makePeople(40);
  }, startTimeoutMs);

  it(
    'lets the owner in by the printed link, and choose a password',
    async () => {
      const { page } = web.person;
      await follow(web.person, web.place.hub.facts.welcome_url ?? '');
      await page.getByRole('button', { name: 'Open the dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await web.person.walk('/profile');
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Choose a password' }).click();
      await page.getByLabel('E-mail address').fill(email);
      await page.getByLabel('New password').fill(password);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Change the password' }).waitFor();

      expect(await page.getByText(email).count()).toBe(1);
      expect(web.person.faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'adds an authenticator by a picture that the page draws itself, and asks for it from then on',
    async () => {
      const { page } = web.person;
      await page.getByRole('button', { name: 'Add an authenticator' }).click();
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      const secret = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByLabel('Code', { exact: true }).fill(computeTotp(secret, Math.floor(Date.now() / stepMs)));
      await page.getByRole('button', { name: 'Confirm' }).click();
      const codes = page.locator('.codes span');
      await codes.first().waitFor();
      recoveryCodes = await codes.allTextContents();
      expect(recoveryCodes.length).toBe(10);
      await page.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('button', { name: 'Sign out' }).click();
      await giveCredentials(web.person, { email, password });
      await page.getByLabel('Code', { exact: true }).fill(recoveryCodes[0] ?? '');
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'adds a passkey, and signs in by it alone, after the password, and to confirm a sensitive act',
    async () => {
      const { page, context } = web.person;
      const debug = await context.newCDPSession(page);
      await debug.send('WebAuthn.enable');
      const options = {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
      } as const;
      await debug.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, isUserVerified: true } });
      await web.person.walk('/profile');
      await page.getByRole('button', { name: 'Add a passkey' }).click();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByLabel('Name', { exact: true }).fill('This laptop');
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('button', { name: 'Rename This laptop' }).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);

      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await giveCredentials(web.person, { email, password });
      await page.getByRole('heading', { level: 1, name: 'Second factor' }).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

      const admin = postgres(web.place.hub.facts.database_url, { max: 1 });
      await admin`update user_sessions set elevated_at = elevated_at - interval '1 hour' where user_id = (select id from users where email = ${email})`;
      await admin.end();
      await web.person.walk('/profile');
      await page.getByRole('button', { name: 'Make new recovery codes' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }).click();
      const codes = page.locator('.codes span');
      await codes.first().waitFor();
      recoveryCodes = await codes.allTextContents();
      await page.getByRole('button', { name: 'Done' }).click();
      expect(web.person.faults.filter((fault) => !/status of 40[13]/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'makes a key that may see runs and nothing else, and shows it once',
    async () => {
      const { page } = web.person;
      await web.person.walk('/settings/keys');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('reports');
      await page.getByRole('group', { name: 'Runs' }).getByLabel('See').check();
      await page.getByRole('button', { name: 'Make the key' }).click();
      const secret = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText(secret).waitFor({ state: 'detached' });
      const ask = async (path: string): Promise<number> =>
        (await fetch(`${web.place.url}/v1${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;

      expect([await ask('/runs'), await ask('/connections')]).toEqual([200, 403]);
    },
    pageTimeoutMs,
  );

  it(
    'connects two systems, and moves records between them by a mapping that was seen to work',
    async () => {
      await connectSource(web.person, web.place.hub.port);
      await connectTable(web.person, web.place.hub.target);
      integration = await createDraft(web.person, 'People to the directory');
      await mapFields(web.person);
      await keep(web.person, 'builder');
      await scheduleAndActivate(web.person);
      await runNow(web.person, /Succeeded/);
      await keep(web.person, 'run');

      expect((await web.place.hub.target.sql`select 1 from people`).length).toBe(40);
      expect(web.person.faults.filter((fault) => !/status of 40[134]/.test(fault))).toEqual([]);
    },
    3 * pageTimeoutMs,
  );

  it(
    'says why a run failed and which records did, and processes these again once the mapping is corrected',
    async () => {
      const { page } = web.person;
      web.place.hub.source.status = 403;
      await web.person.walk(`/integrations/${integration}`);
      await runNow(web.person, /Failed/);
      await page.locator('.notice.tone-bad', { hasText: 'Give the account of the connection the right' }).waitFor();
      await keep(web.person, 'failure');
      web.place.hub.source.status = 200;
      // Without an e-mail address there is no login, which the table requires.
      web.place.hub.source.records = makePeople(43).map((person, index) =>
        index < 40 ? person : { ...person, work_email: null },
      );
      await web.person.walk(`/integrations/${integration}`);
      await runNow(web.person, /Partly succeeded/);
      const runPath = new URL(page.url()).pathname.replace(/^\/app/, '');
      await web.person.walk('/');
      await page.getByText('People to the directory: 3 records failed').waitFor();
      await keep(web.person, 'overview');
      await page.getByRole('link', { name: 'See records' }).click();
      await page.getByRole('heading', { level: 1, name: 'Failed records' }).waitFor();
      await page.locator('summary').first().click();
      expect(await web.person.findBarriers()).toEqual([]);
      await keep(web.person, 'failed-records');

      await web.person.walk(`/integrations/${integration}/build?part=mapping`);
      const formula = page.getByRole('textbox', { name: 'Formula of login' });
      await formula.fill('work_email == null ? "unknown-" + string(id) : lower(work_email)');
      await formula.press('Escape');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Save and use' }).click();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await web.person.walk(runPath);
      await page.getByRole('button', { name: 'Rehearse with the newest revision' }).click();
      const rehearsal = page.getByRole('region', { name: 'Rehearsal' });
      await rehearsal.getByText('All would go through').waitFor();
      await rehearsal.locator('summary').first().click();
      await rehearsal.getByText('unknown-').first().waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await web.person.walk('/failed-records');
      await page.locator('summary').first().click();
      await page.getByRole('button', { name: /^Process again/ }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Process again' }).click();
      await page.getByText('No record is left behind').waitFor({ timeout: 60_000 });

      expect((await web.place.hub.target.sql`select 1 from people`).length).toBe(43);
      await web.person.walk('/');
      await page.getByText('Nothing needs you').waitFor();
    },
    3 * pageTimeoutMs,
  );

  it(
    'lets a customer, who is no member, connect a system of theirs by a link',
    async () => {
      const { page } = web.person;
      await web.person.walk('/connections?tab=links');
      await page.getByRole('button', { name: 'Make a link' }).first().click();
      await page.getByLabel('System').selectOption({ label: 'PostgreSQL' });
      await page.getByLabel('Name of the connection').fill('Table of the customer');
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('dialog').getByRole('button', { name: 'Make the link' }).click();
      const link = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();

      const customer = await web.open();
      await follow(customer, link);
      expect(await customer.findBarriers()).toEqual([]);
      await fillTable(customer, web.place.hub.target);
      await customer.page.getByRole('button', { name: 'Test' }).click();
      await customer.page.getByText(/It works/).waitFor({ timeout: 60_000 });
      await customer.page.getByRole('button', { name: 'Connect', exact: true }).click();
      await customer.page.getByRole('heading', { level: 1, name: 'Connected' }).waitFor();
      expect(customer.faults).toEqual([]);
      await customer.page.goto(`${web.place.url}/app/`);
      await customer.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
      await customer.context.close();

      await web.person.walk('/connections');
      await page.getByRole('link', { name: 'Table of the customer' }).waitFor();
    },
    3 * pageTimeoutMs,
  );

  it(
    'invites a second person by a link, who sees less and is out within a second when suspended',
    async () => {
      const { page } = web.person;
      await web.person.walk('/settings/members');
      await page.getByRole('button', { name: 'Invite a person' }).click();
      await page.getByRole('dialog').getByLabel('E-mail address').fill('alan@example.com');
      await page.getByLabel(/^Viewer/).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Make the link' }).click();
      const link = (await page.locator('.secret code').textContent()) ?? '';
      await page.getByRole('button', { name: 'Done' }).click();

      const second = await web.open();
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

      const again = await web.open();
      await follow(again, link);
      expect(await again.page.getByRole('heading', { level: 1 }).textContent()).toBe('This link does not work');
      await again.context.close();

      await web.person.walk('/settings/members');
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
      const other = await web.open();
      await other.page.goto(`${web.place.url}/app/`);
      await giveCredentials(other, { email, password });
      await other.page.getByLabel('Code', { exact: true }).fill(recoveryCodes[1] ?? '');
      await other.page.getByRole('button', { name: 'Confirm' }).click();
      await other.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();

      await web.person.walk('/profile');
      const { page } = web.person;
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
      const client = createHubClient({ baseUrl: web.place.url, apiKey: web.place.hub.facts.api_key });
      const { id } = await client.call('createIntegration', { body: { name: 'Begun' } });
      await outliveSignOut(web.person, id, async () => {
        await giveCredentials(web.person, { email, password });
        await web.person.page.getByLabel('Code', { exact: true }).fill(recoveryCodes[2] ?? '');
        await web.person.page.getByRole('button', { name: 'Confirm' }).click();
      });
      const { name } = await client.call('getIntegration', { params: { id } });

      expect(name).toBe('Named before the session ended');
    },
    pageTimeoutMs,
  );
});
