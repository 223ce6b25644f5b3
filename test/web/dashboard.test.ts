import { describe, expect, it } from 'vitest';
import { createHubClient } from '../../client/index.ts';
import { makePeople } from '../harness/people.ts';
import { settle, type Visitor } from './browser.ts';
import { buildFlow, createDraft, mapFields, meetConflict, scheduleAndActivate, writeJson } from './builder-walk.ts';
import { seeRunOfOthers, shareStream } from './live-walk.ts';
import { listPages } from './pages.ts';
import { fillTable, runNow } from './system-walk.ts';
import { useDashboard } from './use-dashboard.ts';
import { joinScene } from './scene.ts';

const pageTimeoutMs = 90_000;
const telephone = { width: 390, height: 844 };
/** What 1280 × 1024 pixels are at a zoom of 400 % (WCAG 2.2, 1.4.10). */
const zoomed = { width: 320, height: 256 };

const web = useDashboard(() => joinScene('web_dashboard'));
/** Runs an act and tells what it did that no page may do. */
async function listFaults(act: () => Promise<void>, visitor = web.person): Promise<string[]> {
  visitor.faults.length = 0;
  await act();
  return [...visitor.faults];
}

/**
 * What goes beyond the width of the screen: the page, or a part that scrolls to the side by itself. Tables and code may, and so may
 * tabs on a telephone.
 */
async function findOverflow({ page }: Visitor): Promise<string[]> {
  const found = await page.evaluate(`(() => {
    const over = document.documentElement.scrollWidth - innerWidth;
    const free = innerWidth > ${zoomed.width} ? '.list-box, table, pre, textarea, .tabs' : '.list-box, table, pre, textarea';
    const parts = [...document.querySelectorAll('main *')].filter((part) => part.scrollWidth > part.clientWidth + 1 &&
      ['auto', 'scroll'].includes(getComputedStyle(part).overflowX) && part.closest(free) === null);
    return [...(over > 0 ? [over + ' px too wide'] : []), ...parts.map((part) => part.className + ' scrolls to the side')];
  })()`);
  return Array.isArray(found) ? found.map(String) : ['It does not say.'];
}

/** Corrects a mapping, as somebody would who has read why records failed. */
async function giveDefault(integration: string, field: string, value: string): Promise<void> {
  const client = createHubClient({ baseUrl: web.place.url, apiKey: web.place.key });
  const params = { id: integration };
  const { mapping = [] } = await client.call('getIntegration', { params });
  const corrected = mapping.map((rule) => (rule.to === field ? { ...rule, default: value } : rule));
  await client.call('replaceIntegrationMembers', { params, body: { mapping: corrected } });
}

