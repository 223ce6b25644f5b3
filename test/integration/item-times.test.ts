import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { connectStub, foundAccounts } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

const people = ['p0', 'p1'].map((id) => ({ id }));
let accounts: { login: string; at: string }[];

beforeEach(() => {
  accounts = [];
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('GET /accounts', () => ({ json: [] }));
  hub.stub.always('POST /accounts', ({ body }) => {
    accounts.push(JSON.parse(body));
    return { status: 201, json: { id: `A${accounts.length}` } };
  });
});

/** People wait for two weeks; then their accounts say when they were made. */
async function park(): Promise<RunInput> {
  const end = await connectStub(hub);
  const action = {
    ...end,
    ...foundAccounts,
    mapping: [
      { to: 'login', from: 'record.id' },
      { to: 'at', formula: 'string(now())' },
    ],
  };
  const steps = [
    { id: 'pause', wait: { for: '14d' } },
    { id: 'account', action },
  ];
  const body = { name: 'Joiners', source: { ...end, object: '/people', key: ['id'] }, steps };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  const input = await hub.activities.begin(saved.data.id);
  expect(await work(input)).toMatchObject({ status: 'parked' });
  await hub.api
    .admin`update runs set started_at = started_at - interval '14 days' where id = ${toLookup('run', input.runId)}`;
  await passTime(input);
  return input;
}

function expectPresent(): void {
  expect(accounts.map(({ login }) => login).toSorted()).toEqual(['p0', 'p1']);
  const times = new Set(accounts.map(({ at }) => at));
  expect(times.size).toBe(1);
  for (const at of times) expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(60_000);
}

describe('test/integration/item-times', { timeout: 60_000 }, () => {
  it('takes the present for now when a run goes on after a long wait, the same for all of its items', async () => {
    const input = await park();

    expect(await work((await wake(input)) ?? input)).toMatchObject({ status: 'done' });

    expectPresent();
  });

  it('takes the present for now behind a wait that ended while its run had other work', async () => {
    const input = await park();
    await hub.api.admin`update runs set status = 'running', wake_at = null where id = ${toLookup('run', input.runId)}`;

    expect(await work(input)).toMatchObject({ status: 'done' });

    expectPresent();
  });
});
