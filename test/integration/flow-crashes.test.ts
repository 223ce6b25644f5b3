import { beforeEach, describe, expect, it } from 'vitest';
import { workKilled } from '../harness/killed-commits.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();

let accounts: Map<string, string>;
let tickets: { key: string; title: string }[];
let people: { id: string; name: string; teams: string[] }[];
let memberships: { key: string; name: string }[];

beforeEach(() => {
  people = ['Ann', 'Bob'].map((name, index) => ({
    id: `p${index}`,
    name,
    teams: ['x', 'y'].slice(index),
  }));
  memberships = [];
  accounts = new Map();
  tickets = [];
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('PUT /accounts', ({ body }) => {
    const { login, state } = JSON.parse(body);
    accounts.set(login, state);
    return { status: 200, json: { login } };
  });
  // A vendor that knows what it was sent by the key of the request.
  hub.stub.always('POST /tickets', ({ headers, body }) => {
    const key = String(headers['idempotency-key']);
    const known = tickets.findIndex((ticket) => ticket.key === key);
    if (known === -1) tickets.push({ key, title: JSON.parse(body).title });
    return { status: 201, json: { id: `T${known === -1 ? tickets.length : known + 1}` } };
  });
  hub.stub.always('POST /memberships', ({ headers, body }) => {
    const key = String(headers['idempotency-key']);
    if (!memberships.some((membership) => membership.key === key))
      memberships.push({ key, name: JSON.parse(body).name });
    return { status: 201, json: {} };
  });
});

async function save(): Promise<string> {
  const body = { name: 'Systems', service_type: 'http', credentials: {}, config: { base_url: hub.stub.url } };
  const connection = (await hub.api.request('POST', '/v1/connections', { body })).data.id;
  const account = (state: string): object => ({
    connection_id: connection,
    object: '/accounts',
    operation: 'upsert',
    match_on: ['login'],
    options: { path: '/accounts?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
    mapping: [
      { to: 'login', from: 'record.id' },
      { to: 'state', value: state },
    ],
  });
  const ticket = {
    connection_id: connection,
    object: '/tickets',
    operation: 'create',
    options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
    mapping: [{ to: 'title', formula: "steps.account.id + ' ' + record.name + ' ' + join(steps.teams, '+')" }],
  };
  const membership = {
    connection_id: connection,
    object: '/memberships',
    operation: 'create',
    options: { path: '/memberships', idempotency: { kind: 'header' } },
    mapping: [{ to: 'name', formula: "record.id + ' in ' + team" }],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Joiners',
      source: { connection_id: connection, object: '/people', key: ['id'] },
      steps: [
        { id: 'account', action: account('new') },
        {
          id: 'teams',
          for_each: 'record.teams',
          as: 'team',
          key: 'team',
          collect: 'team',
          steps: [{ id: 'membership', action: membership }],
        },
        { id: 'ticket', action: ticket },
        // Both write the same account: what the first one knows of it is not so any more.
        { id: 'ready', action: account('ready') },
      ],
    },
  });
  expect(saved.error).toBeUndefined();
  return saved.data.id;
}

describe('test/integration/flow-crashes', { timeout: 240_000 }, () => {
  it('carries out each effect once, whichever commit of the worker is lost, or the answer to it', async () => {
    let commits = Number.POSITIVE_INFINITY;
    for (let commit = 1; commit <= commits; commit += 1) {
      accounts.clear();
      tickets.length = 0;
      memberships.length = 0;
      const input = await hub.activities.begin(await save());

      commits = await workKilled(hub.activities, input, commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');

      const { data: run } = await hub.api.request('GET', `/v1/runs/${input.runId}`);
      const items = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
      const seen = { commit, status: run['status'], items: items.list.map(({ status }) => status) };
      expect(seen).toEqual({ commit, status: 'succeeded', items: ['succeeded', 'succeeded'] });
      expect(tickets.map(({ title }) => title).toSorted()).toEqual(['p0 Ann x+y', 'p1 Bob y']);
      expect(memberships.map(({ name }) => name).toSorted()).toEqual(['p0 in x', 'p0 in y', 'p1 in y']);
      expect([...accounts.values()]).toEqual(['ready', 'ready']);
    }
    expect(commits).toBeGreaterThan(10);
  });
});
