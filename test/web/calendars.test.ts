import { describe, expect, it } from 'vitest';
import { createHubClient } from '../../client/index.ts';
import { settle } from './browser.ts';
import { holidays, joinScene } from './scene.ts';
import { useDashboard } from './use-dashboard.ts';

const pageTimeoutMs = 120_000;

const web = useDashboard(() => joinScene('web_calendars'));
/** What is wrong with pages on a dark telephone. */
async function lookOnPhone(paths: readonly string[]): Promise<string[]> {
  const phone = await web.open({ key: web.place.key, width: 390, height: 844, dark: true });
  const found: string[] = [];
  for (const path of paths) {
    await phone.visit(path);
    const overflow = Number(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    found.push(...phone.faults, ...(await phone.findBarriers()), ...(overflow > 0 ? [`${path}: ${overflow} px`] : []));
  }
  await phone.context.close();
  return found;
}

const client = () => createHubClient({ baseUrl: web.place.url, apiKey: web.place.key });

describe.skipIf(web.isAbsent)('test/web/calendars', () => {
  it(
    'makes a calendar, keeps what is wrong to be corrected, and holds the runs of an integration that is not to run in it',
    async () => {
      const { page, walk, faults, findBarriers } = web.person;
      await walk('/');
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      await page.getByRole('link', { name: 'Make a calendar' }).click();
      await page.getByRole('heading', { level: 1, name: 'Make a calendar' }).waitFor();
      const form = page.locator('form');
      await form.getByLabel('Name').fill('Change freeze');
      await form.getByLabel('Time zone').fill('Europe/Berlin');
      for (const day of ['Saturday', 'Sunday']) await form.getByLabel(day).check();
      await form.getByLabel('From').fill('9');
      await page.getByRole('button', { name: 'Make the calendar' }).click();
      await page.getByText('Hours are written 09:00–17:30, not “9–17:00”.').waitFor();
      expect(await findBarriers()).toEqual([]);
      await form.getByLabel('From').fill('00:00');
      await form.getByLabel('To', { exact: true }).fill('24:00');
      await page.getByRole('button', { name: 'Make the calendar' }).click();
      await page.getByRole('heading', { level: 1, name: 'Change freeze' }).waitFor();
      await page.getByText('On now').waitFor();
      const path = new URL(page.url()).pathname.replace('/app', '');

      await page.getByRole('button', { name: 'Add dates' }).click();
      await form.getByLabel('First day').fill('2027-02-01');
      await form.getByLabel('In the calendar').selectOption('hours');
      await form.getByLabel('Hours', { exact: true }).fill('8:00-12:00');
      const file = { name: 'holidays.ics', mimeType: 'text/calendar', buffer: Buffer.from(holidays) };
      await form.getByLabel(/^File/).setInputFiles(file);
      await page.getByText('1 event', { exact: true }).waitFor();
      expect(await findBarriers()).toEqual([]);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Sat, 3 Oct 2026').or(page.getByText('Mon, 1 Feb 2027, 08:00')).first().waitFor();
      const kept = await client().call('getCalendar', { params: { id: path.split('/').at(-1) ?? '' } });
      expect(kept).toMatchObject({
        timezone: 'Europe/Berlin',
        weekly: [{ on: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
        dates: [{ from: '2027-02-01', hours: [{ from: '08:00', to: '12:00' }] }],
        icalendar: holidays,
        icalendar_events: 'out',
      });

      await walk(`/integrations/${web.place.good.integration}/build?part=settings`);
      await page.getByRole('button', { name: 'Not in', exact: true }).click();
      await page.getByLabel(/^Not in/).selectOption({ label: 'Change freeze' });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Save and use' }).click();
      await page.getByRole('status').getByText('Saved', { exact: true }).waitFor();
      await walk(path);
      await page.getByRole('link', { name: 'People to the directory' }).click();
      await page.getByRole('button', { name: 'Run now' }).click();
      await page.waitForURL(/\/app\/runs\/run_/);
      const held = page.locator('.notice', { hasText: 'It waits for its calendar' });
      await held.waitFor({ timeout: 60_000 });
      expect(await held.textContent()).toMatch(
        /by Change freeze\. The whole run waits since .*It goes on by itself .*31 Jan 2027, 23:00:00 UTC/,
      );
      expect(await findBarriers()).toEqual([]);
      const run = new URL(page.url()).pathname.replace('/app', '');
      const integration = `/integrations/${web.place.good.integration}`;
      await walk(integration);
      await held.getByRole('link', { name: 'Change freeze' }).waitFor();
      expect(await held.textContent()).toContain('1 run waits since');
      expect([...(await findBarriers()), ...(await lookOnPhone([run, integration, path]))]).toEqual([]);
      await held.getByRole('link', { name: 'Change freeze' }).click();
      await page.getByRole('heading', { level: 1, name: 'Change freeze' }).waitFor();

      await client().call('cancelRun', { params: { id: run.split('/').at(-1) ?? '' } });
      expect(faults).toEqual([]);
    },
    2 * pageTimeoutMs,
  );

  it(
    'says of a run, its integration and its connection that the connection has to be enabled before it goes on',
    async () => {
      const { page, walk, findBarriers } = web.person;
      const hub = client();
      const params = { id: web.place.hub.targetId };
      await hub.call('patchConnection', { params, body: { status: 'disabled' } });
      const open = await hub.call('listApprovals', { query: { run_id: web.place.asking, status: 'open' } });
      for (const { id } of open) {
        await hub.call('approve', { params: { id }, body: { form: { licence: 'full' } } });
      }
      const run = await hub.call('getRun', { params: { id: web.place.asking } });
      await walk(`/runs/${run.id}`);
      const held = page.locator('.notice', { hasText: 'It waits for a connection' });
      await held.waitFor({ timeout: 60_000 });
      expect(await held.textContent()).toMatch(
        /is disabled\. The step account waits since .*when the connection is enabled/,
      );
      const paths = [`/runs/${run.id}`, `/integrations/${run.integration_id}`, `/connections/${params.id}`];
      await walk(paths[1] ?? '');
      await held.waitFor();
      expect([...(await findBarriers()), ...(await lookOnPhone(paths))]).toEqual([]);
      await held.getByRole('link').first().click();
      await page.locator('.notice', { hasText: 'A run waits for it' }).waitFor();
      expect(await findBarriers()).toEqual([]);

      await page.getByRole('button', { name: 'More acts' }).click();
      await page.getByRole('menuitem', { name: 'Enable' }).click();
      await page.locator('.notice', { hasText: 'A run waits for it' }).waitFor({ state: 'detached' });
      await web.place.hub.waitForEnd(run.id);
    },
    2 * pageTimeoutMs,
  );

  it(
    'keeps what is being written when somebody else changes the calendar, and shows theirs when asked to',
    async () => {
      const { page, walk, findBarriers } = web.person;
      await walk(`/calendars/${web.place.calendar}`);
      const name = page.locator('form').getByLabel('Name');
      await name.fill('Mine');
      await client().call('patchCalendar', { params: { id: web.place.calendar }, body: { name: 'Theirs' } });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Somebody else changed it meanwhile').waitFor();
      expect(await name.inputValue()).toBe('Mine');
      await page.getByRole('button', { name: 'Show theirs' }).click();
      expect(await name.inputValue()).toBe('Theirs');
      expect(await findBarriers()).toEqual([]);
      await settle(page);
    },
    pageTimeoutMs,
  );
});
