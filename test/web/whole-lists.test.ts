import { beforeAll, describe, expect, it } from 'vitest';
import { toUuid } from '../../core/ids.ts';
import { addIntegration } from '../api/flows.ts';
import { fillLists, type ListedIds } from '../harness/database/fill-lists.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';
import { startTimeoutMs } from '../harness/people-hub.ts';

const pageTimeoutMs = 90_000;
/** Of everything: more than two pages, by name the last of which is that with the number 99. */
const count = 230;

const web = useDashboard(serveApi);
let ids: ListedIds;

describe.skipIf(web.isAbsent)('test/web/whole-lists', () => {
  beforeAll(async () => {
    const { api } = web.place;
    await addIntegration(api);
    const sizes = { runs: 300, auditEvents: 300, items: 300, integrations: count, others: count };
    ids = await fillLists(api.admin, toUuid('organization', api.organization.organization_id) ?? '', sizes);
  }, startTimeoutMs);

  it(
    'makes a group of a member beyond the first pages, who is found by name, with a role in such an account',
    async () => {
      const { page, findBarriers } = web.person;
      await web.person.walk('/settings/members?tab=groups');
      await page.getByRole('button', { name: 'Make a group' }).first().click();
      const dialog = page.locator('.dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('Ninety-ninth');
      await dialog.getByRole('checkbox', { name: /^Person 10 / }).check();
      await dialog.getByLabel('Find a member').fill('person 99');
      await page.keyboard.press('Enter');
      await expect.poll(() => dialog.getByRole('checkbox', { name: /^Person / }).count()).toBe(1);
      await dialog.getByRole('checkbox', { name: /^Person 99 / }).check();
      await dialog.getByLabel('Find a member').fill('nobody at all');
      await dialog.getByText('Nobody is called so.').waitFor();
      expect(await findBarriers()).toEqual([]);
      await dialog.getByLabel(/^Add roles in one account/).selectOption({ label: 'Account 99' });
      await dialog
        .getByRole('group', { name: 'Roles in Account 99' })
        .getByLabel(/^Operator/)
        .check();
      await dialog.getByRole('button', { name: 'Make the group' }).click();
      await dialog.waitFor({ state: 'detached' });

      const [group] = (await web.place.api.request('GET', '/v1/groups')).list;
      const names = await Promise.all(
        [Object(group?.['members'])].flat().map(async (id) => {
          const { data } = await web.place.api.request('GET', `/v1/members/${String(id)}`);
          return data['name'];
        }),
      );
      expect(names.toSorted()).toEqual(['Person 10', 'Person 99']);
      expect(group?.['roles']).toContainEqual({ role: 'operator', account_id: expect.any(String) });
    },
    pageTimeoutMs,
  );

  it.each([
    ['/settings/members', 'Filter by name or e-mail address', 'Person 99', 'No member is called so'],
    ['/settings/accounts', 'Filter by name', 'Account 99', 'No account is called so'],
    ['/lookup-tables', 'Filter by name', 'Table 99', 'No table is called so'],
    ['/calendars', 'Filter by name', 'Calendar 99', 'No calendar is called so'],
  ])(
    'finds what is beyond the first page of %s by a part of its name',
    async (path, label, name, nothing) => {
      const { page } = web.person;
      await web.person.walk(path);
      await page.getByLabel(label).fill(name.toUpperCase());
      await page.getByText(name, { exact: true }).waitFor();
      await expect.poll(() => page.getByRole('row').filter({ hasText: / \d/ }).count()).toBe(1);
      await page.getByLabel(label).fill('nothing at all');
      await page.getByText(nothing).waitFor();
      await page.getByRole('link', { name: 'Show all' }).click();
      await expect.poll(() => page.getByLabel(label).inputValue()).toBe('');
    },
    pageTimeoutMs,
  );

  it(
    'offers everybody among those who may have done something, and names all accounts',
    async () => {
      const { page } = web.person;
      await web.person.walk('/audit');
      const who = page.getByLabel('Who', { exact: true });
      await who.selectOption({ label: 'Person 99' });
      await expect.poll(() => new URL(page.url()).searchParams.get('actor')).toMatch(/^usr_/);
      await who.selectOption({ label: 'Key 99' });
      await who.selectOption({ label: 'Client 99' });
    },
    pageTimeoutMs,
  );

  it(
    'lists every use of a connection, every revision, and every version of a connector',
    async () => {
      const { page } = web.person;
      await web.person.walk(`/connections/${ids['/connections/{id}']}`);
      const uses = page.locator('.card', { hasText: 'Used by' }).locator('li');
      await expect.poll(() => uses.count()).toBeGreaterThan(count);
      await web.person.walk(`/integrations/${ids['/integrations/{id}']}?tab=revisions`);
      await page.getByLabel('From revision').selectOption('3');
      await page.waitForURL((url) => url.searchParams.get('against') === '3');
    },
    pageTimeoutMs,
  );

  it(
    'shows the runs that come next, however many schedules there are and whichever was made last',
    async () => {
      const { page } = web.person;
      await web.place.api.admin`
        update schedules set next_due_at = now() + interval '1 hour' * places.place from (
          select workflow_id, row_number() over (order by workflow_id desc) as place from schedules
        ) as places where schedules.workflow_id = places.workflow_id`;
      await web.place.api.admin`update workflows set type = 'scheduled', status = 'active' where type = 'manual'`;
      await web.person.walk('/');
      const next = page.locator('.card', { hasText: 'Next runs' }).locator('li');
      await expect.poll(() => next.count()).toBe(7);
      const { list } = await web.place.api.request(
        'GET',
        '/v1/workflows?type=scheduled&status=active&per_page=100&page=3',
      );
      const newest = list.toSorted((a, b) => String(a['next_run_at']).localeCompare(String(b['next_run_at'])))[0];
      expect(await next.first().textContent()).toContain(String(newest?.['name']).replace(' (manual)', ''));
    },
    pageTimeoutMs,
  );
});
