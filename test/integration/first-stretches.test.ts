import { beforeEach, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { failAt, type Fate } from '../harness/fail-at-commit.ts';
import { neverKilled } from '../harness/killed-commits.ts';
import { connectStub, putUsers } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

let users: Set<string>;
let tickets: Set<string>;

beforeEach(() => {
  [users, tickets] = [new Set(), new Set()];
  for (const login of ['ann', 'bob']) {
    hub.stub.ifAsked(`PUT /users/${login}`, () => {
      users.add(login);
      return {};
    });
    hub.stub.ifAsked(`GET /users/${login}`, () => (users.has(login) ? { json: { login } } : { status: 404 }));
  }
  // Knows what it was sent by the key of the request.
  hub.stub.ifAsked('POST /tickets', ({ headers }) => {
    tickets.add(String(headers['idempotency-key']));
    return { status: 201, json: { id: `T${tickets.size}` } };
  });
});

/** Saves a flow that takes what it is given through a condition and a transformation to what it writes. */
async function save(more: readonly ('ticket' | 'payload')[] = []): Promise<string> {
  const end = await connectStub(hub);
  const schema = { type: 'object', properties: { login: { type: 'string' } } };
  const source = { ...end, object: 'people', key: ['login'], payload: { schema } };
  const given = more.includes('payload') ? 'record' : 'input';
  const ticket = {
    ...end,
    object: '/tickets',
    operation: 'create',
    options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'title', from: 'steps.person.login' }],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Joiners',
      ...(given === 'record' ? { source } : { input: { schema } }),
      steps: [
        { id: 'kind', condition: [{ when: `${given}.login == ''`, steps: [{ id: 'none', stop: 'skipped' }] }] },
        { id: 'person', transform: { set: { login: `${given}.login` } } },
        { id: 'account', action: { ...end, ...putUsers, mapping: [{ to: 'login', from: 'steps.person.login' }] } },
        ...(more.includes('ticket') ? [{ id: 'ticket', action: ticket }] : []),
      ],
    },
  });
  expect(saved.error?.details ?? saved.error).toBeUndefined();
  return saved.data.id;
}

/** Executes a flow, and begins its run as a worker does that is killed at one of its commits; others go on with it. */
async function beginKilled(id: string, login: string, commit = neverKilled, fate: Fate = 'forgotten') {
  const { deps } = hub.activities;
  const { database } = deps;
  const { data } = await actOnRuns(hub.api).execute(id, { input: { login } });
  const input = toRunInput(hub.api, id, data.id);
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  const begun = await hub.activities.beginRun(input).catch(() => undefined);
  deps.database = database;
  await hub.api
    .admin`update streams set lease_until = clock_timestamp() - interval '1 s' where lease_until is not null`;
  if (begun?.status !== 'finished') await work(input);
  const { data: run } = await hub.api.request('GET', `/v1/runs/${data.id}`);
  const items = await hub.api.request('GET', `/v1/runs/${data.id}/items`);
  return { begun, commits: failing.commits(), run, items: items.list.map(({ status }) => status) };
}

describe('test/integration/first-stretches', { timeout: 240_000 }, () => {
  it.each([
    { kind: 'input', options: [], trips: 7 },
    // Its key may be that of an account already, which is asked first.
    { kind: 'payload', options: ['payload'], trips: 8 },
  ] as const)('ends a run of one $kind in $trips round trips', async ({ options, trips }) => {
    const id = await save(options);
    await beginKilled(id, 'ann');

    const { begun, commits, run, items } = await beginKilled(id, 'bob');

    expect(begun).toMatchObject({
      status: 'finished',
      outcome: 'succeeded',
      steps: [{ step: 'kind', passed: 1 }, {}, {}],
    });
    expect({ status: run['status'], items }).toEqual({ status: 'succeeded', items: ['succeeded'] });
    // It begins, takes its item up, moves it to the step, compares, marks and settles it; then steps are counted.
    expect(commits).toBe(trips);
    const [slots] = await hub.api
      .admin`select count(*)::int from segment_slots where run_id = ${toLookup('run', run.id)}`;
    expect(slots).toEqual({ count: 0 });
  });

  it('carries out each effect once, whichever commit of the first stretch is lost, or the answer to it', async () => {
    let commit = 0;
    for (let isOver = false; !isOver;) {
      commit += 1;
      users.clear();
      tickets.clear();
      const fate = commit % 2 === 0 ? 'forgotten' : 'answer lost';

      const id = await save(commit % 4 < 2 ? ['ticket'] : ['ticket', 'payload']);
      const killed = await beginKilled(id, 'ann', commit, fate);

      isOver = killed.commits < commit;
      const seen = { commit, status: killed.run['status'], items: killed.items, tickets: tickets.size };
      expect(seen).toEqual({ commit, status: 'succeeded', items: ['succeeded'], tickets: 1 });
    }
    expect(commit).toBeGreaterThan(10);
  });
});
