import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toId, toUuid } from '../../core/ids.ts';
import { listedRowsMax, perPageMax } from '../../core/pagination.ts';
import { openDatabase } from '../../drizzle/client.ts';
import { addIntegration } from '../api/flows.ts';
import { type Answer, startTestApi, type TestApi } from '../api/harness.ts';
import { fillLists, type ListedIds } from '../harness/database/fill-lists.ts';
import { isCatalogue, listCases, lists, toListAddress, toListPath } from '../harness/list-cases.ts';
import {
  captureStatements,
  countTouched,
  explain,
  explainAll,
  explainGeneric,
  findForeignScans,
} from '../harness/database/plans.ts';

/** Of each of the organizations: more runs, audit events and items than are counted. */
const sizes = { runs: 15_000, auditEvents: 15_000, items: 15_000, integrations: 1500, others: 400 };

/** What a statement may look at besides the rows that are counted: those of a page, and what is joined to each of them. */
const joinedMax = 12 * perPageMax;

let api: TestApi;
let orgId: string;
let key: string;
let ids: ListedIds;

beforeAll(async () => {
  api = await startTestApi();
  for (const name of ['Second', 'Ours', 'Third']) {
    const { api_key: ownKey, organization_id: organization } = await api.addOrganization(name);
    const uuid = toUuid('organization', organization) ?? '';
    await addIntegration(api, {}, ownKey);
    const filled = await fillLists(api.admin, uuid, sizes);
    if (name === 'Ours') [orgId, key, ids] = [uuid, ownKey, filled];
  }
  await api.admin`vacuum analyze`;
});

afterAll(() => api.close());

describe('test/integration/list-plans', () => {
  it('knows a path of every list', () => {
    expect(lists.map((route) => toListPath(route, ids)).filter((path) => path.includes('{'))).toEqual([]);
    expect(lists.length).toBeGreaterThan(15);
  });

  it('finds a scan that looks at rows of other organizations', async () => {
    // A sample of all rows is a scan whatever the planner's statistics are.
    const text = 'select count(*) from audit_events tablesample system (100) where address = $1';
    const statement = { text, parameters: ['10.0.0.1'] };
    const careless = openDatabase(api.testDatabase.appUrl, { role: 'hub_app', max: 1 });

    const nodes = await explain(careless, orgId, statement);
    await careless.close();

    expect(findForeignScans(nodes)).toHaveLength(1);
    expect(countTouched(nodes)).toBeGreaterThan(2 * sizes.auditEvents);
  });

  it.each([
    '/attention',
    '/search?q=o',
    '/search?q=run_00000000000000000000000000',
    '/stats/runs',
    '/stats/runs?bucket=day',
    '/failed-records/groups',
    '/runs/{id}/attempts',
    '/integrations/{id}/records/trace?key=k1',
  ])('%s looks at few rows, and at none of other organizations', async (path) => {
    const home = Object.keys(ids).find((known) => path.startsWith(`${known}/`)) ?? '';
    const address = home === '' ? path : path.replace(home, home.replace('{id}', ids[home] ?? ''));
    let status = 0;
    const sent = await captureStatements(api.database, async () => {
      ({ status } = await api.request('GET', `/v1${address}`, { key }));
    });

    expect([status, sent.length > 0]).toEqual([200, true]);
    const explained = await explainAll(api.database, orgId, sent);
    for (const [index, statement] of sent.entries()) {
      const nodes = explained[index] ?? [];
      expect(findForeignScans(nodes), statement.text).toEqual([]);
      expect(countTouched(nodes), statement.text).toBeLessThan(2 * listedRowsMax);
    }
  });

  it('listRuns by the account that half of the integrations belong to looks at few rows', async () => {
    const [most] = await api.admin<{ id: string; runs: number }[]>`
      select account_id as id, count(*)::int as runs from runs
      join integrations on integrations.org_id = runs.org_id and integrations.id = runs.integration_id
      where runs.org_id = ${orgId} and account_id is not null group by account_id order by runs desc limit 1`;
    const account = toId('account', most?.id ?? '');
    let answer: Answer | undefined;
    const sent = await captureStatements(api.database, async () => {
      answer = await api.request('GET', `/v1/runs?account_id=${account}`, { key });
    });

    expect(most?.runs).toBeGreaterThan(sizes.runs / 3);
    expect(answer?.list.map(({ account_id: of }) => of)).toEqual(Array.from({ length: perPageMax }, () => account));
    const explained = await explainAll(api.database, orgId, sent);
    for (const [index, statement] of sent.entries()) {
      const nodes = explained[index] ?? [];
      expect(findForeignScans(nodes), statement.text).toEqual([]);
      expect(countTouched(nodes), statement.text).toBeLessThan(listedRowsMax + joinedMax);
    }
  });

  it.each(listCases)('$title looks at few rows, and at none of other organizations', async (listed) => {
    const read = (path: string): Promise<Answer> => api.request('GET', `/v1${path}`, { key });
    const address = await toListAddress(listed, ids, async (path) => (await read(path)).list);
    let status = 0;
    const sent = await captureStatements(api.database, async () => {
      ({ status } = await read(address));
    });

    expect([status, sent.length > 0 || isCatalogue(listed.route)]).toEqual([200, true]);
    const explained = await explainAll(api.database, orgId, sent);
    for (const [index, statement] of sent.entries()) {
      const nodes = explained[index] ?? [];
      const generic = await explainGeneric(api.database, orgId, statement);
      expect([...findForeignScans(nodes), ...findForeignScans(generic)], statement.text).toEqual([]);
      // Runs of many integrations are merged, or sorted: each may be touched twice.
      expect(countTouched(nodes), statement.text).toBeLessThan(2 * listedRowsMax);
    }
  });
});
