import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../api/answer.ts';
import type { Item } from '../api/harness.ts';
import type { RunInput, SegmentReport } from '../../core/pure/run-messages.ts';
import { actOnRuns } from '../api/run-acts.ts';
import type { SeenRequest } from '../harness/http.ts';
import { openActivities } from '../harness/activities.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let people: { login?: string; active: boolean }[];
let written: string[];

beforeEach(async () => {
  people = ['ann', 'bob', 'cid', 'dan'].map((login) => ({ login, active: true }));
  written = [];
});

/** No person has a team. */
const broken = [
  { to: 'login', from: 'login' },
  { to: 'team', from: 'team', required: true },
];

function note({ method, url, body }: SeenRequest): object {
  written.push(`${method} ${url.replace('/users/', '')} ${body}`.trim());
  return {};
}

/** The target's answer to deletions of these. */
function letGo(...logins: string[]): void {
  for (const login of logins) hub.stub.on(`DELETE /users/${login}`, note);
}

async function addFlow(target: object): Promise<{ id: string; error: Answer['error'] | undefined }> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const options = {
    path: '/users/{login}',
    method: 'PUT',
    idempotency: { kind: 'put_by_key' },
    delete: { path: '/users/{login}' },
  };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Accounts',
      source: { ...end, object: '/people', key: ['login'], filter: 'active' },
      target: { ...end, object: 'users', operation: 'upsert', options, ...target },
      mapping: [{ to: 'login', from: 'login' }],
    },
  });
  if (error !== undefined) return { id: '', error };
  hub.stub.always('GET /people', () => ({ json: people }));
  for (const { login } of people) hub.stub.always(`PUT /users/${login}`, note);
  return { id: data.id, error };
}

/** Runs a flow to the end of its reading, and begins with nothing written. */
async function run(flow: string, body: object = {}): Promise<{ report: SegmentReport; record: Item; input: RunInput }> {
  written = [];
  const input = await hub.activities.begin(flow, body);
  const report = await hub.activities.runSegment(input);
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  const { data: record } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
  return { report, record, input };
}

