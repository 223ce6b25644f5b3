import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { makePeople } from '../harness/people.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';
import { useDashboard } from './use-dashboard.ts';
import { servePeople } from './scene.ts';

const web = useDashboard(() => servePeople('web_items'));
let integration: string;
let run: string;

const withId = z.object({ id: z.string() });
const pageTimeoutMs = 120_000;

/** People wait for an approval, and get an account. @param more Of the rule for their login. */
function describeFlow(more: { default?: string }) {
  const mapping = [
    { to: 'id', from: 'record.id', required: true },
    { to: 'login', from: 'record.work_email', required: true, ...more },
    { to: 'status', value: 'STAGED' },
  ];
  const end = {
    connection_id: web.place.hub.targetId,
    object: 'people',
    operation: 'upsert' as const,
    match_on: ['id'],
  };
  return {
    name: 'Accounts by hand',
    source: { connection_id: web.place.hub.sourceId, object: 'people', key: ['id'] },
    steps: [
      { id: 'manager', wait: { for: 'approval' } },
      { id: 'account', name: 'Account in the directory', action: { ...end, mapping } },
    ],
  };
}

const readStatus = async (id: string): Promise<string> =>
  (await web.place.client.call('getRun', { params: { id } })).status;

/** How many items of a run have each status. */
async function countItems(id: string): Promise<Record<string, number>> {
  const items = await web.place.client.call('listRunItems', { params: { id } });
  return Object.fromEntries(
    [...Map.groupBy(items, ({ status }) => status)].map(([status, { length }]) => [status, length]),
  );
}

async function openAct(page: Page, key: string, act: string): Promise<void> {
  await page.getByRole('button', { name: `Acts on ${key} 1`, exact: true }).click();
  await page.getByRole('menuitem', { name: act }).click();
  await page.locator('.dialog').waitFor();
  await page.locator('.dialog .skeleton').waitFor({ state: 'detached' });
}

