import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

interface Person {
  id: number;
  email: string;
}

interface Account {
  id: string;
  email: string;
  active: boolean;
  licence: string;
}

/** What the vendor has, by the ids that it gives. */
let accounts: Map<string, Account>;
let people: Person[];

const ann = { id: 1, email: 'ann@example.com' };
const bob = { id: 2, email: 'bob@example.com' };

beforeEach(() => {
  accounts = new Map();
  people = [ann, bob];
  hub.stub.always('GET /people', () => ({ json: people }));
  for (const email of ['ann', 'bob', 'robert']) {
    hub.stub.ifAsked(`GET /accounts?email=${email}%40example.com`, () => ({
      json: [...accounts.values()].filter((one) => one.email === `${email}@example.com`),
    }));
  }
  hub.stub.always('POST /accounts', ({ body }) => {
    const given: Pick<Account, 'email'> = JSON.parse(body);
    // Not by the order of requests, which are sent at once.
    const made: Account = { id: `A-${given.email.split('@')[0]}`, active: true, licence: '', ...given };
    accounts.set(made.id, made);
    return { status: 201, json: made };
  });
  for (const id of ['A-ann', 'A-bob', 'A-robert']) {
    hub.stub.ifAsked(`PATCH /accounts/${id}`, ({ body }) => {
      const changed: Account = { ...accounts.get(id), ...JSON.parse(body) };
      accounts.set(id, changed);
      return { json: changed };
    });
  }
});

/** Accounts that are looked for by their address, and switched off when their person is gone. @returns what runs it. */
async function addFlow(): Promise<() => Promise<Item>> {
  const end = await connectStub(hub);
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Accounts',
      source: { ...end, object: '/people', key: ['id'] },
      target: {
        ...end,
        object: '/accounts',
        operation: 'upsert',
        match_on: ['email'],
        options: {
          path: '/accounts',
          idempotency: { kind: 'find', path: '/accounts?email={email}' },
          update: { path: '/accounts/{$target_id}', method: 'PATCH' },
          target_id_path: 'id',
        },
        on_missing: 'deactivate',
        deactivate_with: { active: false },
      },
      mapping: [
        { to: 'email', from: 'email' },
        { to: 'licence', value: 'basic', only_on: 'create' },
      ],
    },
  });
  expect(error).toBeUndefined();
  return async () => {
    const input = await hub.activities.begin(data.id);
    await hub.activities.runSegment(input);
    await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
    return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
  };
}

/** Lets Bob's account be switched off. */
async function leave(run: () => Promise<Item>): Promise<void> {
  await run();
  people = [ann];
  await run();
  await run();
  expect(accounts.get('A-bob')).toMatchObject({ email: bob.email, active: false });
}

describe('test/integration/returning-records', { timeout: 60_000 }, () => {
  it('switches on the account that a record had, by the name that it has now', async () => {
    const run = await addFlow();
    await leave(run);
    people = [ann, { ...bob, email: 'robert@example.com' }];

    expect(await run()).toMatchObject({ status: 'succeeded', counters: { created: 0, updated: 1 } });
    expect(accounts.size).toBe(2);
    expect(accounts.get('A-bob')).toMatchObject({ email: 'robert@example.com', active: true });
  });

  it('leaves alone what only the first write has, of a record that returns', async () => {
    const run = await addFlow();
    await leave(run);
    const account = accounts.get('A-bob');
    if (account !== undefined) account.licence = 'full';
    people = [ann, bob];

    expect(await run()).toMatchObject({ status: 'succeeded' });
    expect(accounts.get('A-bob')).toMatchObject({ active: true, licence: 'full' });
  });

  it('switches on, with the run behind it, what a record of another key takes over', async () => {
    const run = await addFlow();
    await leave(run);
    people = [ann, { ...bob, id: 102 }];

    expect(await run()).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
    expect(await run()).toMatchObject({ status: 'succeeded', counters: { failed: 0, updated: 1 } });
    expect(accounts.get('A-bob')).toMatchObject({ email: bob.email, active: true });
    expect(await run()).toMatchObject({ counters: { updated: 0, skipped: 2 } });
    expect(accounts.size).toBe(2);
  });

  it('leaves what a record of another key claims switched on, and passes it on to that', async () => {
    const run = await addFlow();
    await run();
    people = [ann, { ...bob, id: 102 }];

    for (let missed = 1; missed <= 2; missed += 1) {
      expect(await run()).toMatchObject({ status: 'partially_succeeded', counters: { failed: 1, deleted: 0 } });
      expect(accounts.get('A-bob')).toMatchObject({ email: bob.email, active: true });
    }

    expect(await run()).toMatchObject({ status: 'succeeded', counters: { created: 0, skipped: 2, failed: 0 } });
    expect(accounts.size).toBe(2);
  });
});
