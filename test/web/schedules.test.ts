import { beforeAll, describe, expect, it } from 'vitest';
import { actOnSchedules } from '../api/schedule-acts.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
const hourMs = 3_600_000;

/** An hour of today that has come, in the time zone of the browser, which is UTC. */
const due = new Date(Math.floor(Date.now() / hourMs) * hourMs).toISOString();
const at = due.slice(11, 16);

const web = useDashboard(serveApi);

describe.skipIf(web.isAbsent)('test/web/schedules', () => {
  beforeAll(async () => {
    const { api } = web.place;
    const acts = actOnSchedules(api);
    const before = new Date(Date.parse(due) - 60_000).toISOString();
    const late = new Date(Date.parse(due) + 30 * 60_000).toISOString();
    const ran = await acts.add({ every: 'daily', at }, before, { name: 'Joiners' });
    await acts.account(ran, due);
    const missed = await acts.add({ every: 'daily', at, catch_up: 'none' }, before, { name: 'Leavers' });
    await acts.account(missed, late);
    const paused = await acts.add({ every: '1h' }, due, { name: 'Devices' });
    await api.request('POST', `/v1/workflows/${paused.workflow.id}/pause`);
  }, startTimeoutMs);

  it(
    'shows a week of all schedules: what ran, what was missed, what is paused and what is to come',
    async () => {
      const { page } = web.person;
      await web.person.visit('/schedules');
      await page.getByRole('link', { name: 'Week', exact: true }).click();
      // Its own tab alone: the address of the first one holds for all of them.
      await page.waitForURL(/type=week/);
      expect(await page.locator('.tabs [aria-current="page"]').allTextContents()).toEqual(['Week']);
      const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) }).locator('td');
      await row('Joiners')
        .first()
        .getByRole('link', { name: `${at} ran` })
        .waitFor();

      expect(await page.getByRole('columnheader', { name: /Today$/ }).count()).toBe(1);
      expect(await row('Joiners').allTextContents()).toEqual([`${at} ran`, ...Array.from({ length: 6 }, () => at)]);
      expect(await row('Leavers').first().textContent()).toBe(`${at}missed`);
      expect(await row('Leavers').first().locator('[title]').getAttribute('title')).toContain('down for too long');
      expect(await row('Devices').nth(1).textContent()).toBe('24 times24 paused');
      expect(await web.person.findBarriers()).toEqual([]);

      await page.getByRole('button', { name: 'Week after' }).click();
      await page.waitForURL(/from=\d{4}-\d\d-\d\d/);
      await row('Joiners').first().getByText(at).waitFor();
      expect(await page.getByRole('columnheader', { name: /Today$/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'From today' }).click();
      await row('Joiners')
        .first()
        .getByRole('link', { name: `${at} ran` })
        .click();
      await page.waitForURL(/\/app\/runs\/run_/);
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );
});