describe('test/integration/removal', () => {
  it('deletes what two complete readings miss, and nothing that comes back', async () => {
    const { id } = await addFlow({ on_missing: 'delete' });
    letGo('bob');
    await run(id);
    people = [
      { login: 'ann', active: true },
      { login: 'bob', active: false },
      { login: 'dan', active: true },
    ];
    const first = await run(id);
    people = [
      { login: 'ann', active: true },
      { login: 'cid', active: true },
      { login: 'dan', active: true },
    ];
    const second = await run(id);
    const deletedThen = [...written];
    people = people.concat([{ login: 'bob', active: true }]);
    const third = await run(id);

    expect(first.record).toMatchObject({ status: 'succeeded', counters: { read: 3, deleted: 0 } });
    expect(deletedThen).toEqual(['DELETE bob']);
    expect(second.record).toMatchObject({ status: 'succeeded', counters: { read: 3, skipped: 3, deleted: 1 } });
    expect(third.record['counters']).toMatchObject({ created: 1, skipped: 3, deleted: 0 });
    expect(written).toEqual(['PUT bob {"login":"bob"}']);
    expect(await hub.api.admin`select 1 from seen_pages`).toHaveLength(0);
    const { list } = await hub.api.request('GET', `/v1/runs/${first.input.runId}/logs`);
    expect(list.map(({ code }) => code)).toEqual(['queued', 'started', 'records_missing', 'finished']);
  });

  it('removes nothing above the guard and says so, until a person allows it', async () => {
    const { id } = await addFlow({ on_missing: 'delete', guard: { max_deletes: 1 } });
    letGo('ann', 'bob');
    await run(id);
    people = people.slice(2);
    await run(id);
    const held = await run(id);
    const writtenThen = [...written];
    const allowed = await run(id, { max_deletes: 2 });

    expect(held.record).toMatchObject({
      status: 'partially_succeeded',
      withheld: { reason: 'above_guard', records: 2 },
      counters: { deleted: 0 },
    });
    expect(writtenThen).toEqual([]);
    const { list } = await hub.api.request('GET', `/v1/runs/${held.input.runId}/logs`);
    expect(list.at(-1)?.['message']).toBe('The run ended; records that vanished from the source were not removed.');
    expect(allowed.record).toMatchObject({ status: 'succeeded', counters: { deleted: 2 } });
    expect(allowed.record['withheld']).toBeUndefined();
    expect(written.toSorted()).toEqual(['DELETE ann', 'DELETE bob']);
  });

  it('brings nothing back, of records that failed, that was removed since', async () => {
    const { id } = await addFlow({ on_missing: 'delete' });
    letGo('ann');
    await run(id);
    await hub.api.request('PUT', `/v1/integrations/${id}`, { body: { mapping: broken } });
    const failed = await run(id);
    people = people.slice(1);
    await run(id);
    await run(id);
    const deletedThen = [...written];
    await hub.api.request('PUT', `/v1/integrations/${id}`, { body: { mapping: broken.slice(0, 1) } });
    written = [];
    const { data } = await hub.api.request('POST', `/v1/runs/${failed.input.runId}/records/retry`, {
      body: { all: true },
    });
    await actOnRuns(hub.api).setRunning(data.id);
    await hub.activities.runSegment({ ...failed.input, runId: `run_${data.id.slice(4)}` });

    expect(failed.record['counters']).toMatchObject({ failed: 4 });
    expect(deletedThen).toEqual(['DELETE ann']);
    expect(written).toEqual([]);
  });

  it.each([
    ['all_missing', [], 'a source that is empty'],
    ['unidentified_records', [{ login: 'ann', active: true }, { active: true }], 'a reading with a record without key'],
  ])('removes nothing, by %s, after %j: %s', async (reason, left) => {
    const { id } = await addFlow({ on_missing: 'delete' });
    await run(id);
    people = left;
    await run(id);
    const { record } = await run(id);

    expect(record['withheld']).toMatchObject({ reason });
    expect(written).toEqual([]);
  });

  it('goes on where it stood when its process died among the deletions', async () => {
    const { id } = await addFlow({ on_missing: 'delete' });
    await run(id);
    people = people.slice(2);
    await run(id);
    const input = await hub.activities.begin(id);
    hub.stub.on('DELETE /users/ann', { status: 401 }, note).on('GET /', {});
    letGo('bob');
    await expect(hub.activities.runSegment(input)).rejects.toMatchObject({ type: 'auth_invalid' });
    await hub.api.admin`update connections set status = 'active'`;
    const other = await openActivities(hub.api);
    const report = await other.runSegment(input);
    await other.finishRun({ ...input, outcome: 'succeeded' });
    await other.close();

    expect(report).toMatchObject({ status: 'done', counters: { deleted: 2 } });
  });

  it('writes the fields that switch a record off', async () => {
    const { id } = await addFlow({ on_missing: 'deactivate', deactivate_with: { active: false } });
    await run(id);
    people = people.slice(1);
    await run(id);
    const { record } = await run(id);

    expect(record['counters']).toMatchObject({ deleted: 1 });
    expect(written).toEqual(['PUT ann {"login":"ann","active":false}']);
  });

  it.each([
    ['by the opposite of a truth value', { active: false }, {}, { active: true }],
    ['by what it is told', { state: 'off' }, { reactivate_with: { state: 'on' } }, { state: 'on' }],
  ])('switches a record that comes back on again, %s', async (_, off, more, on) => {
    const { id } = await addFlow({ on_missing: 'deactivate', deactivate_with: off, ...more });
    const all = people;
    await run(id);
    people = all.slice(1);
    await run(id);
    await run(id);
    const switchedOff = written;
    people = all;
    const back = await run(id);
    const switchedOn = written;
    await run(id);

    expect(switchedOff).toEqual([`PUT ann ${JSON.stringify({ login: 'ann', ...off })}`]);
    expect(back.record['counters']).toMatchObject({ skipped: 3, failed: 0 });
    expect(switchedOn).toEqual([`PUT ann ${JSON.stringify({ login: 'ann', ...on })}`]);
    expect(written).toEqual([]);
  });

  it('leaves to the mapping what the mapping writes, and new records as they are', async () => {
    const { id } = await addFlow({ on_missing: 'deactivate', deactivate_with: { login: 'gone', active: false } });
    await run(id);

    expect(written.toSorted()[0]).toBe('PUT ann {"login":"ann"}');
  });

  it.each([
    [{ on_missing: 'deactivate', deactivate_with: { state: 'off' } }, 'target.reactivate_with'],
    [{ on_missing: 'delete', reactivate_with: { active: true } }, 'target.reactivate_with'],
    [{ on_missing: 'deactivate' }, 'target.on_missing'],
    [{ guard: { max_deletes: 1 } }, 'target.guard'],
    [{ on_missing: 'delete', deactivate_with: { active: false } }, 'target.deactivate_with'],
  ])('refuses %j', async (target, path) => {
    const { error } = await addFlow(target);

    expect(error?.details.errors.map((problem) => problem.path)).toEqual([path]);
  });
});
