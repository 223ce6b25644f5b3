import { toPageOrigin } from '../../services/access/people/dashboard-url.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makePeople } from '../harness/people.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';
import { settle } from './browser.ts';
import { makeAndRun, servePeople } from './scene.ts';
import { useDashboard } from './use-dashboard.ts';

const web = useDashboard(() => servePeople('web_run_pages'));
/** Most of its records fail. */
let partly: { integration: string; run: string };
/** Its source refuses. */
let bad: { integration: string; run: string };

/** More than a page of any list holds. */
const failedCount = 130;
const pageTimeoutMs = 120_000;

const countOf = async (status: 'failed' | 'dismissed'): Promise<number> => {
  const { meta } = await web.place.client.request('listFailedRecords', {
    params: { id: partly.run },
    query: { status, per_page: 1 },
  });
  return meta?.total ?? -1;
};

let fillers: Promise<void> | undefined;

/** Makes more integrations than a list gives at once, where that was not done yet. */
function fillIntegrations(): Promise<void> {
  const fill = async (): Promise<void> => {
    for (let made = 0; made < 100; made += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, index) => web.place.hub.createFlow(`Filler ${made + index}`)));
    }
  };
  fillers ??= fill();
  return fillers;
}

describe.skipIf(web.isAbsent)('test/web/run-pages', () => {
  beforeAll(async () => {
    const { hub } = web.place;
    // Without an e-mail address there is no login, which the mapping requires.
    hub.source.records = makePeople(failedCount + 10).map((one, index) =>
      index < failedCount ? { ...one, work_email: null } : one,
    );
    partly = await makeAndRun(hub, 'New hires to the directory');
    hub.source.status = 403;
    bad = await makeAndRun(hub, 'Contractors to the directory');
    hub.source.status = 200;
  }, startTimeoutMs);

  it(
    'shows all failed records of a run, a page at a time, and finds one of them by its key',
    async () => {
      const { page, visit, findBarriers } = web.person;
      await visit(`/runs/${partly.run}?tab=records`);
      const [group] = await page.locator('.fold > summary .tag').allTextContents();
      expect(group).toBe(`${failedCount} records`);
      await page.locator('.fold > summary').first().click();
      const records = page.locator('.fold .fold > summary');
      await page.getByText(`50 of ${failedCount} records`).waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText(`100 of ${failedCount} records`).waitFor();
      await page.getByRole('button', { name: 'Show more' }).click();
      await page.getByText(`${failedCount} records`, { exact: true }).last().waitFor();
      await expect.poll(() => records.count()).toBe(failedCount);
      expect(await findBarriers()).toEqual([]);

      const last = String(web.place.hub.source.records[failedCount - 1]?.['id']);
      await page.getByLabel('Key or message').fill(last);
      await page.waitForURL((url) => url.searchParams.get('q') === last);
      await page.locator('.fold > summary .tag', { hasText: /^1 record$/ }).waitFor();
      await page.getByLabel('Key or message').fill('no such record');
      await page.getByText('No open record is like this').waitFor();
      expect([web.person.faults, await findBarriers()]).toEqual([[], []]);
    },
    pageTimeoutMs,
  );

  it(
    'dismisses a group behind a question, shows who was dismissed, and opens one again',
    async () => {
      const { page, visit, findBarriers } = web.person;
      await visit(`/runs/${partly.run}?tab=records`);
      await page.locator('.fold > summary').first().click();
      await page.getByRole('button', { name: 'Dismiss them…' }).click();
      const dialog = page.getByRole('alertdialog');
      expect(await dialog.textContent()).toContain('They are not processed');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await page.getByText('No record of this run is open').waitFor();
      expect([await countOf('failed'), await countOf('dismissed')]).toEqual([0, failedCount]);

      await page.getByLabel('State').selectOption('dismissed');
      await page.getByText(`50 of ${failedCount} records`).waitFor();
      expect(new URL(page.url()).searchParams.get('status')).toBe('dismissed');
      await page.locator('.fold > summary').first().click();
      await page.getByRole('button', { name: 'Open it again' }).click();
      await expect.poll(() => countOf('failed')).toBe(1);
      await web.place.client.call('dismissFailedRecords', {
        params: { id: partly.run },
        body: { all: true, undo: true },
      });
      expect([web.person.faults, await findBarriers()]).toEqual([[], []]);
    },
    pageTimeoutMs,
  );

  it(
    'keeps what a list narrowed by time shows, and what was opened in it, while time goes on',
    async () => {
      const page = await web.person.context.newPage();
      await page.clock.install();
      const shown = [
        ['/runs?since=24h', 'table.list tbody tr'],
        ['/failed-records?since=24h', '.fold[open]'],
      ] as const;
      for (const [path, rows] of shown) {
        await page.goto(`${toPageOrigin(web.place.hub.facts.api_url)}/app${path}`);
        await settle(page);
        if (rows.startsWith('.fold')) await page.locator('.fold > summary').first().click();
        await page.locator(rows).first().waitFor();
        const count = await page.locator(rows).count();
        // What is asked from here on is never answered: all that is shown was there before.
        await page.route('**/v1/**', () => undefined);
        await page.clock.fastForward('02:00');
        await page.clock.runFor(1000);
        expect([await page.locator('.skeleton').count(), await page.locator(rows).count()]).toEqual([0, count]);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      }
      await page.close();
    },
    pageTimeoutMs,
  );

  it(
    'narrows the failed records of all runs, and leads to those of a run',
    async () => {
      const { page, visit, findBarriers } = web.person;
      await visit('/failed-records');
      await page.getByLabel('Integration').selectOption({ label: 'New hires to the directory' });
      await page.getByLabel('Failed', { exact: true }).selectOption('1h');
      await page.waitForURL((url) => url.searchParams.get('since') === '1h' && url.search.includes('integration_id'));
      await page.locator('.fold > summary', { hasText: `${failedCount} records` }).click();
      expect(await findBarriers()).toEqual([]);
      await page.getByLabel('Key or message').fill('no such record');
      await page.getByRole('link', { name: 'Show all failed records' }).click();
      await page.locator('.fold > summary').first().click();
      await page.getByRole('button', { name: 'Dismiss…' }).waitFor();
      await page.getByRole('link', { name: partly.run }).click();
      await page.waitForURL((url) => url.pathname.endsWith(partly.run) && url.searchParams.has('code'));
      await page.locator('.fold > summary', { hasText: `${failedCount} records` }).waitFor();
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'keeps several statuses, a name, an error and a time of the list of runs in the address, and the overview leads there',
    async () => {
      const { page, visit, findBarriers } = web.person;
      await visit('/runs');
      const rows = page.locator('tbody tr');
      await page.getByRole('button', { name: 'Status: all' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Failed', exact: true }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Partly succeeded' }).click();
      expect(await findBarriers()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.waitForURL((url) => url.searchParams.get('status') === 'partially_succeeded,failed');
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByLabel('Name of the integration').fill('contractors');
      await expect.poll(() => rows.count()).toBe(1);
      await page.getByLabel('Error').selectOption('permission');
      await page.getByLabel('Begun').selectOption('24h');
      await page.waitForURL((url) => url.search.includes('error_code=permission&since=24h'));
      await expect.poll(() => rows.count()).toBe(1);
      await page.reload();
      await settle(page);
      await expect.poll(() => rows.count()).toBe(1);
      expect(await findBarriers()).toEqual([]);
      await page.getByLabel('Error').selectOption('quota');
      await page.getByText('No run is like this').waitFor();

      await visit('/');
      await page.getByRole('link', { name: '1 failed', exact: true }).click();
      await page.waitForURL((url) => url.pathname.endsWith('/runs') && url.searchParams.get('status') === 'failed');
      await expect.poll(() => rows.count()).toBe(1);
      await visit('/');
      expect(await findBarriers()).toEqual([]);
      await page
        .getByRole('link', { name: /^\d+ runs? from / })
        .last()
        .click();
      await page.getByRole('button', { name: /^Ended from / }).waitFor();
      await expect.poll(() => rows.count()).toBeGreaterThan(0);
      await page.getByRole('button', { name: /^Ended from / }).click();
      await page.waitForURL((url) => !url.searchParams.has('from') && !url.searchParams.has('to'));
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'opens a failed run on the step, the error in words and what to do, and tells its life from order to end',
    async () => {
      const { page, visit, findBarriers } = web.person;
      await visit(`/runs/${bad.run}`);
      const cause = page.locator('.notice.tone-bad').first();
      await cause.getByText('It failed at the step').waitFor();
      expect(await cause.textContent()).toMatch(/It failed at the step Read .*What to do:/);
      const [top, figures] = await Promise.all([cause.boundingBox(), page.locator('.figures').boundingBox()]);
      expect(top?.y).toBeLessThan(figures?.y ?? 0);

      const timeline = page.getByRole('region', { name: 'Timeline' });
      const moments = await timeline.locator('.timeline li').allTextContents();
      expect(moments[0]).toMatch(/Queued.*for /);
      expect(moments[1]).toContain('Started');
      expect(moments.at(-1)).toContain('Failed');
      expect(await timeline.textContent()).toContain('At work');

      const again = await web.place.client.call('retryRun', { params: { id: bad.run }, body: { mode: 'restart' } });
      await web.place.client.waitForRun(again.id);
      await visit(`/runs/${bad.run}`);
      await timeline.getByRole('link', { name: 'Retried by another run' }).click();
      await page.waitForURL((url) => url.pathname.endsWith(again.id));
      await visit(`/runs/${partly.run}`);
      await page.getByText('The first failed record:').waitFor();
      const first = String(web.place.hub.source.records[0]?.['id']);
      await page.getByRole('link', { name: first, exact: true }).click();
      await page.waitForURL((url) => url.searchParams.get('q') === first && url.searchParams.get('tab') === 'records');
      expect([web.person.faults, await findBarriers()]).toEqual([[], []]);
    },
    pageTimeoutMs,
  );

  it(
    'traces a record from where it failed and from the palette, and says where nothing is known of one',
    async () => {
      const { page, visit, findBarriers } = web.person;
      const [failed, written] = [0, failedCount + 1].map((index) =>
        String(web.place.hub.source.records[index]?.['id']),
      );
      await visit(`/runs/${partly.run}?tab=records&q=${failed}`);
      await page.locator('.fold > summary').first().click();
      await page.locator('.fold .fold > summary').first().click();
      await page.getByRole('link', { name: 'Trace it over all runs' }).click();
      await page.getByRole('heading', { level: 1, name: 'Trace a record' }).waitFor();
      await page.getByText(/^Failed: /).waitFor();
      expect(await findBarriers()).toEqual([]);

      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: 'Search' }).fill(written ?? '');
      await page.getByRole('option', { name: `Trace the record ${written}` }).click();
      await page.waitForURL((url) => url.searchParams.get('key') === written);
      await page.getByText('Which record?').waitFor();
      await page.getByLabel('Integration').selectOption({ label: 'New hires to the directory' });
      await page.getByRole('button', { name: 'Trace' }).click();
      await page.getByRole('heading', { name: 'Where it is now' }).waitFor();
      await page.getByText('Written', { exact: true }).first().waitFor();
      expect(await findBarriers()).toEqual([]);

      await page.getByLabel('Key of the record').fill('nobody');
      await page.keyboard.press('Enter');
      await page.getByText('The hub knows nothing of this record').waitFor();
      expect([web.person.faults, await findBarriers()]).toEqual([[], []]);
      await visit('/trace?integration_id=int_00000000000000000000000000&key=nobody');
      await page.getByRole('alert').waitFor();
      expect(await findBarriers()).toEqual([]);
      expect(web.person.faults.splice(0).filter((fault) => !/status of 404/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'processes a whole group again, once the mapping is corrected',
    async () => {
      const { page, visit } = web.person;
      const params = { id: partly.integration };
      const { mapping = [] } = await web.place.client.call('getIntegration', { params });
      const corrected = mapping.map((rule) =>
        rule.to === 'login' ? { ...rule, default: 'unknown@example.com' } : rule,
      );
      await web.place.client.call('replaceIntegrationMembers', { params, body: { mapping: corrected } });
      await visit(`/runs/${partly.run}?tab=records`);
      await page.locator('.fold > summary').first().click();
      await page.getByRole('button', { name: `Process these ${failedCount} records again` }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(partly.run));
      await page.locator('.page-head .badge', { hasText: /Succeeded/ }).waitFor({ timeout: 60_000 });
      expect(await countOf('failed')).toBe(0);
    },
    pageTimeoutMs,
  );

  it(
    'names the integration that runs are narrowed to, and offers it, where there are more than a page of them',
    async () => {
      await fillIntegrations();
      const last = await web.place.hub.createFlow('Zulu');
      const { page, visit } = web.person;
      const readChosen = (label: string): Promise<string | null> =>
        page.getByLabel(label, { exact: true }).locator('option:checked').textContent();
      await visit(`/runs?integration_id=${last}`);
      await expect.poll(() => readChosen('Integration')).toBe('Zulu');
      await page.getByLabel('Integration', { exact: true }).selectOption({ label: 'New hires to the directory' });
      await page.waitForURL((url) => url.searchParams.get('integration_id') === partly.integration);
      await page.getByLabel('Integration', { exact: true }).selectOption({ label: 'Zulu' });
      await visit('/runs?error_code=one_of_tomorrow');
      expect(await readChosen('Error')).toBe('one_of_tomorrow');
    },
    pageTimeoutMs,
  );

  it(
    'begins a list that was continued with what is new, where a link leads to it, and goes on with it on the way back',
    async () => {
      const { page, visit } = web.person;
      const go = (name: string): Promise<void> =>
        page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
      const title = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor();
      const foot = page.locator('.list-foot [role=status]');
      await fillIntegrations();
      await visit('/integrations');
      const total = Number(/^50 of (\d+)/.exec((await foot.textContent()) ?? '')?.[1]);
      // What follows comes by itself there.
      await foot.scrollIntoViewIfNeeded();
      await foot.getByText(/^100 of|^10\d integrations/).waitFor();
      await go('Runs');
      await title('Runs');
      await web.place.hub.createFlow('Newest');
      await page.goBack();
      await title('Integrations');
      expect(await foot.textContent()).toMatch(/^100 of|^10\d integrations/);
      await go('Runs');
      await title('Runs');
      await go('Integrations');
      // The one that was made since is counted.
      await foot.getByText(`50 of ${total + 1} integrations`, { exact: true }).waitFor({ timeout: 10_000 });
    },
    pageTimeoutMs,
  );

  it(
    'counts records that fail in each of several runs once, on the overview and in their group, and dismisses them in all',
    async () => {
      const { page, visit, findBarriers } = web.person;
      const integration = await web.place.hub.createFlow('Repeated');
      await web.place.hub.runOnce(integration);
      await web.place.hub.runOnce(integration);
      await visit('/');
      await page.getByText(`Repeated: ${failedCount} records failed`).waitFor();
      await visit(`/failed-records?integration_id=${integration}`);
      await page.locator('.fold > summary', { hasText: `${failedCount} records` }).click();
      await page.getByText(`They failed ${2 * failedCount} times.`).waitFor();
      await page.getByRole('button', { name: 'Dismiss…' }).click();
      const dialog = page.getByRole('alertdialog', { name: `Dismiss ${failedCount} records?` });
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Dismiss', exact: true }).click();
      await page.getByText('No failed record is like this').waitFor();
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );
});
