import { beforeEach, describe, expect, it } from 'vitest';
import { actOnRuns } from '../api/run-acts.ts';
import type { Item } from '../api/harness.ts';
import { toRunInput } from '../harness/activities.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

/** Mails that were sent, those whose answer was lost included. */
let mails: string[];
let notices: string[];

beforeEach(() => {
  mails = [];
  notices = [];
  hub.stub.always('GET /people', () => ({ json: ['p0', 'p1'].map((id) => ({ id })) }));
  hub.stub.always('POST /mails', ({ body }, response) => {
    const { to } = JSON.parse(body);
    const isFirst = !mails.includes(to);
    mails.push(to);
    if (to !== 'p0' || !isFirst) return { status: 201, json: {} };
    response.destroy();
    return undefined;
  });
  hub.stub.always('POST /notices', ({ body }) => {
    notices.push(JSON.parse(body).text);
    return { status: 201, json: {} };
  });
});

/** Mails that may be sent once at most; the answer to the first one is lost. */
async function run(): Promise<{ integration: string; items: Item[]; runId: string }> {
  const end = await connectStub(hub);
  const send = (path: string, to: string, from: string): object => ({
    ...end,
    object: path,
    operation: 'create',
    delivery: 'at_most_once',
    options: { path },
    mapping: [{ to, from }],
  });
  const steps = [
    { id: 'mail', action: send('/mails', 'to', 'record.id') },
    { id: 'notice', action: send('/notices', 'text', 'steps.mail.record.to') },
  ];
  const body = { name: 'Mails', source: { ...end, object: '/people', key: ['id'] }, steps };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  const integration = saved.data.id;
  const input = await hub.activities.begin(integration);
  await work(input);
  return { integration, items: await listItems(integration), runId: input.runId };
}

async function listItems(integration: string): Promise<Item[]> {
  const { list } = await hub.api.request('GET', `/v1/integrations/${integration}/items`);
  return list.toSorted((a, b) => String(a['key']).localeCompare(String(b['key'])));
}

describe('test/integration/doubtful-items', { timeout: 60_000 }, () => {
  it.each([
    ['done', ['p0', 'p1']],
    ['not_done', ['p0', 'p0', 'p1']],
  ])('goes on with an item whose mail a person says is %s, and sends no other one before', async (assume, sent) => {
    const { integration, items, runId } = await run();
    expect(items.map(({ key, status }) => [key, status])).toEqual([
      ['p0', 'failed'],
      ['p1', 'succeeded'],
    ]);
    const { list: records } = await hub.api.request('GET', `/v1/runs/${runId}/records`);
    expect(records).toMatchObject([{ code: 'in_doubt', step: 'mail', item_id: items[0]?.id }]);
    const path = `/v1/items/${items[0]?.id}`;
    const doubt = { status: 409, error: { details: { reason: 'in_doubt' } } };
    expect(await hub.api.request('POST', `${path}/retry`)).toMatchObject(doubt);
    expect(await hub.api.request('POST', `${path}/move`, { body: { step: 'notice' } })).toMatchObject(doubt);
    expect(await hub.api.request('POST', `${path}/skip-step`)).toMatchObject(doubt);
    const filtered = await hub.api.request('POST', `/v1/runs/${runId}/items/retry`);
    expect(filtered).toMatchObject({ status: 409, error: { details: { in_doubt: 1 } } });
    const other = await hub.api.request('POST', `/v1/items/${items[1]?.id}/retry`, { body: { assume } });
    expect(other).toMatchObject({ status: 409, error: { details: { status: 'succeeded' } } });
    expect(mails).toHaveLength(2);

    const retried = await hub.api.request('POST', `${path}/retry`, { body: { assume } });
    expect(retried.status).toBe(202);
    await actOnRuns(hub.api).setRunning(retried.data.id);
    await work(toRunInput(hub.api, integration, retried.data.id));

    expect((await listItems(integration)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect(mails.toSorted()).toEqual(sent);
    expect(notices.toSorted()).toEqual(['p0', 'p1']);
    const { list: resolved } = await hub.api.request('GET', `/v1/runs/${runId}/records`);
    expect(resolved).toMatchObject([{ status: 'resolved' }]);
  });
});
