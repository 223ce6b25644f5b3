import { beforeAll, describe, expect, it } from 'vitest';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { HttpStub } from '../harness/http.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { createWaitActs } from '../integration/wait-acts.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 120_000;

const web = useDashboard(serveApi, { as: 'nobody' });
let activities: TestActivities;
let stub: HttpStub;
let people: string[];
const hub = {
  get api() {
    return web.place.api;
  },
  get activities() {
    return activities;
  },
  get stub() {
    return stub;
  },
};
const { work } = createWaitActs(hub);

async function save(members: object): Promise<string> {
  const { data, error } = await web.place.api.request('POST', '/v1/integrations', {
    body: { name: 'Accounts', ...members },
  });
  expect(error).toBeUndefined();
  return data.id;
}

async function run(integration: string): Promise<string> {
  const input = await activities.begin(integration);
  await work(input);
  return input.runId;
}

describe.skipIf(web.isAbsent)('test/web/approvals', () => {
  beforeAll(async () => {
    stub = await HttpStub.start();
    activities = await openActivities(web.place.api);
    stub.always('GET /people', () => ({ json: people.map((login) => ({ login })) }));
    await addMember(web.place.api, 'ann@example.com', [{ role: 'owner' }]);
    await addMember(web.place.api, 'ben@example.com', [{ role: 'approver' }]);
    const { page } = web.person;
    await page.goto(`${web.place.url}/`);
    await page.getByLabel('E-mail address').fill('ann@example.com');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation').first().waitFor();
  }, startTimeoutMs);

  it(
    'tells who may decide, lets another member decide for a time, and decides on several at once',
    async () => {
      people = ['p0', 'p1', 'p2', 'p3'];
      const end = await connectStub(hub);
      const wait = { for: 'approval', message: "'Account for ' + record.login + '?'", reminders: { after: '1d' } };
      const source = { ...end, object: '/people', key: ['login'] };
      const runId = await run(await save({ source, steps: [{ id: 'manager', wait }] }));
      const { page, visit, findBarriers } = web.person;
      const dialog = page.locator('.dialog');
      await visit('/approvals');
      expect(await findBarriers()).toEqual([]);

      await page.getByRole('button', { name: 'Write to those who may decide' }).click();
      await page.getByText('Nobody is told of approvals so far').waitFor({ state: 'detached' });
      const { list: endpoints } = await web.place.api.request('GET', '/v1/webhook-endpoints');
      expect(endpoints).toMatchObject([
        { url: 'mailto:approvers', events: expect.arrayContaining(['notification.approval_reminder']) },
      ]);
      const setDisabled = (disabled: boolean) =>
        web.place.api.request('PATCH', `/v1/webhook-endpoints/${endpoints[0]?.id}`, { body: { disabled } });
      await setDisabled(true);
      await visit('/approvals');
      await page.getByText('Nobody is told of approvals so far').waitFor();
      await setDisabled(false);

      await page.getByRole('button', { name: 'Let another member decide…' }).click();
      await dialog.getByLabel(/^E-mail address/).fill('nobody@example.com');
      await dialog.getByRole('button', { name: 'Let them decide' }).click();
      await dialog.getByText('Say until when they may decide.').waitFor();
      await dialog.getByLabel(/^Until/).fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 16));
      await dialog.getByRole('button', { name: 'Let them decide' }).click();
      await dialog.getByRole('alert').first().waitFor();
      expect(await findBarriers()).toEqual([]);
      await dialog.getByLabel(/^E-mail address/).fill('ben@example.com');
      await dialog.getByRole('button', { name: 'Let them decide' }).click();
      await dialog.waitFor({ state: 'detached' });
      const given = page.locator('.notice', { hasText: 'ben decides for you' });
      await given.waitFor();
      expect(await findBarriers()).toEqual([]);
      await given.getByRole('button', { name: 'End' }).click();
      await given.waitFor({ state: 'detached' });

      await page.getByLabel('Choose: Account for p0?').check();
      await page.getByLabel('Choose: Account for p1?').check();
      await page.getByLabel('Choose: Account for p3?').check();
      await page.locator('tr', { hasText: 'p3' }).getByRole('button', { name: 'Approve…' }).click();
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await page.locator('tr', { hasText: 'p3' }).waitFor({ state: 'detached' });
      // What was decided by itself is no longer among those that are chosen.
      await page.getByRole('button', { name: 'Approve 2 chosen…' }).click();
      await dialog.getByText('Approve 2 items?').waitFor();
      await dialog.getByLabel(/^Comment/).fill('Both');
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.locator('tr', { hasText: 'p0' }).waitFor({ state: 'detached' });

      await visit(`/approvals?run_id=${runId}`);
      await page.getByRole('button', { name: 'Reject all of this run…' }).click();
      await dialog.getByText('Reject 1 item?').waitFor();
      await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
      await page.getByText('Nothing waits for an approval').waitFor();
      await page.getByRole('link', { name: 'Approved', exact: true }).click();
      await page
        .locator('tr', { hasText: 'p1' })
        .getByText(/by ann: Both$/)
        .waitFor();
      const { list } = await web.place.api.request('GET', `/v1/approvals?run_id=${runId}&status=rejected`);
      expect(list).toMatchObject([{ key: 'p2' }]);
      expect(web.person.faults.filter((fault) => !/status of 4\d\d/.test(fault))).toEqual([]);
    },
    pageTimeoutMs,
  );

  it(
    'shows what a guard holds back on the page of its run and among approvals, and what became of it',
    async () => {
      const everybody = ['q0', 'q1', 'q2', 'q3', 'q4'];
      people = everybody;
      for (const login of everybody) stub.ifAsked(`PUT /users/${login}`, () => ({ json: {} }));
      const end = await connectStub(hub);
      const options = {
        path: '/users/{login}',
        method: 'PUT',
        idempotency: { kind: 'put_by_key' },
        delete: { path: '/users/{login}' },
      };
      const target = {
        ...end,
        object: 'users',
        operation: 'upsert',
        options,
        on_missing: 'delete',
        guard: { max_deletes: 1 },
      };
      const source = { ...end, object: '/people', key: ['login'] };
      const integration = await save({ source, target, mapping: [{ to: 'login', from: 'login' }] });
      await run(integration);
      people = everybody.slice(2);
      await run(integration);
      const first = await run(integration);
      people = everybody.slice(3);
      await run(integration);
      const held = await run(integration);
      const { page, visit, findBarriers } = web.person;
      await visit(`/runs/${first}`);
      await page.getByText('A later run found others, or none.').waitFor();
      expect(await page.getByRole('button', { name: 'Retry', exact: true }).count()).toBe(0);

      await visit(`/runs/${held}`);
      await page.getByRole('link', { name: 'Decide', exact: true }).click();
      const asked = page.locator('tr', { hasText: 'Remove 3 from the target?' });
      await asked.waitFor();
      expect(await asked.textContent()).toContain('Above guard. Deleted: q0, q1, q2.');
      const phone = await web.person.context.newPage();
      await phone.setViewportSize({ width: 390, height: 844 });
      await phone.emulateMedia({ colorScheme: 'dark' });
      await phone.goto(page.url());
      await phone.getByText('Remove 3 from the target?').first().waitFor();
      expect(Number(await phone.evaluate('document.documentElement.scrollWidth - innerWidth'))).toBeLessThanOrEqual(0);
      await phone.close();
      await asked.getByRole('button', { name: 'Approve…' }).click();
      const dialog = page.locator('.dialog');
      await dialog.getByText('carries out exactly these', { exact: false }).waitFor();
      expect(await findBarriers()).toEqual([]);
      await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
      await asked.waitFor({ state: 'detached' });

      await page.getByRole('link', { name: 'Approved', exact: true }).click();
      await asked.getByRole('link', { name: 'The run that followed' }).waitFor();
      await visit('/approvals');
      await page.getByRole('link', { name: 'Withdrawn', exact: true }).click();
      await page.locator('tr', { hasText: 'Remove 2 from the target?' }).waitFor();
      expect(await findBarriers()).toEqual([]);
      await visit(`/runs/${held}`);
      await page.getByRole('link', { name: 'See the run that followed' }).click();
      await page.waitForURL((url) => !url.pathname.endsWith(held));
    },
    pageTimeoutMs,
  );
});
