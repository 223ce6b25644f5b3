import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addFeed, addIntegration } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { addMember, publicUrl } from './people-acts.ts';

let api: TestApi;
let orgId: string;
let account: string;
let ours: Item;
let theirs: Item;

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
  orgId = toLookup('organization', api.organization.organization_id);
  account = (await api.request('POST', '/v1/accounts', { body: { name: 'Acme' } })).data.id;
  ours = await addIntegration(api, { name: 'People of Acme', account_id: account });
  theirs = await addIntegration(api, { name: 'Orders of nobody' });
});

afterAll(() => api.close());

/** Makes a run and ends it, as a worker would. */
async function endRun(integration: Item, status: string, failed = 0): Promise<Item> {
  const { data: run } = await api.request('POST', `/v1/integrations/${integration.id}/execute`, {});
  await api.admin`
    update runs set status = ${status}, finished_at = now(), started_at = now(), read = 10, created = 7, failed = ${failed},
      error = ${status === 'failed' ? api.admin.json({ code: 'internal', message: 'The source refused.' }) : null}
    where org_id = ${orgId} and id = ${toLookup('run', run.id)}`;
  return run;
}

async function failRecord(
  integration: Item,
  run: Item,
  { key, field }: { key: string | null; field: string },
): Promise<void> {
  await api.admin`
    insert into dead_letters (org_id, id, integration_id, run_id, stream, source_key, code, field, message, masked, sealed)
    values (${orgId}, ${newUuid()}, ${toLookup('integration', integration.id)}, ${toLookup('run', run.id)}, 'main', ${key},
            'required_missing', ${field}, ${`${field} is empty.`}, '{}', '')`;
}

