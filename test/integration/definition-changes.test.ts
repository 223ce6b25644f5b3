import { beforeEach, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Item } from '../api/harness.ts';
import { openActivities } from '../harness/activities.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let written: string[];

beforeEach(async () => {
  written = [];
});

const people = ['ann', 'bob', 'cid'].map((login, index) => ({ login, uuid: `u-${index}` }));

/** @param from Of the source: its object and key. */
async function addFlow(from: object): Promise<{ id: string; change: (from: object) => Promise<unknown> }> {
  const connection = await hub.api.request('POST', '/v1/connections', {
    body: { name: 'HR', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } },
  });
  const end = { connection_id: connection.data.id };
  const options = { path: '/users/{login}', method: 'PUT', idempotency: { kind: 'put_by_key' } };
  const body = {
    name: 'Accounts',
    source: { ...end, ...from },
    target: { ...end, object: 'users', operation: 'upsert', options },
    mapping: [{ to: 'login', from: 'login' }],
  };
  const { data } = await hub.api.request('POST', '/v1/integrations', { body });
  for (const { login } of people) hub.stub.always(`PUT /users/${login}`, ({ url }) => (written.push(url), {}));
  const change = (other: object): Promise<unknown> =>
    hub.api.request('PUT', `/v1/integrations/${data.id}`, { body: { source: { ...end, ...other } } });
  return { id: data.id, change };
}

async function run(id: string): Promise<Item> {
  written = [];
  const input = await hub.activities.begin(id);
  await hub.activities.runSegment(input);
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

describe('test/integration/definition-changes', () => {
  it.each([
    ['a key that the target record is named by', { key: ['uuid'] }, { key: ['login'] }],
    ['a key that says nothing of the target record', { key: ['login'] }, { key: ['uuid'] }],
    ['another object', { key: ['login'] }, { object: '/v2/people', key: ['login'] }],
  ])('goes on with the records of the target after a change to %s', async (_what, before, after) => {
    hub.stub.always('GET /people', { json: people });
    if ('object' in after) hub.stub.always(`GET ${after.object}`, { json: people });
    const { id, change } = await addFlow({ object: '/people', ...before });
    await run(id);
    await change({ object: '/people', ...after });

    const changed = await run(id);
    const writtenThen = written.length;
    const again = await run(id);

    expect(changed).toMatchObject({ status: 'succeeded', counters: { read: 3, failed: 0 } });
    expect(writtenThen).toBe(3);
    expect(again).toMatchObject({ status: 'succeeded', counters: { read: 3, skipped: 3, unchanged: 3, filtered: 0 } });
    expect(written).toEqual([]);
  });

  it('fails a run of a definition that this version does not take any more', async () => {
    const { id } = await addFlow({ object: '/people', key: ['login'] });
    hub.stub.always('GET /people', { json: people });
    await run(id);
    const input = await hub.activities.begin(id);
    await hub.api.admin`
      update integration_revisions set definition = jsonb_set(definition, '{source,unheard_of}', 'true')
      where integration_id = ${toLookup('integration', id)}`;
    const upgraded = await openActivities(hub.api);

    await expect(upgraded.runSegment(input)).rejects.toMatchObject({ type: 'config', nonRetryable: true });
    await upgraded.finishRun({ ...input, outcome: 'failed' });
    await upgraded.close();

    const { data } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
    expect(data).toMatchObject({ status: 'failed', error: { code: 'config' } });
    expect(data['error']).toMatchObject({ message: expect.stringContaining('source') });
  });
});
