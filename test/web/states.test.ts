import type { Locator, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { settle, type Visitor } from './browser.ts';
import { addRuns } from './lively.ts';
import { listPages } from './pages.ts';
import { useDashboard } from './use-dashboard.ts';
import { joinHub } from '../harness/people-hub.ts';
import { joinScene } from './scene.ts';

const web = useDashboard(async () => {
  const [scene, empty] = await Promise.all([joinScene('web_states'), joinHub('web_nothing_yet')]);
  const stop = async (): Promise<void> => {
    await Promise.all([scene.stop(), empty.stop()]);
  };
  return { ...scene, emptyKey: empty.facts.api_key, stop };
});

const pageTimeoutMs = 90_000;
const runCount = 10_000;
/** Rows in the page and its memory, however long a list is. */
const longListMax = { rows: 60, heapMb: 60 };
/** One of each kind of page: each waits until its questions were asked again. */
const unreachable = [
  'overview',
  'integration',
  'runs',
  'run-failed',
  'all-failed-records',
  'connection',
  'keys',
  'groups',
  'limits',
];

const desk = { name: 'desk', width: 1280, height: 800, dark: false };
const phone = { name: 'dark telephone', width: 390, height: 844, dark: true };

/** Pages that ask the hub for a list or for what is shown. */
const asking = [
  'overview',
  'integrations',
  'integration',
  'revisions',
  'build-mapping',
  'new-integration',
  'runs',
  'run-failed',
  'run-log',
  'failed-records',
  'all-failed-records',
  'approvals',
  'schedules',
  'schedule',
  'connections',
  'connection',
  'connection-links',
  'connectors',
  'connector',
  'new-connector',
  'catalogue',
  'new-connection',
  'webhooks',
  'webhook-endpoint',
  'lookup-tables',
  'calendars',
  'calendar',
  'new-calendar',
  'accounts',
  'keys',
  'oauth-clients',
  'token-issuers',
  'members',
  'groups',
  'invitations',
  'organization',
  'limits',
  'audit',
];

/** Goes to pages as on a device, and tells what is wrong with each as it then stands. */
async function look(
  { name: device, ...options }: typeof desk,
  names: readonly string[],
  {
    key = web.place.key,
    excused = /^$/,
    prepare,
    reach,
  }: {
    key?: string;
    /** Faults that the state itself is. */
    excused?: RegExp;
    prepare?: (visitor: Visitor) => Promise<void>;
    reach: (visitor: Visitor, path: string, index: number) => Promise<void>;
  },
): Promise<Record<string, string[]>> {
  const pages = listPages(web.place);
  const found: Record<string, string[]> = {};
  const visitor = await web.open({ key, ...options });
  await prepare?.(visitor);
  for (const [index, name] of names.entries()) {
    visitor.faults.length = 0;
    await reach(visitor, pages[name] ?? '/', index);
    const overflow = Number(await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    const faults = [
      ...visitor.faults.filter((fault) => !excused.test(fault)),
      ...(await visitor.findBarriers('targets')),
      ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ];
    if (faults.length > 0) found[`${name} ${index}, ${device}`] = faults;
  }
  await visitor.context.close();
  return found;
}

/** Decides on every question but who is asking, before it reaches the hub. */
async function intercept({ context }: Visitor, answer: (route: Route) => Promise<void>): Promise<void> {
  await context.route(`${web.place.url}/v1/**`, (route) =>
    new URL(route.request().url()).pathname === '/v1/me' ? route.fallback() : answer(route),
  );
}

/** A page, and the button that opens something over it. */
const openings: readonly (readonly [page: string, button: string | RegExp])[] = [
  ['overview', 'Keys'],
  ['integration', /^More|^Acts/],
  ['run-failed', /^More|^Acts/],
  ['run-waiting', 'Cancel'],
  ['approvals', 'Approve…'],
  ['approvals', 'Reject…'],
  ['connection', 'Replace credentials'],
  ['connection-links', 'Make a link'],
  ['webhooks', 'Add an endpoint'],
  ['webhook-endpoint', /^Details/],
  ['lookup-tables', /^Make/],
  ['calendars', /^Acts on/],
  ['accounts', 'Make an account'],
  ['keys', 'Make a key'],
  ['keys', /^Acts on/],
  ['oauth-clients', 'Register a client'],
  ['token-issuers', 'Trust an issuer'],
  ['members', 'Invite a person'],
  ['groups', 'Make a group'],
  ['audit', 'Export…'],
  ['build-steps', /^Add a step/],
];

async function open(page: Visitor['page'], button: Locator): Promise<void> {
  await button.first().click();
  await page.locator('.dialog, .sheet, [role="menu"]').first().waitFor();
  await page.locator('.dialog .skeleton').first().waitFor({ state: 'detached' });
}

describe.skipIf(web.isAbsent)('test/web/states', () => {
  it.each([desk, phone])(
    'has no barrier and no fault where there is nothing yet: $name',
    async (device) => {
      const needsSomething = /^(integration|revisions|build|run-|failed|schedule$|connection$|calendar$|webhook-)/;
      const names = asking.filter((name) => !needsSomething.test(name) || name === 'integrations');

      expect(await look(device, names, { key: web.place.emptyKey, reach: ({ walk }, path) => walk(path) })).toEqual({});
    },
    2 * pageTimeoutMs,
  );

  it(
    'leads from nothing to systems, and from these to an integration',
    async () => {
      const { page, walk, context, faults } = await web.open({ key: web.place.emptyKey });
      await walk('/');
      await page.getByText('Connect the system that the data is in').waitFor();
      await page.locator('.card', { hasText: 'First steps' }).getByRole('link', { name: 'Connect a system' }).click();
      await page.getByRole('heading', { level: 1, name: 'Connect a system' }).waitFor();
      await walk('/');
      await page.getByRole('link', { name: 'Make an integration' }).click();
      await page.getByRole('heading', { level: 1, name: 'New integration' }).waitFor();
      expect(faults).toEqual([]);
      await context.close();
    },
    pageTimeoutMs,
  );

  it(
    'has no barrier and no fault while the hub has not answered yet',
    async () => {
      const found = await look(desk, asking, {
        prepare: (visitor) => intercept(visitor, () => new Promise(() => undefined)),
        reach: ({ walk }, path) => walk(path, 'main .skeleton, main h1'),
      });

      expect(found).toEqual({});
    },
    2 * pageTimeoutMs,
  );

  it(
    'has no barrier and no fault where the hub cannot be reached, and says so',
    async () => {
      const silent: string[] = [];
      const found = await look(phone, unreachable, {
        excused: /ERR_FAILED/,
        prepare: (visitor) => intercept(visitor, (route) => route.abort('failed')),
        reach: async ({ page }, path) => {
          await page.goto(`${web.place.url}/app${path}`);
          await settle(page);
          const text = (await page.locator('main').textContent()) ?? '';
          if (!text.includes('The hub does not answer')) silent.push(path);
        },
      });

      expect([found, silent]).toEqual([{}, []]);
    },
    4 * pageTimeoutMs,
  );

  it.each([desk, phone])(
    'has no barrier and no fault with a dialog or a menu open: $name',
    async (device) => {
      const found = await look(
        device,
        openings.map(([name]) => name),
        {
          reach: async ({ page, visit, walk }, path, index) => {
            // What is open stays open on the same page.
            await (openings[index - 1]?.[0] === openings[index]?.[0] ? visit : walk)(path);
            const name = device === phone && path === '/' ? 'Open navigation' : (openings[index]?.[1] ?? '');
            await open(page, page.getByRole('button', { name, exact: true }));
          },
        },
      );

      expect(found).toEqual({});
    },
    2 * pageTimeoutMs,
  );

  it(
    'closes what lies over a page when the way back leads from it',
    async () => {
      const { page, walk, context } = await web.open({ key: web.place.key, ...phone });
      await walk('/runs');
      await walk('/connections');
      await open(page, page.getByRole('button', { name: 'Open navigation' }));
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();

      await expect.poll(() => page.locator('.sheet').count()).toBe(0);
      await context.close();
    },
    pageTimeoutMs,
  );

  it(
    'has no barrier while a message says that an act was refused, which is an alert',
    async () => {
      const { page, walk, faults, findBarriers } = web.person;
      await page.route(`${web.place.url}/v1/workflows/*/pause`, (route) => route.abort('failed'));
      await walk(`/schedules/${web.place.schedule}`);
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('alert').getByText('The hub does not answer').waitFor();

      expect(await findBarriers()).toEqual([]);
      await page.unrouteAll();
      // Of the refused request.
      faults.length = 0;
    },
    pageTimeoutMs,
  );

  it(
    'shows the times of a schedule by its own clock, and calls integrations by their names in warnings',
    async () => {
      const { page, walk, faults } = web.person;
      await walk(`/schedules/${web.place.schedule}`);
      const next = page.locator('.notice', { hasText: 'The next run starts' });
      expect(await next.textContent()).toMatch(/ 02:00:00 CES?T \(Europe\/Berlin\)\.$/);

      await walk(`/integrations/${web.place.good.integration}/build?part=triggers`);
      const start = page.getByLabel('Starts at').first();
      await page.getByText('By the clock of Europe/Berlin.').first().waitFor();
      expect(await start.inputValue()).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d/);
      await start.fill('2027-03-04T05:30');
      await page.locator('.times li', { hasText: '5 Mar 2027, 02:00 (+01:00)' }).first().waitFor();

      await walk(`/integrations/${web.place.good.integration}/build?part=target`);
      const warning = page.locator('.findings .odd', { hasText: 'Also written by' });
      await warning.getByRole('link', { name: 'New hires to the directory' }).waitFor();
      expect(await warning.textContent()).not.toContain('int_');
      expect(faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'calls systems by their names, and asks for no triggers to show how integrations ran last',
    async () => {
      const { page, visit, context } = await web.open({ key: web.place.key });
      await visit('/connections');
      const rows = page.locator('table[class="list"] tbody tr');
      await rows.filter({ hasText: 'PostgreSQL' }).first().waitFor();
      expect(await rows.allTextContents()).not.toContainEqual(expect.stringMatching(/postgres\b|bamboohr/));
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await visit('/integrations');
      await rows.filter({ hasText: 'Contractors to the directory' }).getByText('Failed').waitFor();

      expect(asked).not.toContain('/v1/workflows');
      await context.close();
    },
    pageTimeoutMs,
  );

  it(
    'holds few rows of a list of 10,000 runs, which keys go through and the way back leads to, and asks for no page twice',
    async () => {
      await addRuns(web.place, runCount);
      const { page, visit, faults, context } = await web.open({ key: web.place.key });
      const asked: string[] = [];
      page.on('request', (request) => {
        if (/\/v1\/runs\?/.test(request.url())) asked.push(request.url());
      });
      await visit('/runs');
      const rows = page.locator('table[class="list"] tr');
      let rowsMax = 0;
      for (let seen = 0; seen < 1000;) {
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        rowsMax = Math.max(rowsMax, await rows.count());
        seen = Number((await rows.last().getAttribute('aria-rowindex')) ?? 0);
      }
      const heapMb = Number(await page.evaluate('performance.memory.usedJSHeapSize / 1048576'));

      expect(rowsMax).toBeLessThanOrEqual(longListMax.rows);
      expect(heapMb).toBeLessThan(longListMax.heapMb);
      // Once more where the live stream opens meanwhile: what changed before it is not reported.
      expect(asked.length).toBeLessThanOrEqual(2 * new Set(asked).size);
      expect(faults).toEqual([]);

      // By keys: rows come before the focus gets to them, and the one that has it stays while others go.
      const active = (): Promise<number> =>
        page.evaluate("Number(document.activeElement?.closest('tr')?.getAttribute('aria-rowindex') ?? 0)");
      await page.evaluate('scrollTo(0, 0)');
      await rows.nth(1).locator('.row-link').focus();
      for (let pressed = 0; pressed < 40; pressed += 1) {
        await page.keyboard.press('j');
        await expect.poll(active).toBe(pressed + 3);
      }
      await page.keyboard.press('End');
      // The list goes on meanwhile, with a gap behind what is seen.
      const last = page.locator('tr[aria-rowindex]').last();
      await expect.poll(async () => last.getAttribute('aria-rowindex')).toMatch(/^1\d{3}$/);
      expect([await active(), (await rows.count()) <= longListMax.rows]).toEqual([42, true]);
      await page.keyboard.press('k');
      await expect.poll(active).toBe(41);

      // The way back leads to the place that was left.
      await page.evaluate('scrollTo(0, 24_000)');
      const place = (): Promise<string> =>
        page.evaluate(`(() => {
          const row = [...document.querySelectorAll('tr[aria-rowindex]')].find((one) => one.getBoundingClientRect().top > 200);
          return row === undefined ? '' : row.getAttribute('aria-rowindex') + ' at ' + Math.round(row.getBoundingClientRect().top);
        })()`);
      await expect.poll(place).toMatch(/^[3-9]\d\d at/);
      const left = await place();
      asked.length = 0;
      await page.locator(`tr[aria-rowindex="${Number.parseInt(left, 10)}"] .row-link`).click();
      await page.waitForURL(/\/app\/runs\/run_/);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goBack();
      const row = page.locator(`tr[aria-rowindex="${Number.parseInt(left, 10)}"]`);
      const leftAt = Number(left.split(' at ')[1]);
      await expect.poll(async () => Math.abs(((await row.boundingBox())?.y ?? Infinity) - leftAt)).toBeLessThan(2);
      expect([asked, (await rows.count()) <= longListMax.rows]).toEqual([[], true]);
      await context.close();
    },
    3 * pageTimeoutMs,
  );
});