describe.skipIf(web.isAbsent)('test/web/dashboard', () => {
  it(
    'shows every page without a barrier, a violation of its policy, an error or a request to anybody else',
    async () => {
      const found: Record<string, string[]> = {};
      const loaded = new Set<string>();
      for (const [name, path] of Object.entries(listPages(web.place))) {
        // Each kind of page is loaded once, with nothing there that another one brought.
        const kind = path.replace(/[?#].*/, '').replaceAll(/[a-z]+_[\dA-HJKMNP-TV-Z]{26}/g, 'id');
        const go = loaded.has(kind) ? web.person.walk : web.person.visit;
        loaded.add(kind);
        const faults = await listFaults(() => go(path));
        // That a browser writes a refused request on its console is its own doing.
        const real = faults.filter((fault) => !(name === 'no-such-run' && /status of 404/.test(fault)));
        found[name] = [...real, ...(await web.person.findBarriers('targets'))];
      }

      expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
    },
    3 * pageTimeoutMs,
  );

  it(
    'has no barrier in the dark on a telephone either, where nothing is wider than the screen, nor at a zoom of 400 %',
    async () => {
      const phone = await web.open({ key: web.place.key, ...telephone, dark: true });
      const found: Record<string, unknown[]> = {};
      for (const [name, path] of Object.entries(listPages(web.place))) {
        await phone.walk(path);
        found[name] = [...(await findOverflow(phone)), ...(await phone.findBarriers('targets'))];
        await phone.page.setViewportSize(zoomed);
        found[`${name}, zoomed`] = await findOverflow(phone);
        await phone.page.setViewportSize(telephone);
      }
      await phone.context.close();

      expect(Object.entries(found).filter(([, faults]) => faults.length > 0)).toEqual([]);
    },
    3 * pageTimeoutMs,
  );

  it(
    'asks who is not signed in to sign in, at whatever address, and tells what is wrong',
    async () => {
      const stranger = await web.open();
      await stranger.page.goto(`${web.place.url}/`);
      await stranger.page.getByLabel('E-mail address').waitFor();

      expect(new URL(stranger.page.url()).pathname).toBe('/app/');
      expect(await stranger.findBarriers()).toEqual([]);
      expect(await stranger.page.getByRole('heading', { level: 1 }).textContent()).toBe('Sign in');
      expect(stranger.faults.filter((fault) => !/status of 401/.test(fault))).toEqual([]);
      await stranger.context.close();
    },
    pageTimeoutMs,
  );

  it(
    'says on the page of a failed run why it failed and what to do, before anything else',
    async () => {
      await web.person.walk(`/runs/${web.place.bad.run}`);
      const cause = web.person.page.locator('.notice.tone-bad').first();

      expect(await cause.textContent()).toContain('Give the account of the connection the right');
      await cause.getByRole('link', { name: /Open people/ }).click();
      await web.person.page.getByRole('heading', { level: 1, name: 'people' }).waitFor();
      expect(new URL(web.person.page.url()).pathname).toBe(`/app/connections/${web.place.hub.sourceId}`);
    },
    pageTimeoutMs,
  );

  it(
    'groups failed records, explains one, and processes them again',
    async () => {
      const { page } = web.person;
      await web.person.walk(`/runs/${web.place.partly.run}?tab=records`);
      await page.locator('summary').first().click();
      await page.locator('details details summary').first().click();
      await page.getByText('login', { exact: true }).first().waitFor();

      expect(await page.locator('.fold > summary .tag').first().textContent()).toBe('5 records');
      expect(await web.person.findBarriers()).toEqual([]);

      await giveDefault(web.place.partly.integration, 'login', 'unknown@example.com');
      await page.getByRole('button', { name: 'Process all again' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(web.place.partly.run));
      await page.locator('.page-head .badge', { hasText: /Succeeded/ }).waitFor({ timeout: 60_000 });
    },
    pageTimeoutMs,
  );

  it(
    'leads from a run that waits to its approvals, and approves one with the values that it asks for',
    async () => {
      const { page } = web.person;
      await web.person.walk(`/runs/${web.place.asking}`);
      await page.getByText(/It goes on in/).waitFor();
      await page.getByRole('link', { name: 'See 2 open approvals' }).click();
      const row = page.locator('tr', { hasText: 'Account for' });
      await row.nth(1).waitFor();
      const question = (await row.first().locator('strong').textContent()) ?? '';
      await row.first().getByRole('button', { name: 'Approve…' }).click();
      await page.locator('select[name="form.licence"]').selectOption('full');
      await page.getByLabel(/Comment/).fill('Welcome');
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Approve', exact: true }).click();
      const decided = page.locator('tr', { hasText: question });
      await decided.waitFor({ state: 'detached' });

      await page.getByRole('link', { name: 'Approved', exact: true }).click();
      await decided.waitFor();
      expect(await decided.textContent()).toContain('Welcome');
      await page.getByRole('link', { name: /Approvals\s*1 open/ }).waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'runs an integration and follows the run to its end by itself',
    async () => {
      const { page } = web.person;
      const held = web.place.hub.source.hold();
      await web.person.walk(`/integrations/${web.place.good.integration}`);
      await page.getByRole('button', { name: 'Run now' }).click();
      await page.waitForURL(/\/app\/runs\/run_/);
      await held.asked;
      await page.locator('.page-head .badge', { hasText: 'Running' }).waitFor();
      held.release();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Cancel the run' }).click();
      await page.locator('.page-head .badge', { hasText: 'Canceled' }).waitFor({ timeout: 60_000 });

      expect(await page.getByRole('button', { name: 'Retry' }).count()).toBe(1);
    },
    pageTimeoutMs,
  );

  it(
    'shows a run that somebody else started because the hub reports it, without asking by the clock',
    async () => {
      expect(await seeRunOfOthers(web.person, web.place)).toBeLessThan(4000);
    },
    pageTimeoutMs,
  );

  it(
    'holds one stream open for all tabs of a browser, and goes on when the tab that reads it closes',
    async () => {
      expect(await shareStream(web.browser, web.place)).toEqual([1, 1]);
    },
    pageTimeoutMs,
  );

  it(
    'makes a key, shows it once, and lets it be used and disabled',
    async () => {
      const { page } = web.person;
      await web.person.walk('/settings/keys');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('of a test');
      await page.getByRole('group', { name: 'Runs' }).getByLabel('See').check();
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Make the key' }).click();
      const secret = (await page.locator('.secret code').textContent()) ?? '';
      const ask = async (path: string): Promise<number> =>
        (await fetch(`${web.place.url}/v1${path}`, { headers: { authorization: `Bearer ${secret}` } })).status;

      expect([await ask('/runs'), await ask('/connections')]).toEqual([200, 403]);
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByText(secret).waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Acts on of a test' }).click();
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await page.locator('tr', { hasText: 'of a test' }).getByText('Disabled').waitFor();
      await expect.poll(() => ask('/runs')).toBe(401);
    },
    pageTimeoutMs,
  );

  it(
    'changes a lookup table as text, and keeps what is wrong to be corrected',
    async () => {
      const { page } = web.person;
      await web.person.walk('/lookup-tables');
      await page.getByRole('button', { name: 'Acts on Employee states' }).click();
      await page.getByRole('menuitem', { name: /Change/ }).click();
      const entries = page.getByLabel('Entries');
      await entries.fill('A\tACTIVE\nT');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Line 2 has no tab and no =.').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await entries.fill('A\tACTIVE\nT = LEFT');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog', { name: 'Change Employee states' }).waitFor({ state: 'detached' });

      const client = createHubClient({ baseUrl: web.place.url, apiKey: web.place.key });
      const [table] = await client.call('listLookupTables', {});
      const kept = await client.call('getLookupTableEntries', { params: { id: table?.id ?? '' } });
      expect([kept.entries, table?.version]).toEqual([{ A: 'ACTIVE', T: 'LEFT' }, 2]);
    },
    pageTimeoutMs,
  );

  it(
    'makes a group with a role and members, changes it, and deletes it',
    async () => {
      const { page } = web.person;
      await web.person.walk('/settings/members?tab=groups');
      await page.getByRole('button', { name: 'Make a group' }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Night shift');
      await dialog.getByLabel(/^Operator/).check();
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Make the group' }).click();
      const row = page.locator('tr', { hasText: 'Night shift' });
      await row.getByText('Viewer, operator').waitFor();

      await page.getByRole('button', { name: 'Acts on Night shift' }).click();
      await page.getByRole('menuitem', { name: /Change/ }).click();
      await dialog.getByLabel(/^Operator/).uncheck();
      expect(await dialog.getByLabel(/^Owner/).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Viewer', { exact: true }).waitFor();

      await page.getByRole('button', { name: 'Acts on Night shift' }).click();
      await page.getByRole('menuitem', { name: /Delete/ }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByText('There are no groups').waitFor();
    },
    pageTimeoutMs,
  );

  it(
    'connects a system by the fields of its connector, tests it check by check, and saves it',
    async () => {
      const { page } = web.person;
      await web.person.walk('/connections/new');
      await page.getByLabel('Filter systems').fill('postgres');
      // The list moves once under the mouse: when it is filtered.
      await page.waitForURL(/q=postgres/);
      await page.getByRole('link', { name: /PostgreSQL/ }).click();
      const { target } = web.place.hub;
      await page.getByLabel('Name', { exact: true }).fill('Directory of people');
      await fillTable(web.person, { ...target, credentials: { ...target.credentials, password: 'wrong' } });
      await page.getByRole('button', { name: 'Test' }).click();
      await page.getByText('It does not work yet').waitFor({ timeout: 60_000 });
      await page.locator('input[name="credentials.password"]').fill(target.credentials.password);
      // It was said of another password.
      expect(await page.getByText('It does not work yet').count()).toBe(0);
      await page.getByRole('button', { name: 'Test' }).click();
      await page.getByText(/It works/).waitFor({ timeout: 60_000 });
      await page.getByRole('button', { name: 'Save the connection' }).click();
      await page.getByRole('heading', { level: 1, name: 'Directory of people' }).waitFor();

      const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href])');
      expect(kept).not.toContain(target.credentials.password);
    },
    pageTimeoutMs,
  );

  it(
    'makes an integration in the browser, mapped beside a real record, scheduled, activated and run',
    async () => {
      let id = '';
      web.place.hub.source.records = makePeople(30);
      const faults = await listFaults(async () => {
        id = await createDraft(web.person, 'Made in the browser');
        await mapFields(web.person);
        await writeJson(web.person, 'Made in a browser, renamed as text');
        await scheduleAndActivate(web.person);
        await runNow(web.person, /Succeeded/);
      });
      expect(faults).toEqual([]);

      const other = await web.open({ key: web.place.key });
      await meetConflict(web.person, other, id);
      await other.context.close();
      const client = createHubClient({ baseUrl: web.place.url, apiKey: web.place.key });
      const { mapping = [] } = await client.call('getIntegration', { params: { id } });
      expect(mapping.filter(({ to }) => to.endsWith('_name')).map(({ to, from }) => [to, from])).toEqual([
        ['first_name', 'last_name'],
        ['last_name', 'first_name'],
      ]);
    },
    3 * pageTimeoutMs,
  );

  it(
    'builds a flow by keys alone, seeing which steps a real record goes through',
    async () => {
      expect(await listFaults(() => buildFlow(web.person, 'Built by keys'))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'is gone through by keys alone: palette, places, rows, filter, and help',
    async () => {
      const { page } = web.person;
      await web.person.walk('/');
      await page.keyboard.press('g');
      await page.keyboard.press('r');
      await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
      await settle(page);
      await page.keyboard.press('j');
      expect(await page.evaluate('document.activeElement.className')).toBe('row-link');

      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill('contractors');
      expect(await web.person.findBarriers()).toEqual([]);
      await page.getByRole('option', { name: /Contractors/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Contractors to the directory' }).waitFor();

      await page.keyboard.press('g');
      await page.keyboard.press('c');
      await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
      await settle(page);
      await page.keyboard.press('/');
      await page.keyboard.type('table');
      await page.waitForURL(/q=table/);
      await page.keyboard.press('Escape');
      await page.locator('h1').click();
      await page.keyboard.press('?');
      await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
    },
    pageTimeoutMs,
  );
});
