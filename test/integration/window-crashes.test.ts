import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { failAt, type Fate } from '../harness/fail-at-commit.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake } = createWaitActs(hub);

/** What a system that knows requests by their keys has carried out. */
let orders: Set<string>;
let accounts: Set<string>;

beforeEach(() => {
  hub.stub.always('GET /people', () => ({ json: ['p0', 'p1'].map((id) => ({ id })) }));
  const keep = (path: string, kept: () => Set<string>): void => {
    hub.stub.always(`POST ${path}`, ({ headers }) => {
      kept().add(String(headers['idempotency-key']));
      return { status: 201, json: {} };
    });
  };
  keep('/orders', () => orders);
  keep('/accounts', () => accounts);
});

const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const always = [{ on: week, from: '00:00', to: '24:00' }];

/** Works on a run as a worker does that is killed at one of its commits, and others after it. @returns the commits. */
async function workDying(input: RunInput, commit: number, fate: Fate): Promise<{ commits: number; status: string }> {
  const { deps } = hub.activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  try {
    for (let tries = 1; ; tries += 1) {
      const segment = await work(input).catch((error: unknown) => {
        if (tries > 3) throw error;
      });
      if (segment !== undefined) return { commits: failing.commits(), status: segment.status };
      await hub.api.admin`update streams set lease_until = now() - interval '1 s' where lease_until is not null`;
    }
  } finally {
    deps.database = database;
  }
}

describe('test/integration/window-crashes', { timeout: 240_000 }, () => {
  it('writes once, and only while the window is open, whichever commit is lost, or the answer to it', async () => {
    const end = await connectStub(hub);
    const create = (path: string): object => ({
      ...end,
      object: path,
      operation: 'create',
      options: { path, idempotency: { kind: 'header' } },
      mapping: [{ to: 'id', from: 'record.id' }],
    });
    const calendar = (await hub.api.request('POST', '/v1/calendars', { body: { name: 'Freeze' } })).data.id;
    const set = (weekly: object): Promise<unknown> =>
      hub.api.request('PATCH', `/v1/calendars/${calendar}`, { body: { weekly } });
    let commits = { before: Infinity, behind: Infinity };
    for (let commit = 1; commit <= Math.max(commits.before, commits.behind); commit += 1) {
      const fate = commit % 2 === 0 ? 'forgotten' : 'answer lost';
      [orders, accounts] = [new Set(), new Set()];
      const { data, error } = await hub.api.request('POST', '/v1/integrations', {
        body: {
          name: 'Joiners',
          source: { ...end, object: '/people', key: ['id'] },
          steps: [
            { id: 'order', action: create('/orders') },
            { id: 'account', action: create('/accounts'), not_in: 'Freeze' },
          ],
        },
      });
      expect(error).toBeUndefined();
      const input = await hub.activities.begin(data.id);
      await set(always);

      const before = await workDying(input, commit, fate);
      const seen = { commit, status: before.status, orders: orders.size, accounts: accounts.size };
      await set([]);
      await hub.api
        .admin`update runs set wake_at = now() - interval '1 s' where id = ${toLookup('run', input.runId)} and wake_at is not null`;
      const behind = await workDying((await wake(input)) ?? input, commit, fate);

      expect(seen).toEqual({ commit, status: 'parked', orders: 2, accounts: 0 });
      expect({ commit, status: behind.status, accounts: accounts.size }).toEqual({
        commit,
        status: 'done',
        accounts: 2,
      });
      commits = { before: before.commits, behind: behind.commits };
    }
    expect(commits.before).toBeGreaterThan(8);
  });
});
