import { beforeAll, describe, expect, it } from 'vitest';
import { makePeople } from '../harness/people.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';
import { type Visitor } from './browser.ts';
import { useDashboard } from './use-dashboard.ts';
import { joinScene } from './scene.ts';

const pageTimeoutMs = 90_000;

const web = useDashboard(() => joinScene('web_acts'));

async function select({ page }: Visitor, ...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByLabel(`Select ${name}`, { exact: true }).check();
}

describe.skipIf(web.isAbsent)('test/web/acts', () => {
  beforeAll(async () => {
    await web.person.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: web.place.url });
  }, startTimeoutMs);

  it(
    'shows records of a connection by the paths that mappings have, finds some, copies a path and opens one',
    async () => {
      const { page } = web.person;
      web.place.hub.source.records = makePeople(30);
      await web.person.walk(`/connections/${web.place.hub.sourceId}?tab=records`);
      await page.getByLabel('Object', { exact: true }).selectOption('people');
      const table = page.getByRole('group', { name: /^Records of/ });
      const rows = table.locator('tbody tr');
      await expect.poll(() => rows.count()).toBe(20);
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => rows.count()).toBe(30);
      expect(await table.getByRole('columnheader').allTextContents()).toEqual(
        expect.arrayContaining([expect.stringContaining('work_email')]),
      );
      expect(await web.person.findBarriers()).toEqual([]);
      await table.getByRole('button', { name: 'Copy the path work_email' }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('work_email');
      await rows.nth(3).getByRole('button', { name: /^Open/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('region', { name: 'the record as JSON' }).waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Done' }).click();

      const id = String(web.place.hub.source.records[7]?.['id']);
      const email = String(web.place.hub.source.records[7]?.['work_email']);
      await page.getByLabel('A text that a value holds').fill(email);
      await expect.poll(() => rows.count()).toBe(1);
      expect(await rows.first().textContent()).toContain(id);
      const { searchParams } = new URL(page.url());
      expect([searchParams.get('object'), searchParams.get('q')]).toEqual(['people', email]);
      await page.getByLabel('A text that a value holds').fill('nobody is called so');
      await page.getByText('No record holds this text').waitFor();
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'activates, pauses, resumes and deactivates several integrations, and says what became of each',
    async () => {
      const { page } = web.person;
      await web.person.walk('/integrations');
      const names = ['People to the directory', 'New hires to the directory'];
      const act = async (name: string, count: number): Promise<void> => {
        await select(web.person, ...names);
        await page.getByText('2 integrations selected').waitFor();
        await page.getByRole('button', { name: `${name}…`, exact: true }).click();
        const dialog = page.getByRole('alertdialog');
        const words = `${name} ${count} integration${count === 1 ? '' : 's'}`;
        expect(await web.person.findBarriers()).toEqual([]);
        await dialog.getByRole('button', { name: words, exact: true }).click();
        await dialog.getByText(`${count} done`, { exact: true }).waitFor();
        expect(await web.person.findBarriers()).toEqual([]);
        await dialog.getByRole('button', { name: 'Done' }).click();
        await page.getByText('2 integrations selected').waitFor({ state: 'detached' });
      };
      const readStates = async (): Promise<string[]> => {
        const { good, partly } = web.place;
        const found = await Promise.all(
          [good, partly].map(({ integration: id }) => web.place.client.call('getIntegration', { params: { id } })),
        );
        const workflows = await web.place.client.call('listWorkflows', {
          query: { integration_id: good.integration, type: 'scheduled' },
        });
        return [...found, ...workflows].map(({ status }) => status);
      };
      await act('Deactivate', 2);
      expect((await readStates()).slice(0, 2)).toEqual(['inactive', 'inactive']);
      await act('Activate', 2);
      expect(await readStates()).toEqual(['active', 'active', 'active', 'active']);
      // Of the two, one has triggers.
      await act('Pause', 1);
      expect(await readStates()).toEqual(['active', 'active', 'paused', 'paused']);
      await act('Resume', 1);
      expect(await readStates()).toEqual(['active', 'active', 'active', 'active']);
      expect(web.person.faults).toEqual([]);
    },
    2 * pageTimeoutMs,
  );

  it(
    'retries and cancels several runs; rows are chosen by keys, and one that is refused says why beside the others',
    async () => {
      const { page } = web.person;
      await web.person.walk('/runs?status=partially_succeeded,failed');
      await page.getByLabel('Select all that are shown').check();
      await page.getByText(/runs selected/).waitFor();
      await page.getByRole('button', { name: 'Select none' }).click();
      // Keys go on from the row whose box was clicked.
      await page.locator('tbody .select-box input').first().click();
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.getByText('2 runs selected').waitFor();
      await page.getByRole('button', { name: 'Select none' }).click();
      await page.locator('.row-link').first().focus();
      await page.keyboard.press('x');
      await page.keyboard.press('j');
      await page.keyboard.press('x');
      await page.getByText('2 runs selected').waitFor();
      // One of them was retried by somebody else meanwhile.
      await page.route(`**/v1/runs/${web.place.bad.run}/retry`, (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/json',
          body: JSON.stringify({ error: { code: 'invalid_state', message: 'The run was retried already.' } }),
        }),
      );
      await page.getByRole('button', { name: 'Retry…' }).click();
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: 'Retry 2 runs' }).click();
      await dialog.getByRole('button', { name: 'Done' }).waitFor();
      await dialog.getByText('1 done, 1 refused').waitFor();
      await dialog.locator('li', { hasText: 'Contractors' }).getByText('The run was retried already.').waitFor();
      expect(await web.person.findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.unroute(`**/v1/runs/${web.place.bad.run}/retry`);

      await web.person.walk('/runs?status=waiting');
      await page.getByLabel(/^Select Accounts on approval/).check();
      expect(await page.getByRole('button', { name: 'Retry…' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Cancel…' }).click();
      await dialog.getByRole('button', { name: 'Cancel 1 run' }).click();
      await dialog.getByText('1 done', { exact: true }).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect
        .poll(async () => (await web.place.client.call('getRun', { params: { id: web.place.asking } })).status, {
          timeout: 30_000,
        })
        .toBe('canceled');
      expect(web.person.faults.splice(0).filter((fault) => !/status of 409/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'pauses, resumes and runs an integration from the palette, by keys alone',
    async () => {
      const { page } = web.person;
      await web.person.walk('/');
      const enter = async (text: string, option: RegExp): Promise<void> => {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Search' }).waitFor();
        await page.keyboard.type(text);
        await page.getByRole('option', { name: option }).first().waitFor();
        await expect.poll(() => page.locator('[role="option"][data-highlighted]').textContent()).toMatch(option);
        await page.keyboard.press('Enter');
      };
      const states = async (): Promise<string[]> => {
        const query = { integration_id: web.place.good.integration, type: 'scheduled' as const };
        return (await web.place.client.call('listWorkflows', { query })).map(({ status }) => status);
      };
      await enter('pause people to', /^Pause People to the directory/);
      await expect.poll(states).toEqual(['paused', 'paused']);
      await enter('resume people to', /^Resume People to the directory/);
      await expect.poll(states).toEqual(['active', 'active']);
      await enter('open approvals', /^Approvals/);
      await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor();
      await enter('run people to', /^Run People to the directory/);
      await page.waitForURL(/\/app\/runs\/run_/);
      await page.getByRole('heading', { level: 1, name: /People to the directory/ }).waitFor();
      expect(web.person.faults).toEqual([]);
    },
    pageTimeoutMs,
  );

  it.each([
    ['integrations', '/integrations', /^Select People to the directory/],
    ['runs', '/runs', /^Select People to the directory/],
  ])('fits a telephone of 360 px in the dark with %s selected', async (_, path, name) => {
    const phone = await web.open({ key: web.place.key, width: 360, height: 740, dark: true });
    await phone.visit(path);
    await phone.page.getByLabel(name).first().check();
    await phone.page.locator('.bulk-bar').waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect([phone.faults, await phone.findBarriers()]).toEqual([[], []]);
    await phone.visit(`/connections/${web.place.hub.sourceId}?tab=records&object=people`);
    await phone.page.getByRole('group', { name: /^Records of/ }).waitFor();
    expect(await phone.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    expect([phone.faults, await phone.findBarriers()]).toEqual([[], []]);
    await phone.context.close();
  });
});
