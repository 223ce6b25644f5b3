import { beforeAll, describe, expect, it } from 'vitest';
import { peopleMapping } from '../harness/flow.ts';
import { makePeople } from '../harness/people.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';
import { settle, type Visitor } from './browser.ts';
import { createDraft, scheduleAndActivate } from './builder-walk.ts';
import { connectSource, connectTable, mapFields, runNow } from './system-walk.ts';
import { useDashboard } from './use-dashboard.ts';
import { servePeople } from './scene.ts';

const pageTimeoutMs = 90_000;
const web = useDashboard(() => servePeople('bound_builder'));
let builder: Visitor;
let north: string;
let south: string;
/** What belongs to the other account. */
let foreign: { connection: string; integration: string; run: string };

async function addAccount(name: string): Promise<string> {
  return (await web.place.client.call('createAccount', { body: { name } })).id;
}

/** A connection, an integration and a run of an account. */
async function fillAccount(account: string): Promise<typeof foreign> {
  const { client, hub } = web.place;
  const feed = await client.call('createConnection', {
    body: { name: 'Feed of the south', service_type: 'cisa_kev', credentials: {}, account_id: account },
  });
  const made = await client.call('createIntegration', {
    body: {
      name: 'Flow of the south',
      account_id: account,
      source: { connection_id: hub.sourceId, object: 'people', key: ['id'] },
      target: { connection_id: hub.targetId, object: 'people', operation: 'upsert', match_on: ['id'] },
      mapping: peopleMapping,
    },
  });
  // Nobody is in the source yet.
  const run = await client.call('executeIntegration', { params: { id: made.id }, body: {} });
  await client.waitForRun(run.id);
  return { connection: feed.id, integration: made.id, run: run.id };
}

const links = ({ page }: Visitor, list: string): Promise<string[]> =>
  page.getByRole('group', { name: list, exact: true }).locator('.row-link').allTextContents();

const optionsOf = ({ page }: Visitor, label: string): Promise<string[]> =>
  page.getByLabel(label, { exact: true }).locator('option').allTextContents();

