import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
import { neverKilled, workKilled } from '../harness/killed-commits.ts';
import { servePairs } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
const people = Array.from({ length: 24 }, (_, index) => ({ id: `p${index}`, login: `login${index}` }));

/** What reached the vendors, in its order: `ticket` and `account`, with the login. */
let sent: string[];
let tickets: Map<string, string>;
let ticketsMade = 0;
/** The desk of accounts asks callers to wait. */
let isBusy: boolean;
/** The second half of the tickets is answered when an account was asked for. */
let awaitsAccounts: boolean;
let isAsked: boolean;
/** Called with each ticket, before it is answered. */
let beforeTicket: () => Promise<void>;

beforeEach(() => {
  [sent, tickets, isBusy, awaitsAccounts, isAsked] = [[], new Map(), false, false, false];
  beforeTicket = () => Promise.resolve();
  hub.activities.deps.itemPages = { min: 2, max: 4 };
  servePairs(hub.stub, () => people);
  // Knows what it was sent by the key of the request.
  hub.stub.always('POST /desk/tickets', async ({ headers, body }, response) => {
    const key = String(headers['idempotency-key']);
    await beforeTicket();
    sent.push(`ticket ${JSON.parse(body).login}`);
    tickets.set(key, tickets.get(key) ?? `T${(ticketsMade += 1)}`);
    // Two steps that are carried out one after the other would end here.
    while (awaitsAccounts && tickets.size > people.length / 2 && !isAsked) await sleep(10);
    response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id: tickets.get(key) }));
  });
  for (const { login } of people) {
    for (const path of ['directory', 'desk']) {
      hub.stub.ifAsked(`PUT /${path}/accounts/${login}`, ({ body }) => {
        isAsked = true;
        if (isBusy) return { status: 429, headers: { 'retry-after': '600' } };
        sent.push(`account ${JSON.parse(body).login}`);
        return {};
      });
      hub.stub.ifAsked(`GET /${path}/accounts/${login}`, () =>
        sent.includes(`account ${login}`) ? { json: { login } } : { status: 404 },
      );
    }
  }
});

async function connect(path: string): Promise<string> {
  const body = {
    name: `At ${path}`,
    service_type: 'http',
    credentials: {},
    config: { base_url: `${hub.stub.url}${path}` },
  };
  return (await hub.api.request('POST', '/v1/connections', { body })).data.id;
}

/** Saves a flow that opens a ticket for each person, and then an account with its number. */
async function save(accounts: '/directory' | '/desk'): Promise<string> {
  const desk = await connect('/desk');
  const ticket = {
    connection_id: desk,
    object: '/tickets',
    operation: 'create',
    options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'login', from: 'record.login' }],
  };
  const account = {
    connection_id: accounts === '/desk' ? desk : await connect(accounts),
    object: 'accounts',
    operation: 'upsert',
    options: { path: '/accounts/{login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
    mapping: [
      { to: 'login', from: 'record.login' },
      { to: 'ticket', from: 'steps.ticket.id' },
    ],
  };
  const options = { path: '/people', pagination: { kind: 'page', parameter: 'page' }, page_size: 2 };
  const source = { connection_id: await connect(''), object: 'people', key: ['id'], options };
  const steps = [
    { id: 'ticket', action: ticket },
    { id: 'account', action: account },
  ];
  const saved = await hub.api.request('POST', '/v1/integrations', { body: { name: 'Joiners', source, steps } });
  expect(saved.error?.details ?? saved.error).toBeUndefined();
  return saved.data.id;
}

async function readRun(runId: string): Promise<Item & { items: unknown[] }> {
  const { data } = await hub.api.request('GET', `/v1/runs/${runId}`);
  const { list } = await hub.api.request('GET', `/v1/runs/${runId}/items?per_page=100`);
  return { ...data, items: list.map(({ status }) => status) };
}

const bothOfAll = people.flatMap(({ login }) => [`ticket ${login}`, `account ${login}`]).toSorted();

