import { beforeEach, describe, expect, it } from 'vitest';
import type { Item } from '../api/harness.ts';
import { workKilled } from '../harness/killed-commits.ts';
import { connectStub, runToEnd } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let people: { id: string; user: string; state: string }[];
/** What Okta was asked to do, in its order. */
let received: string[];
/** Acts that it refuses. */
let refused: Set<string>;

beforeEach(() => {
  people = [{ id: 'p0', user: '00u1', state: 'left' }];
  received = [];
  refused = new Set();
});

/** Lets Okta carry out what is done to a user. */
function serve(user: string, ...acts: string[]): void {
  for (const act of acts) {
    hub.stub.always(`POST /api/v1/users/${user}/lifecycle/${act}`, () => {
      if (refused.has(act)) return { status: 400, json: { errorCode: 'E0000001', errorSummary: 'Not now' } };
      received.push(`${user} ${act}`);
      return { json: {} };
    });
  }
}

async function connectOkta(): Promise<string> {
  const body = {
    name: 'Okta',
    service_type: 'okta',
    credentials: { api_token: 'token' },
    config: { domain: 'acme.okta.com', base_url: `${hub.stub.url}/api/v1` },
  };
  const { data, error } = await hub.api.request('POST', '/v1/connections', { body });
  expect(error).toBeUndefined();
  return data.id;
}

async function request(steps: readonly object[]): Promise<{ status: number; data: Item; error?: unknown }> {
  const source = { ...(await connectStub(hub)), object: '/people', key: ['id'] };
  return hub.api.request('POST', '/v1/integrations', { body: { name: 'Leavers', source, steps } });
}

async function save(...steps: object[]): Promise<string> {
  hub.stub.always('GET /people', () => ({ json: people }));
  const saved = await request(steps);
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

/** A step that does something to a user of Okta. */
const act = (connection: string, operation: string, more: object = {}) => ({
  id: operation,
  action: { connection_id: connection, object: 'users', operation, target_id: 'record.user', ...more },
});

describe('test/integration/named-operations', { timeout: 60_000 }, () => {
  it('carries a named operation out once for each item, and gives the record that it is of', async () => {
    serve('00u1', 'deactivate');
    people.push({ id: 'p1', user: '00u1', state: 'left' });
    const okta = await connectOkta();
    const when = "steps.deactivate.id != '00u1' || steps.deactivate.outcome != 'updated'";
    const odd = { id: 'odd', when, stop: { failed: { code: 'odd', message: 'The output is another one.' } } };
    const integration = await save(act(okta, 'deactivate'), odd);

    const { record } = await runToEnd(hub, integration);
    await runToEnd(hub, integration);
    people = [{ id: 'p0', user: '00u1', state: 'gone' }];
    await runToEnd(hub, integration);

    // One user of two records, and the change of one of these.
    expect(received).toEqual(['00u1 deactivate', '00u1 deactivate', '00u1 deactivate']);
    expect(record).toMatchObject({ status: 'succeeded', counters: { created: 0, updated: 2, failed: 0 } });
  });

  it('undoes by another named operation, and does both again when the item is tried again', async () => {
    serve('00u1', 'suspend', 'unsuspend', 'expire_password');
    refused.add('expire_password');
    const okta = await connectOkta();
    const undo = { action: { ...act(okta, 'unsuspend').action, target_id: 'steps.suspend.id' } };
    const scope = [{ ...act(okta, 'suspend'), undo }, act(okta, 'expire_password')];
    const integration = await save({ id: 'all', scope, on_error: 'undo' });

    await runToEnd(hub, integration);
    people = [{ id: 'p0', user: '00u1', state: 'gone' }];
    await runToEnd(hub, integration);

    expect(received).toEqual(['00u1 suspend', '00u1 unsuspend', '00u1 suspend', '00u1 unsuspend']);
  });

  it('writes a record again that a named operation changed meanwhile', async () => {
    serve('00u1', 'deactivate');
    const user = { id: '00u1', profile: { login: 'ann' } };
    hub.stub.always('GET /api/v1/users', () => ({ json: received.length === 0 ? [] : [user] }));
    hub.stub.always('POST /api/v1/users', () => {
      received.push('create');
      return { json: user };
    });
    hub.stub.always('POST /api/v1/users/00u1', () => {
      received.push('update');
      return { json: user };
    });
    const okta = await connectOkta();
    const mapping = [{ to: 'profile.login', value: 'ann' }];
    const users = { connection_id: okta, object: 'users' };
    const account = {
      id: 'account',
      when: "record.state != 'left'",
      action: { ...users, operation: 'upsert', match_on: ['profile.login'], mapping },
    };
    const leave = { ...act(okta, 'deactivate', { target_id: 'known.account.id' }), when: "record.state == 'left'" };
    const integration = await save(account, leave);
    for (const state of ['new', 'left', 'back']) {
      people = [{ id: 'p0', user: '', state }];
      await runToEnd(hub, integration);
    }

    expect(received).toEqual(['create', '00u1 deactivate', 'update']);
  });

  it.each([
    [
      'an operation that the object does not have',
      { operation: 'transition' },
      { path: 'steps[0].action.operation', code: 'unsupported' },
    ],
    ['no record', { target_id: undefined }, { path: 'steps[0].action.target_id', code: 'required' }],
    [
      'no choice of what a lost answer may cause',
      { operation: 'reset_password' },
      { path: 'steps[0].action.delivery', code: 'required' },
    ],
    [
      'fields by which a record would be found',
      { match_on: ['id'] },
      { path: 'steps[0].action.match_on', code: 'unsupported' },
    ],
  ])('refuses %s', async (_, changes, problem) => {
    const okta = await connectOkta();

    const { status, error } = await request([act(okta, 'deactivate', changes)]);

    expect(status).toBe(400);
    expect(error).toMatchObject({ code: 'invalid_request', details: { errors: [problem] } });
  });

  it('is a single call as well, of the record that `target_id` names', async () => {
    const okta = await connectOkta();

    const { status, data } = await hub.api.request('POST', `/v1/connections/${okta}/operations/users/deactivate`, {
      body: { input: {}, target_id: '00u1', wait: 0 },
      headers: { 'idempotency-key': 'leave-00u1' },
    });

    expect(status).toBe(202);
    expect(data).toMatchObject({ object: 'user_activations', operation: 'delete', status: 'queued' });
  });

  it(
    'does at most once what cannot be recognized, whichever commit is lost, or the answer to it',
    {
      timeout: 240_000,
    },
    async () => {
      serve('00u1', 'deactivate', 'reset_password');
      const okta = await connectOkta();
      const once = act(okta, 'reset_password', { delivery: 'at_most_once' });
      let commits = Number.POSITIVE_INFINITY;
      for (let commit = 1; commit <= commits; commit += 1) {
        for (const fate of ['forgotten', 'answer lost'] as const) {
          received = [];
          const input = await hub.activities.begin(await save(once, act(okta, 'deactivate')));

          commits = await workKilled(hub.activities, input, commit, fate);

          const { list } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
          const isDone = list[0]?.status === 'succeeded';
          const resets = received.filter((one) => one === '00u1 reset_password').length;
          // Where it is not known whether it was asked for, it is not asked for again, and the item says so by failing.
          expect([commit, fate, list[0]?.status, resets]).toEqual([
            commit,
            fate,
            isDone ? 'succeeded' : 'failed',
            isDone || resets > 0 ? 1 : 0,
          ]);
          expect(received.includes('00u1 deactivate')).toBe(isDone);
        }
      }
      expect(commits).toBeGreaterThan(5);
    },
  );
});
