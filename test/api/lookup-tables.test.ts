import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { addIntegration, makeFlow } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

async function add(entries: object = { A: 'ACTIVE', T: 'SUSPENDED' }): Promise<Item> {
  const created = await api.request('POST', '/v1/lookup-tables', { body: { name: 'States', entries } });
  expect(created.status).toBe(201);
  expect(created.headers.get('location')).toBe(`/v1/lookup-tables/${created.data.id}`);
  return created.data;
}

function change(method: 'PUT' | 'PATCH', id: string, entries: object, headers: Record<string, string> = {}) {
  return api.request(method, `/v1/lookup-tables/${id}/entries`, { body: { entries }, headers });
}

async function readEntries(id: string, query = ''): Promise<unknown> {
  return (await api.request('GET', `/v1/lookup-tables/${id}/entries${query}`)).data['entries'];
}

const ofState = (table: string) => [
  { to: 'cve_id', from: 'cveID', required: true },
  { to: 'state', from: 'vendorProject', lookup: { table } },
];

describe('test/api/lookup-tables', () => {
  it('keeps every version of its entries', async () => {
    const { id } = await add();

    const merged = await change('PATCH', id, { T: null, L: 'ON_LEAVE' });
    const replaced = await change('PUT', id, { A: 'active' });

    expect([merged.data['version'], merged.data['entry_count']]).toEqual([2, 2]);
    expect([replaced.data['version'], replaced.data['entry_count']]).toEqual([3, 1]);
    expect(await readEntries(id)).toEqual({ A: 'active' });
    expect(await readEntries(id, '?version=1')).toEqual({ A: 'ACTIVE', T: 'SUSPENDED' });
    expect(await readEntries(id, '?version=2')).toEqual({ A: 'ACTIVE', L: 'ON_LEAVE' });
    const { list } = await api.request('GET', `/v1/lookup-tables/${id}/versions`);
    expect(list.map((version) => [version['version'], version['entry_count']])).toEqual([
      [3, 1],
      [2, 2],
      [1, 2],
    ]);
    expect((await api.request('GET', `/v1/lookup-tables/${id}/entries?version=4`)).status).toBe(404);
  });

  it('leaves no trace of a change that changes nothing', async () => {
    const { id } = await add();

    const same = await change('PATCH', id, { T: 'SUSPENDED', X: null });

    expect([same.status, same.data['version']]).toEqual([200, 1]);
  });

  it('changes only the version that it is meant for', async () => {
    const { id } = await add();
    const tag = (await api.request('GET', `/v1/lookup-tables/${id}`)).headers.get('etag') ?? '';
    await change('PATCH', id, { L: 'ON_LEAVE' });

    const late = await change('PUT', id, {}, { 'if-match': tag });

    expect([late.status, late.error.code]).toEqual([412, 'precondition_failed']);
    expect(await readEntries(id)).toHaveProperty('L');
  });

  it('is renamed without a new version of its entries, and found by its name', async () => {
    const { id } = await add();

    const renamed = await api.request('PATCH', `/v1/lookup-tables/${id}`, { body: { name: 'Renamed states' } });

    expect(renamed.data).toMatchObject({ name: 'Renamed states', version: 1 });
    const { list } = await api.request('GET', '/v1/lookup-tables?q=renamed');
    expect(list).toEqual([renamed.data]);
  });

  it('refuses an entry without a value, and more entries than a table may have', async () => {
    const { id } = await add({});
    const large = 'x'.repeat(1_000_000);
    for (const key of ['a', 'b', 'c']) expect((await change('PATCH', id, { [key]: large })).status).toBe(200);

    const empty = await change('PUT', id, { A: null });
    const tooLarge = await change('PATCH', id, { d: large, e: large });

    expect([empty.status, empty.error.details.errors?.[0]]).toEqual([
      400,
      expect.objectContaining({ path: 'entries.A' }),
    ]);
    expect([tooLarge.status, tooLarge.error.details.errors?.[0]]).toEqual([
      400,
      expect.objectContaining({ path: 'entries', code: 'too_large' }),
    ]);
  });

  it('is named by rules, formulas and filters, and stays while it is', async () => {
    const { id } = await add();
    const integration = await addIntegration(api, { mapping: ofState(id) });
    const byFormula = await addIntegration(api, {
      mapping: [
        { to: 'cve_id', from: 'cveID' },
        { to: 'state', formula: `lookup('${id}', vendorProject)` },
      ],
    });
    const flow = await makeFlow(api);
    const byFilter = await addIntegration(api, {
      source: { ...Object(flow['source']), filter: `lookup('${id}', vendorProject) == 'ACTIVE'` },
    });
    const users = [integration, byFormula, byFilter].map((user) => user.id);

    const refused = await api.request('DELETE', `/v1/lookup-tables/${id}`);
    for (const user of users) await api.request('DELETE', `/v1/integrations/${user}`);
    const deleted = await api.request('DELETE', `/v1/lookup-tables/${id}`);

    expect([refused.status, refused.error.code]).toEqual([409, 'resource_in_use']);
    expect(refused.error.details).toMatchObject({ integrations: users });
    expect([deleted.status, deleted.data]).toEqual([200, { id, deleted: true }]);
  });

  it.each([
    ['one that there is not', () => newId('lookupTable')],
    ['text that is no id', () => 'lut_oops'],
  ])('is refused where a definition names %s', async (_, name) => {
    const flow = await makeFlow(api);
    const table = name();

    const byRule = await api.request('POST', '/v1/integrations', {
      body: { name: 'x', ...flow, mapping: ofState(table) },
    });
    const draft = await api.request('POST', '/v1/integrations', {
      body: { name: 'x', mapping: [{ to: 'a', formula: `lookup('${table}', x)` }] },
    });

    expect(byRule.error.details.errors).toEqual([
      expect.objectContaining({ path: 'mapping[1].lookup.table', code: 'unknown_lookup_table' }),
    ]);
    expect(draft.error.details.errors).toEqual([
      expect.objectContaining({ path: 'mapping[0].formula', code: 'unknown_lookup_table' }),
    ]);
  });

  it('is named by a name that no other has, stored as its id, and stays under another name', async () => {
    const name = 'Departments of 2026';
    const made = await api.request('POST', '/v1/lookup-tables', { body: { name, entries: { A: 'ACTIVE' } } });
    const integration = await addIntegration(api, { mapping: ofState(name) });
    await api.request('PATCH', `/v1/lookup-tables/${made.data.id}`, { body: { name: 'Departments of 2027' } });

    const { list } = await api.request('POST', `/v1/integrations/${integration.id}/preview`, {
      body: { records: [{ cveID: 'CVE-1', vendorProject: 'A' }] },
    });
    const drafted = await api.request('POST', `/v1/integrations/${integration.id}/validate`, {
      body: { definition: { ...(await makeFlow(api)), mapping: ofState('Departments of 2027') } },
    });
    const unchanged = await api.request('PATCH', `/v1/integrations/${integration.id}`, {
      body: { mapping: ofState('Departments of 2027') },
    });

    expect(list).toEqual([expect.objectContaining({ mapped: { cve_id: 'CVE-1', state: 'ACTIVE' } })]);
    expect(drafted.data).toMatchObject({ valid: true, errors: [] });
    expect(unchanged.data).toMatchObject({ revision: 1, mapping: ofState(made.data.id) });
    expect(unchanged.data['updated_at']).toBe(integration['updated_at']);
  });

  it('is refused by a name that none or several have, and in a formula', async () => {
    const ids = await Promise.all([1, 2].map(async () => (await add()).id));
    const flow = await makeFlow(api);
    const save = async (mapping: object) =>
      (await api.request('POST', '/v1/integrations', { body: { name: 'x', ...flow, mapping } })).error.details.errors;

    expect(await save(ofState('Nobody'))).toEqual([
      {
        path: 'mapping[1].lookup.table',
        code: 'unknown_lookup_table',
        message: 'There is no lookup table named "Nobody".',
      },
    ]);
    expect(await save(ofState('States'))).toEqual([
      expect.objectContaining({ code: 'unknown_lookup_table', allowed: expect.arrayContaining(ids) }),
    ]);
    expect(await save([{ to: 'cve_id', formula: "lookup('States', cveID)" }])).toEqual([
      expect.objectContaining({ path: 'mapping[0].formula', allowed: expect.arrayContaining(ids) }),
    ]);
  });

  it('is refused where its id stands for an entry', async () => {
    const { id } = await add();
    const flow = await makeFlow(api);
    const mapping = [{ to: 'cve_id', from: 'cveID', lookup: { table_id: id } }];

    const refused = await api.request('POST', '/v1/integrations', { body: { name: 'x', ...flow, mapping } });

    expect(refused.error.details.errors).toEqual([
      expect.objectContaining({ path: 'mapping[0].lookup["table_id"]', code: 'misplaced_lookup_table' }),
    ]);
  });

  it('of another organization is refused by id and by name', async () => {
    const { api_key: key } = await api.addOrganization('Others');
    const name = 'Only theirs';
    const made = await api.request('POST', '/v1/lookup-tables', { key, body: { name, entries: { A: 'a' } } });
    const flow = await makeFlow(api);

    for (const table of [made.data.id, name]) {
      const body = { name: 'x', ...flow, mapping: ofState(table) };
      const refused = await api.request('POST', '/v1/integrations', { body });
      expect(refused.error.details.errors).toEqual([expect.objectContaining({ code: 'unknown_lookup_table' })]);
    }
  });

  it('is looked up in by a preview, in its newest version', async () => {
    const { id } = await add();
    const integration = await addIntegration(api, { mapping: ofState(id) });
    await change('PATCH', id, { T: 'GONE' });

    const { list } = await api.request('POST', `/v1/integrations/${integration.id}/preview`, {
      body: { records: [{ cveID: 'CVE-1', vendorProject: 'T' }] },
    });

    expect(list).toEqual([expect.objectContaining({ mapped: { cve_id: 'CVE-1', state: 'GONE' } })]);
  });
});
