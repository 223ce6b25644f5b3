import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { connectStub, putUsers } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

let names: string[];
let integration: string;

/** Items of one person let newer ones pass while they pause, and not while somebody decides on them. */
beforeEach(async () => {
  names = [];
  let name = 'Ann';
  hub.stub.always('GET /people', () => ({ json: [{ login: 'p0', name }] }));
  hub.stub.always('PUT /users/p0', ({ body }) => {
    names.push(JSON.parse(body).name);
    return { json: {} };
  });
  const end = await connectStub(hub);
  const mapping = [
    { to: 'login', from: 'record.login' },
    { to: 'name', from: 'record.name' },
  ];
  const saved = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Joiners',
      source: { ...end, object: '/people', key: ['login'] },
      steps: [
        { id: 'pause', wait: { for: '3d', release: true } },
        { id: 'ok', wait: { for: 'approval' } },
        { id: 'account', action: { ...end, ...putUsers, match_on: ['login'], mapping } },
      ],
    },
  });
  integration = saved.data.id;
  rename = (to) => (name = to);
});

let rename: (name: string) => void;

async function begin(): Promise<RunInput> {
  const input = await hub.activities.begin(integration);
  expect(await work(input)).toMatchObject({ status: 'parked' });
  return input;
}

/** Lets the waits of a run be over, and works on what goes on. */
async function passAndWork(input: RunInput): Promise<RunInput> {
  await passTime(input);
  const woken = (await wake(input)) ?? input;
  await work(woken);
  return woken;
}

async function approve(): Promise<void> {
  const { list } = await hub.api.request('GET', `/v1/approvals?status=open&integration_id=${integration}`);
  expect(list).toHaveLength(1);
  expect((await hub.api.request('POST', `/v1/approvals/${list[0]?.id}/approve`)).status).toBe(200);
}

async function listItems(): Promise<string[]> {
  const { list } = await hub.api.request('GET', `/v1/integrations/${integration}/items`);
  return list.map(({ seq, status, step }) =>
    [seq, status, ...(step === undefined ? [] : [step])].map(String).join(' '),
  );
}

describe('test/integration/released-items', { timeout: 60_000 }, () => {
  it('keeps a newer item back whose wait is over while the older one is on its way again', async () => {
    const older = await begin();
    rename('Ann Lee');
    const newer = await begin();

    const gone = await passAndWork(older);
    const waiting = await passAndWork(newer);

    expect(await listItems()).toEqual(['1 parked ok', '2 parked pause']);
    await approve();
    await passAndWork(gone);
    expect(await listItems()).toEqual(['1 succeeded', '2 parked pause']);
    const last = await passAndWork(waiting);
    await approve();
    await passAndWork(last);
    expect(await listItems()).toEqual(['1 succeeded', '2 succeeded']);
    expect(names).toEqual(['Ann', 'Ann Lee']);
  });

  it('lets two items of a record whose waits are over at once go on one after the other', async () => {
    const runs = [await begin()];
    rename('Ann Lee');
    runs.push(await begin());
    for (const { runId } of runs) await hub.api.request('POST', `/v1/runs/${runId}/cancel`);
    const next = await begin();
    expect(await listItems()).toEqual(['1 parked pause', '2 parked pause']);

    const woken = await passAndWork(next);

    expect(await listItems()).toEqual(['1 parked ok', '2 parked pause']);
    await approve();
    const last = await passAndWork(woken);
    expect(await listItems()).toEqual(['1 succeeded', '2 parked ok']);
    await approve();
    await passAndWork(last);
    expect(names).toEqual(['Ann', 'Ann Lee']);
  });
});