describe('test/integration/steps-beside', { timeout: 240_000 }, () => {
  it('writes to the second system while the first one is written to still', async () => {
    awaitsAccounts = true;
    const input = await hub.activities.begin(await save('/directory'));
    await workKilled(hub.activities, input, neverKilled, 'forgotten');

    expect(sent.toSorted()).toEqual(bothOfAll);
    const run = await readRun(input.runId);
    expect(run).toMatchObject({ status: 'succeeded', items: people.map(() => 'succeeded') });
    expect(run['counters']).toMatchObject({ read: 24, created: 48, updated: 0, failed: 0 });
  });

  it('writes to one system a step at a time', async () => {
    const input = await hub.activities.begin(await save('/desk'));
    await workKilled(hub.activities, input, neverKilled, 'forgotten');

    expect(sent.toSorted()).toEqual(bothOfAll);
    const kinds = sent.map((one) => one.split(' ')[0]);
    // Each time the step changes, it has carried out all that was there.
    const changes = kinds.filter((kind, index) => kind !== kinds[index - 1]).length;
    expect(changes).toBeLessThanOrEqual(4);
  });

  it('writes to one system as far as it gets while another one asks to wait', async () => {
    [isBusy, awaitsAccounts] = [true, true];
    const input = await hub.activities.begin(await save('/directory'));

    const segment = await hub.activities.runSegment(input);

    expect(segment).toMatchObject({ status: 'waiting' });
    expect(sent.toSorted()).toEqual(people.map(({ login }) => `ticket ${login}`).toSorted());
    isBusy = false;
    await hub.api.admin`delete from segment_slots`;
    await workKilled(hub.activities, input, neverKilled, 'forgotten');
    expect(sent.toSorted()).toEqual(bothOfAll);
    expect(await readRun(input.runId)).toMatchObject({ status: 'succeeded', items: people.map(() => 'succeeded') });
  });

  it('keeps no other step, and nobody who cancels, from the run while its items are waited for', async () => {
    const { admin } = hub.api;
    const input = await hub.activities.begin(await save('/directory'));
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    beforeTicket = () => {
      asked.resolve();
      return answered.promise;
    };
    const working = hub.activities.runSegment(input);
    await asked.promise;
    const locked = await admin.begin(async (tx) => {
      const rows = await tx`select id from items for update`;
      answered.resolve();
      const isWaitedFor = async (): Promise<boolean> =>
        (await tx`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
          .length > 0;
      await expect.poll(isWaitedFor).toBe(true);
      // A step that held the run would wait for the items, and this for the run.
      await tx`select 1 from runs for update`;
      return rows.length;
    });

    expect(locked).toBeGreaterThan(0);
    expect(await working).toMatchObject({ status: expect.stringMatching(/done|more/) });
    await workKilled(hub.activities, input, neverKilled, 'forgotten');
    expect(sent.toSorted()).toEqual(bothOfAll);
  });

  it('carries out each effect once, whichever commit is lost, or the answer to it', async () => {
    const id = await save('/directory');
    let commits = neverKilled;
    // The steps go on beside each other, so that a commit is another one each time.
    for (let commit = 1; commit <= commits; commit += 3) {
      sent = [];
      tickets.clear();
      const input = await hub.activities.begin(id, { full_resync: true });

      commits = await workKilled(hub.activities, input, commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');

      const run = await readRun(input.runId);
      const seen = { commit, status: run['status'], items: new Set(run.items), tickets: tickets.size };
      expect(seen).toEqual({ commit, status: 'succeeded', items: new Set(['succeeded']), tickets: 24 });
      expect([...new Set(sent)].toSorted()).toEqual(bothOfAll);
      const { read, created, updated, skipped, failed } = run['counters'] as Record<string, number>;
      expect({ commit, read, failed, counted: (created ?? 0) + (updated ?? 0) + (skipped ?? 0) }).toEqual({
        commit,
        read: 24,
        failed: 0,
        counted: 48,
      });
    }
    expect(commits).toBeGreaterThan(20);
  });
});