describe.skipIf(web.isAbsent)('test/web/item-acts', () => {
  beforeAll(async () => {
    const { client, hub } = web.place;
    // Without an e-mail address there is no login, which the account requires.
    hub.source.records = makePeople(4).map((one, index) => (index === 3 ? { ...one, work_email: null } : one));
    ({ id: integration } = await client.call('createIntegration', { body: describeFlow({}) }));
    await client.call('activateIntegration', { params: { id: integration } });
    ({ id: run } = await client.call('executeIntegration', { params: { id: integration } }));
  }, startTimeoutMs);

  it(
    'says what will become of an item that waits, and skips, moves and cancels it',
    async () => {
      const { page, walk, findBarriers } = web.person;
      await expect.poll(() => readStatus(run), { timeout: pageTimeoutMs }).toBe('waiting');
      const keys = web.place.hub.source.records.map(({ id }) => String(id));
      await walk(`/runs/${run}?tab=items`);
      const dialog = page.locator('.dialog');

      await page.getByRole('button', { name: `Steps of ${keys[0]} 1`, exact: true }).click();
      await dialog.getByRole('region', { name: 'Record', exact: true }).waitFor();
      expect(await dialog.textContent()).toContain('Waits for a decision: open');
      expect(await dialog.getByRole('region', { name: 'Record', exact: true }).textContent()).toContain(
        String(web.place.hub.source.records[0]?.['work_email']),
      );
      expect(await findBarriers()).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      await openAct(page, keys[0] ?? '', 'Skip this step…');
      expect(await dialog.textContent()).toContain('What it waits for is withdrawn');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByLabel('Output').fill('{');
      await dialog.getByRole('button', { name: 'Skip the step' }).click();
      await dialog.getByText('The output is no JSON').waitFor();
      await dialog.getByLabel('Output').fill('');
      await dialog.getByRole('button', { name: 'Skip the step' }).click();
      await dialog.waitFor({ state: 'detached' });

      await openAct(page, keys[1] ?? '', 'Move to another step…');
      expect(await dialog.textContent()).toContain('What it did stays done');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByLabel('Go on with').selectOption({ label: 'Account in the directory' });
      await dialog.getByRole('button', { name: 'Move the item' }).click();
      await dialog.waitFor({ state: 'detached' });

      await openAct(page, keys[2] ?? '', 'Cancel…');
      expect(await dialog.textContent()).toContain('It ends before its next step');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel the item' }).click();
      await dialog.waitFor({ state: 'detached' });

      await expect
        .poll(() => countItems(run), { timeout: pageTimeoutMs })
        .toEqual({ succeeded: 2, canceled: 1, parked: 1 });
    },
    2 * pageTimeoutMs,
  );

  it(
    'tries an item again that failed, says what each way does, and shows why the hub refuses one',
    async () => {
      const { page, walk, findBarriers } = web.person;
      const key = String(web.place.hub.source.records[3]?.['id']);
      await walk(`/runs/${run}?tab=items`);
      await openAct(page, key, 'Skip this step…');
      await page.getByRole('button', { name: 'Skip the step' }).click();
      await expect.poll(() => readStatus(run), { timeout: pageTimeoutMs }).toBe('partially_succeeded');

      await walk(`/runs/${run}?tab=items`);
      await openAct(page, key, 'Try again…');
      const dialog = page.locator('.dialog');
      await dialog.getByLabel('How').selectOption('not_done');
      expect(await dialog.textContent()).toContain('makes a second record if it is there after all');
      await dialog.getByLabel('How').selectOption('done');
      expect(await dialog.textContent()).toContain('nothing is written again');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Try again' }).click();
      await dialog.getByText('No write of this item is in doubt.').waitFor();
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await countItems(run)).toEqual({ succeeded: 2, canceled: 1, failed: 1 });
    },
    2 * pageTimeoutMs,
  );

  it(
    'tries the items of a run again that failed at a step, once the integration is corrected',
    async () => {
      const { page, walk, findBarriers } = web.person;
      await web.place.client.call('replaceIntegrationMembers', {
        params: { id: integration },
        body: describeFlow({ default: 'unknown@example.com' }),
      });
      await walk(`/runs/${run}?tab=items`);
      await page.getByRole('button', { name: 'Try failed items again…' }).click();
      const dialog = page.locator('.dialog');
      await dialog.getByLabel('Step').selectOption('account');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Try them again' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(run));
      await page.getByText('1 item tried again').waitFor();
      await page.locator('.page-head .badge', { hasText: /Succeeded/ }).waitFor({ timeout: pageTimeoutMs });

      const [row] = await web.place.hub.target.sql`select count(*)::int as count from people`;
      expect(row).toEqual({ count: 3 });
    },
    2 * pageTimeoutMs,
  );

  it(
    'tells in a rehearsal where a retry would not go through the step that was mended, and moves the item to that step',
    async () => {
      const { page, walk, findBarriers } = web.person;
      const made = (login: string): object => ({ id: 'made', transform: { set: { login } } });
      const flow = { ...describeFlow({}), name: 'Logins in two steps' };
      const [, account] = flow.steps;
      const mapping = [
        { to: 'id', from: 'record.id', required: true },
        { to: 'login', from: 'steps.made.login', required: true },
        { to: 'status', value: 'STAGED' },
      ];
      const body = (login: string) => ({
        ...flow,
        steps: [made(login), { ...account, action: { ...account?.action, mapping } }],
      });
      const { id } = await web.place.hub.api.call('POST', '/integrations', withId, body('record.work_email'));
      await web.place.client.call('activateIntegration', { params: { id } });
      const failed = await web.place.client.call('executeIntegration', { params: { id } });
      await web.place.hub.waitForEnd(failed.id);
      await web.place.hub.api.call('PUT', `/integrations/${id}`, withId, body("'by-hand-' + string(record.id)"));

      await walk(`/runs/${failed.id}`);
      await page.getByRole('button', { name: 'Rehearse with the newest revision' }).click();
      const rehearsal = page.getByRole('region', { name: 'Rehearsal' });
      await rehearsal.getByText('1 needs an earlier step again, which a retry does not go through').waitFor();
      await rehearsal.locator('summary').first().click();
      await rehearsal.getByText('A retry begins at the step that failed, with what made gave then.').waitFor();
      expect(await findBarriers()).toEqual([]);
      await rehearsal.getByRole('button', { name: 'Move it to made…' }).click();
      const dialog = page.locator('.dialog');
      await expect.poll(() => dialog.getByLabel('Go on with').inputValue()).toBe('made');
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Move the item' }).click();
      await dialog.waitFor({ state: 'detached' });

      const readLogin = async (): Promise<unknown> =>
        (await web.place.hub.target.sql`select login from people where login like 'by-hand-%'`).length;
      await expect.poll(readLogin, { timeout: pageTimeoutMs }).toBe(1);
    },
    2 * pageTimeoutMs,
  );
});