describe('test/api/overview', () => {
  it('lists what needs a person, the worst first, until it is well again', async () => {
    const broken = await addFeed(api, { name: 'Broken feed' });
    await api.admin`
      update connections set status = 'error', status_reason = 'Refused.' where id = ${toLookup('connection', broken.id)}`;
    const run = await endRun(ours, 'failed');
    await failRecord(ours, run, { key: 'a', field: 'login' });
    await failRecord(ours, run, { key: 'b', field: 'login' });

    const { list } = await api.request('GET', '/v1/attention');

    expect(list).toEqual([
      expect.objectContaining({
        kind: 'connection_error',
        severity: 'high',
        subject: { id: broken.id, name: 'Broken feed' },
        cause: 'Refused.',
        action: 'repair_connection',
      }),
      expect.objectContaining({
        kind: 'run_failed',
        subject: { id: run.id, name: 'People of Acme' },
        integration_id: ours.id,
        cause: 'The source refused.',
        action: 'see_run',
      }),
      expect.objectContaining({ kind: 'records_failed', severity: 'medium', count: 2, subject: expect.anything() }),
    ]);

    await endRun(ours, 'succeeded');
    await api.admin`update dead_letters set resolved_by = ${toLookup('run', run.id)} where org_id = ${orgId}`;
    await api.admin`update connections set status = 'active' where id = ${toLookup('connection', broken.id)}`;
    expect((await api.request('GET', '/v1/attention')).list).toEqual([]);
  });

  it('tells of a run that held changes back, until one goes through', async () => {
    const run = await endRun(theirs, 'partially_succeeded');
    await api.admin`
      update runs set withheld = ${api.admin.json({ reason: 'too_many_items', records: 1200 })}
      where id = ${toLookup('run', run.id)}`;

    expect((await api.request('GET', '/v1/attention')).list).toMatchObject([
      { kind: 'run_withheld', severity: 'high', subject: { id: run.id }, count: 1200, action: 'see_run' },
    ]);

    await endRun(theirs, 'succeeded');
    expect((await api.request('GET', '/v1/attention')).list).toEqual([]);
  });

  it('tells of credentials and keys that end within 30 days', async () => {
    const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
    const soon = await addFeed(api, { name: 'Ending', credentials_expire_at: inDays(10) });
    await addFeed(api, { name: 'Later', credentials_expire_at: inDays(40) });
    const addKey = async (name: string, days: number): Promise<Item> =>
      (await api.request('POST', '/v1/api-keys', { body: { name, scopes: ['runs:read'], expires_at: inDays(days) } }))
        .data;
    const [old] = [await addKey('Old', 20), await addKey('Short', 5), await addKey('Long', 300)];
    await api.admin`update api_keys set created_at = now() - interval '1 year' where id = ${toLookup('apiKey', old.id)}`;

    const { list } = await api.request('GET', '/v1/attention');

    expect(list).toMatchObject([
      { kind: 'credentials_ending', subject: { id: soon.id }, action: 'replace_credentials', severity: 'medium' },
      { kind: 'api_key_ending', subject: { id: old.id }, action: 'replace_api_key' },
    ]);
    expect(list[0]?.['cause']).toBe(`Ends on ${inDays(10).slice(0, 10)}. Replace them before.`);
    const body = { credentials: {}, credentials_expire_at: inDays(300) };
    expect((await api.request('PUT', `/v1/connections/${soon.id}/credentials`, { body })).status).toBe(200);
    await api.request('DELETE', `/v1/api-keys/${old.id}`);
    expect((await api.request('GET', '/v1/attention')).list).toEqual([]);
  });

  it('groups failed records over runs by what they have in common', async () => {
    const [first, second] = [
      await endRun(theirs, 'partially_succeeded', 2),
      await endRun(theirs, 'partially_succeeded', 1),
    ];
    for (const [run, key] of [
      [first, 'x'],
      [first, 'y'],
      [second, 'z'],
    ] as const) {
      await failRecord(theirs, run, { key, field: 'email' });
    }
    await failRecord(theirs, second, { key: 'q', field: 'name' });

    const { list } = await api.request('GET', '/v1/failed-records/groups');

    expect(list).toEqual([
      expect.objectContaining({ field: 'name', count: 1, runs: [{ run_id: second.id, count: 1 }] }),
      expect.objectContaining({
        integration_id: theirs.id,
        code: 'required_missing',
        field: 'email',
        message: 'email is empty.',
        count: 3,
        runs: [
          { run_id: second.id, count: 1 },
          { run_id: first.id, count: 2 },
        ],
      }),
    ]);
  });

  it('counts a record that failed in several runs once, and each without a key, among what needs a person and in groups', async () => {
    const repeated = await addIntegration(api, { name: 'Repeated' });
    const runs = [await endRun(repeated, 'partially_succeeded', 3), await endRun(repeated, 'partially_succeeded', 2)];
    for (const [run, key, field] of [
      [runs[0], 'a', 'login'],
      [runs[0], 'b', 'login'],
      [runs[0], 'b', 'manager'],
      [runs[0], null, 'login'],
      [runs[1], 'a', 'login'],
      [runs[1], 'b', 'login'],
      [runs[1], null, 'login'],
    ] as const) {
      if (run !== undefined) await failRecord(repeated, run, { key, field });
    }

    const { list: matters } = await api.request('GET', '/v1/attention');
    const { list: groups } = await api.request('GET', `/v1/failed-records/groups?integration_id=${repeated.id}`);
    for (const { id } of runs) await api.request('POST', `/v1/runs/${id}/records/dismiss`, { body: { all: true } });

    expect(matters.filter(({ integration_id: of }) => of === repeated.id)).toMatchObject([
      { kind: 'records_failed', count: 4 },
    ]);
    expect(groups).toMatchObject([
      { field: 'login', count: 6, records: 4, runs: [{ count: 3 }, { count: 3 }] },
      { field: 'manager', count: 1, records: 1, runs: [{ count: 1 }] },
    ]);
  });

  it('narrows the groups of failed records by run, integration, account, cause, text and time', async () => {
    const run = await endRun(theirs, 'partially_succeeded', 2);
    await failRecord(theirs, run, { key: 'Emp-1', field: 'manager' });
    await failRecord(theirs, run, { key: 'Emp-2', field: 'phone' });
    const fieldsOf = async (query: string) =>
      (await api.request('GET', `/v1/failed-records/groups?${query}`)).list
        .map(({ field }) => String(field))
        .toSorted((a, b) => a.localeCompare(b));

    expect(await fieldsOf(`run_id=${run.id}`)).toEqual(['manager', 'phone']);
    expect(await fieldsOf(`integration_id=${ours.id}&target_field=manager`)).toEqual([]);
    expect(await fieldsOf(`integration_id=${theirs.id}&target_field=manager`)).toEqual(['manager']);
    expect(await fieldsOf(`account_id=${account}&q=emp-1`)).toEqual([]);
    expect(await fieldsOf('q=emp-1')).toEqual(['manager']);
    expect(await fieldsOf('q=PHONE+is')).toEqual(['phone']);
    expect(await fieldsOf('target_field=')).toEqual([]);
    expect(await fieldsOf(`run_id=${run.id}&step=&code=required_missing`)).toEqual(['manager', 'phone']);
    expect(await fieldsOf(`run_id=${run.id}&step=account`)).toEqual([]);
    expect(await fieldsOf(`run_id=${run.id}&created_after=2999-01-01T00:00:00Z`)).toEqual([]);
    const dismissed = await api.request('POST', `/v1/runs/${run.id}/records/dismiss`, { body: { all: true } });
    expect(dismissed.data).toMatchObject({ records: 2, has_more: false });
    expect(await fieldsOf(`run_id=${run.id}`)).toEqual([]);
  });

  it('finds by a part of a name and by id, and shows people of an account nothing of others', async () => {
    const { browser } = await addMember(api, 'acme@example.com', [{ role: 'operator', account_id: account }]);
    const { list: all } = await api.request('GET', '/v1/search?q=OF');
    const run = await endRun(theirs, 'succeeded');

    expect(all).toEqual([
      { kind: 'integration', id: theirs.id, name: 'Orders of nobody' },
      { kind: 'integration', id: ours.id, name: 'People of Acme' },
    ]);
    expect((await api.request('GET', `/v1/search?q=${run.id}`)).list).toEqual([
      { kind: 'run', id: run.id, name: 'Orders of nobody' },
    ]);
    const { list: listed } = await api.request('GET', '/v1/integrations?include=last_run&q=nobody');
    expect(listed).toMatchObject([
      { id: theirs.id, last_run: { id: run.id, status: 'succeeded', finished_at: expect.any(String) } },
    ]);
    expect((await browser.request('GET', '/v1/search?q=of')).list.map(({ id }) => id)).toEqual([ours.id]);
    expect((await browser.request('GET', `/v1/search?q=${run.id}`)).list).toEqual([]);
    expect((await browser.request('GET', '/v1/failed-records/groups')).list).toEqual([]);
    expect((await browser.request('GET', `/v1/runs/${run.id}/attempts`)).status).toBe(404);
    const { data: stats } = await browser.request('GET', '/v1/stats/runs');
    expect(stats['integrations']).toEqual([expect.objectContaining({ name: 'People of Acme' })]);
  });

  it('counts runs as they end, and not again when they change later', async () => {
    const before = await countSucceeded();
    const run = await endRun(ours, 'succeeded');
    await api.admin`update runs set read = 11 where id = ${toLookup('run', run.id)}`;

    const after = await countSucceeded();
    const tooLong = await api.request('GET', '/v1/stats/runs?from=2020-01-01T00:00:00Z&bucket=hour');

    expect([after.runs - before.runs, after.read - before.read, after.written - before.written]).toEqual([1, 10, 7]);
    expect(tooLong.error.details.errors).toEqual([expect.objectContaining({ path: 'query.from' })]);
  });

  it('lists the attempts at one thing, from whichever of them it is asked', async () => {
    const first = await endRun(ours, 'failed');
    const { data: second } = await api.request('POST', `/v1/runs/${first.id}/retry`, { body: {} });
    await api.admin`update runs set status = 'failed', finished_at = now() where id = ${toLookup('run', second.id)}`;
    const { data: third } = await api.request('POST', `/v1/runs/${second.id}/retry`, { body: {} });

    for (const { id } of [first, second, third]) {
      const { list } = await api.request('GET', `/v1/runs/${id}/attempts`);
      expect(list.map((run) => run.id)).toEqual([first.id, second.id, third.id]);
    }
    await api.admin`update runs set status = 'canceled', finished_at = now() where id = ${toLookup('run', third.id)}`;
  });

  it('traces a record over the runs in which it failed', async () => {
    const run = await endRun(theirs, 'partially_succeeded', 1);
    await failRecord(theirs, run, { key: 'traced', field: 'email' });

    const { data } = await api.request('GET', `/v1/integrations/${theirs.id}/records/trace?key=traced`);

    expect(data).toMatchObject({
      key: 'traced',
      targets: [],
      entries: [{ run_id: run.id, kind: 'failed', code: 'required_missing' }],
    });
  });

  it('lists the integrations that use a connection', async () => {
    const { data: whole } = await api.request('GET', `/v1/integrations/${ours.id}`);
    const source = String(Object(whole['source']).connection_id);

    expect((await api.request('GET', `/v1/connections/${source}/uses`)).list).toEqual([
      { id: ours.id, name: 'People of Acme', status: expect.any(String), runs_use_it: false },
    ]);
  });

  it('shows and changes the organization', async () => {
    const logo = 'data:image/png;base64,iVBORw0KGgo=';
    const change = (body: object) => api.request('PATCH', '/v1/organization', { body });

    expect((await change({ name: 'Acme Holding', logo })).data).toMatchObject({ name: 'Acme Holding', logo });
    expect((await change({ logo: null })).data).not.toHaveProperty('logo');
    expect((await change({ logo: 'https://example.com/logo.png' })).status).toBe(400);
    expect((await api.request('GET', '/v1/organization')).data).toMatchObject({ name: 'Acme Holding' });
  });
});

async function countSucceeded(): Promise<{ runs: number; read: number; written: number }> {
  const { data } = await api.request('GET', `/v1/stats/runs?integration_id=${ours.id}`);
  const rows: { status: string; runs: number; read: number; written: number }[] = Object(data['buckets']);
  return rows.find(({ status }) => status === 'succeeded') ?? { runs: 0, read: 0, written: 0 };
}