describe.skipIf(web.isAbsent)('test/web/accounts', () => {
  beforeAll(async () => {
    const { client, hub } = web.place;
    [north, south] = [await addAccount('North'), await addAccount('South')];
    foreign = await fillAccount(south);
    hub.source.records = makePeople(12);
    builder = await web.open({ others: ['login.example.com'] });
    const invited = await client.call('createInvitation', {
      body: { email: 'bea@example.com', roles: [{ role: 'builder', account_id: north }] },
    });
    await builder.page.goto(invited.url);
    await settle(builder.page);
    await builder.page.getByLabel('Name').fill('Bea');
    await builder.page.getByLabel('Password').fill('a sentence that nobody guesses');
    await builder.page.getByRole('button', { name: 'Open the dashboard' }).click();
    await builder.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }, startTimeoutMs);

  it(
    'lets a builder of one account connect systems, make an integration, activate and run it, all in that account',
    async () => {
      const { page } = builder;
      await builder.visit('/connections/new?connector=http');
      expect(await optionsOf(builder, 'Account')).toEqual(['North']);
      expect(await page.getByLabel('Account', { exact: true }).inputValue()).toBe(north);
      expect(await builder.findBarriers()).toEqual([]);
      await connectSource(builder, web.place.hub.port);
      await page.locator('.facts', { hasText: 'North' }).waitFor();
      await connectTable(builder, web.place.hub.target);
      await builder.visit('/integrations/new');
      expect(await optionsOf(builder, 'Account')).toEqual(['North']);
      const integration = await createDraft(builder, 'People of the north');
      await mapFields(builder);
      await scheduleAndActivate(builder);
      await runNow(builder, /Succeeded/);
      await page.locator('.page-head', { hasText: 'of the account North' }).waitFor();

      expect((await web.place.hub.target.sql`select 1 from people`).length).toBe(12);
      const made = await web.place.client.call('getIntegration', { params: { id: integration } });
      const connections = await web.place.client.call('listConnections', { query: { account_id: north } });
      expect([made.account_id, connections.map(({ name }) => name).toSorted()]).toEqual([north, ['people', 'table']]);
      expect(builder.faults).toEqual([]);
    },
    3 * pageTimeoutMs,
  );

  it(
    'shows such a builder nothing of another account or of none, and offers nothing about the organization',
    async () => {
      const { page } = builder;
      await builder.visit('/connections');
      expect((await links(builder, 'Connections')).toSorted()).toEqual(['people', 'table']);
      // All that she sees belongs to one account.
      expect(await page.getByLabel('Account', { exact: true }).count()).toBe(0);
      await builder.visit('/integrations');
      expect(await links(builder, 'Integrations')).toEqual(['People of the north']);
      await builder.visit('/runs');
      expect(await links(builder, 'Runs')).toEqual(['People of the north']);
      const places = await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').allTextContents();
      expect(places).toEqual(expect.arrayContaining(['Connections', 'Lookup tables', 'Calendars']));
      expect(places).not.toEqual(expect.arrayContaining(['Webhook endpoints']));
      for (const [path, act] of [
        ['/lookup-tables', 'Make a table'],
        ['/calendars', 'Make a calendar'],
      ] as const) {
        await Promise.all([builder, web.person].map((visitor) => visitor.visit(path)));
        await web.person.page.getByText(act).first().waitFor();
        expect([path, await page.getByText(act).count()]).toEqual([path, 0]);
      }
      expect(builder.faults).toEqual([]);
      for (const path of [
        `/connections/${foreign.connection}`,
        `/integrations/${foreign.integration}`,
        `/runs/${foreign.run}`,
      ]) {
        await builder.visit(path);
        await page.getByText('This does not exist, or is not yours to see').waitFor();
      }
    },
    pageTimeoutMs,
  );

  it(
    'takes the account along to the vendor of a system that a person allows there',
    async () => {
      const { page } = builder;
      await page.context().route('https://login.example.com/**', (route) => route.fulfill({ body: 'Allow it?' }));
      await builder.visit('/connections/new?connector=http');
      await page.locator('input[name="config.base_url"]').fill('https://wiki.example.com');
      await page.getByLabel('How to sign in').selectOption({ label: 'OAuth 2.0 authorization by a person' });
      for (const [name, value] of [
        ['client_id', 'hub'],
        ['client_secret', 'abcdef0123456789'],
        ['token_url', 'https://login.example.com/token'],
        ['authorize_url', 'https://login.example.com/authorize'],
      ] as const) {
        await page.locator(`input[name="credentials.${name}"]`).fill(value);
      }
      const asked = page.waitForRequest(/\/v1\/connections\/authorize$/);
      await page.getByRole('button', { name: /to allow it$/ }).click();
      const body: unknown = (await asked).postDataJSON();

      expect(body).toMatchObject({ service_type: 'http', account_id: north });
      await page.waitForURL(/^https:\/\/login\.example\.com\/authorize/);
    },
    pageTimeoutMs,
  );

  it(
    'names accounts to who sees several, filters by them, and lets such a person choose one, or none',
    async () => {
      const { page } = web.person;
      for (const [path, list, name] of [
        ['/connections', 'Connections', 'Feed of the south'],
        ['/integrations', 'Integrations', 'Flow of the south'],
        ['/runs', 'Runs', 'Flow of the south'],
      ] as const) {
        await web.person.visit(path);
        await page.getByRole('columnheader', { name: 'Account' }).waitFor();
        expect((await links(web.person, list)).length).toBeGreaterThan(1);
        await page.getByLabel('Account', { exact: true }).selectOption({ label: 'South' });
        await expect.poll(() => links(web.person, list)).toEqual([name]);
        expect(new URL(page.url()).searchParams.get('account_id')).toBe(south);
        expect(await page.getByRole('group', { name: list, exact: true }).getByText('South').count()).toBeGreaterThan(
          0,
        );
        expect(await web.person.findBarriers()).toEqual([]);
      }
      await web.person.visit('/connections/new?connector=cisa_kev');
      const choice = page.getByLabel(/^Account/);
      await choice.waitFor();
      expect((await choice.locator('option').allTextContents()).slice(0, 1)).toEqual(['None']);
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByLabel('Name', { exact: true }).fill('Feed of the north');
      await choice.selectOption({ label: 'North' });
      await page.getByRole('button', { name: 'Save the connection' }).click();
      await page.getByRole('heading', { level: 1, name: 'Feed of the north' }).waitFor();
      await builder.visit('/connections');
      expect(await links(builder, 'Connections')).toContain('Feed of the north');
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'offers in each account what the role for it allows, and moves an integration to another one',
    async () => {
      const { page } = builder;
      const members = await web.place.client.call('listMembers', { query: { per_page: 100 } });
      const id = members.find(({ email }) => email === 'bea@example.com')?.id ?? '';
      const setRoles = (role: 'viewer' | 'builder') =>
        web.place.client.call('updateMember', {
          params: { id },
          body: {
            roles: [
              { role: 'builder', account_id: north },
              { role, account_id: south },
            ],
          },
        });
      const listRunActs = async (): Promise<string[]> => {
        await builder.visit(`/runs/${foreign.run}`);
        await page.locator('.page-head .badge', { hasText: 'Succeeded' }).waitFor({ timeout: 60_000 });
        await page.getByRole('button', { name: 'More acts' }).click();
        await page.getByRole('menuitem').first().waitFor();
        return page.getByRole('menuitem').allTextContents();
      };
      await setRoles('viewer');
      await expect
        .poll(async () => {
          await builder.visit(`/integrations/${foreign.integration}`);
          return page.getByRole('heading', { level: 1 }).textContent();
        })
        .toBe('Flow of the south');
      const acts = ['Edit', 'Activate', 'Run now', 'More acts'];
      const count = (name: string) =>
        page
          .getByRole('link', { name, exact: true })
          .or(page.getByRole('button', { name, exact: true }))
          .count();
      for (const name of acts) expect([name, await count(name)]).toEqual([name, 0]);
      await builder.visit(`/connections/${foreign.connection}`);
      for (const name of ['Replace credentials', 'Test now']) expect([name, await count(name)]).toEqual([name, 0]);
      expect(await listRunActs()).not.toContain('Start again from the beginning');
      await builder.visit('/connections/new?connector=cisa_kev');
      expect(await optionsOf(builder, 'Account')).toEqual(['North']);

      await setRoles('builder');
      await expect
        .poll(async () => {
          await builder.visit('/connections/new?connector=cisa_kev');
          return optionsOf(builder, 'Account');
        })
        .toEqual(['Choose', 'North', 'South']);
      expect(await listRunActs()).toContain('Start again from the beginning');
      await builder.visit(`/connections/${foreign.connection}`);
      for (const name of ['Replace credentials', 'Test now']) expect([name, await count(name)]).toEqual([name, 1]);
      await builder.visit('/connections/new?connector=cisa_kev');
      await page.getByRole('button', { name: 'Save the connection' }).click();
      await page.getByText('You act for some accounts only. Name one of them.').first().waitFor();
      expect(await page.getByLabel('Account', { exact: true }).getAttribute('aria-invalid')).toBe('true');
      await builder.visit('/integrations');
      await page.getByRole('link', { name: 'People of the north' }).click();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('link', { name: 'Behaviour' }).click();
      await page.getByLabel('Account', { exact: true }).selectOption({ label: 'South' });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Save and use' }).click();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      const [moved] = await web.place.client.call('listIntegrations', { query: { q: 'People of the north' } });

      expect(moved?.account_id).toBe(south);
    },
    2 * pageTimeoutMs,
  );
});
