import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Item } from '../api/harness.ts';
import { toRunInput } from '../harness/activities.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

let people: string[];
let users: string[];
let addresses: string[];
let readings: number;

beforeEach(() => {
  people = ['p0', 'p1'];
  users = [];
  addresses = [];
  readings = 0;
  hub.stub.always('GET /people', () => {
    readings += 1;
    return { json: people.map((id) => ({ id })) };
  });
  hub.stub.always('PUT /users', ({ body }) => {
    users.push(JSON.parse(body).login);
    return { json: {} };
  });
});

/** Takes people to a wait, and ends the run before anybody has answered. */
async function leave(wait: object, outcome: 'failed' | 'canceled' = 'failed'): Promise<RunInput> {
  const end = await connectStub(hub);
  const order = {
    ...end,
    object: 'orders',
    operation: 'create',
    options: { path: '/orders', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'url', from: 'callbacks.pause' }],
  };
  const account = {
    ...end,
    object: 'users',
    operation: 'upsert',
    match_on: ['login'],
    options: { path: '/users?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
    mapping: [{ to: 'login', from: 'record.id' }],
  };
  const hasCallback = Object(wait).for === 'callback';
  if (hasCallback)
    hub.stub.always('POST /orders', ({ body }) => {
      addresses.push(JSON.parse(body).url);
      return { json: { id: `O${addresses.length}` } };
    });
  const saved = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: `Joiners ${hub.stub.url}`,
      source: { ...end, object: '/people', key: ['id'] },
      steps: [
        ...(hasCallback ? [{ id: 'order', action: order }] : []),
        { id: 'pause', wait },
        { id: 'account', action: account },
      ],
    },
  });
  expect(saved.error).toBeUndefined();
  const input = await hub.activities.begin(saved.data.id);
  expect(await work(input)).toMatchObject({ status: 'parked' });
  const error = { code: 'interrupted', message: 'The worker was lost.' };
  await hub.api.admin`update runs set status = 'running', wake_at = null where status = 'waiting'`;
  await hub.activities.finishRun({ ...input, outcome, ...(outcome === 'failed' ? { error } : {}) });
  return input;
}

async function listRuns({ integrationId }: RunInput): Promise<Item[]> {
  return (await hub.api.request('GET', `/v1/integrations/${integrationId}/runs`)).list;
}

async function listAsked({ integrationId }: RunInput): Promise<Item[]> {
  return (await hub.api.request('GET', `/v1/approvals?integration_id=${integrationId}`)).list;
}

describe('test/integration/answered-leftovers', { timeout: 60_000 }, () => {
  it('goes on with an item that its run has left, as soon as it is approved, and reads nothing', async () => {
    const input = await leave({ for: 'approval', not_by: 'requester', of: ['anyone'] });
    expect(await listRuns(input)).toMatchObject([{ id: input.runId, status: 'failed' }]);
    const { data: key } = await hub.api.request('POST', '/v1/api-keys', {
      body: { name: 'Approver', scopes: ['runs:read', 'runs:approve'] },
    });
    const other = String(key['secret']);
    const asked = await listAsked(input);

    const answers = await Promise.all(
      asked.map(({ id }) => hub.api.request('POST', `/v1/approvals/${id}/approve`, { key: other })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);

    const [made, ...others] = (await listRuns(input)).filter(({ id }) => id !== input.runId);
    expect(others).toEqual([]);
    expect(made).toMatchObject({ status: 'queued', trigger: 'retry', retry_of: input.runId });
    const [outbox] = await hub.api.admin`
      select count(*)::int as count from outbox
      where kind = 'run.start' and payload ->> 'run_id' = ${toLookup('run', made?.id ?? '')}`;
    expect(outbox).toEqual({ count: 1 });
    const read = readings;
    expect(await work(toRunInput(hub.api, input.integrationId, made?.id ?? ''))).toMatchObject({ status: 'done' });
    expect(users.toSorted()).toEqual(['p0', 'p1']);
    expect(readings).toBe(read);
    const { list: items } = await hub.api.request('GET', `/v1/integrations/${input.integrationId}/items`);
    expect(items.map(({ status, run_id: run }) => [status, run])).toEqual([
      ['succeeded', made?.id],
      ['succeeded', made?.id],
    ]);
    const [row] = await hub.api.admin`
      select count(distinct requested_by)::int as count from runs
      where integration_id = ${toLookup('integration', input.integrationId)}`;
    expect(row).toEqual({ count: 1 });
  });

  it('goes on the same way where another system answers, also after a run that was canceled', async () => {
    people = ['p0'];
    const input = await leave({ for: 'callback' }, 'canceled');
    const [address = ''] = addresses;

    const sent = await hub.api.request('POST', new URL(address).pathname, { body: { ok: true } });

    expect(sent.status).toBe(202);
    const [made] = (await listRuns(input)).filter(({ id }) => id !== input.runId);
    expect(made).toMatchObject({ status: 'queued', retry_of: input.runId });
    expect(await work(toRunInput(hub.api, input.integrationId, made?.id ?? ''))).toMatchObject({ status: 'done' });
    expect(users).toEqual(['p0']);
  });

  it('keeps the answer for the next run where the integration cannot run', async () => {
    people = ['p0'];
    const input = await leave({ for: 'approval' });
    const id = toLookup('integration', input.integrationId);
    const setStatus = (status: string) => hub.api.admin`
      update connections set status = ${status} where id in (
        select unnest(connection_ids) from integration_revisions where integration_id = ${id})`;
    await setStatus('disabled');
    const [asked] = await listAsked(input);

    const { data } = await hub.api.request('POST', `/v1/approvals/${asked?.id}/approve`);

    expect(data).toMatchObject({ status: 'approved' });
    expect(await listRuns(input)).toHaveLength(1);
    await setStatus('active');
    await work(await hub.activities.begin(input.integrationId));
    expect(users).toEqual(['p0']);
  });
});
