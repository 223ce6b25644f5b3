import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Answer } from '../api/answer.ts';
import type { Item } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { failAt } from '../harness/fail-at-commit.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
const everybody = ['ann', 'bob', 'cid', 'dan', 'eve', 'fay'];
let people: string[];
/** What was removed from the target, each as often as it was. */
let removed: string[];

beforeEach(() => {
  people = everybody;
  removed = [];
  hub.stub.always('GET /people', () => ({ json: people.map((login) => ({ login, team: people.join() })) }));
  for (const login of everybody) {
    hub.stub.ifAsked(`PUT /users/${login}`, () => ({ json: {} }));
    hub.stub.ifAsked(`DELETE /users/${login}`, () => {
      removed.push(login);
      return { json: {} };
    });
  }
});

/** Adds an integration that removes accounts of people who are gone, up to one in a run. */
async function addGuarded(approval: object = {}): Promise<string> {
  const end = await connectStub(hub);
  const options = {
    path: '/users/{login}',
    method: 'PUT',
    idempotency: { kind: 'put_by_key' },
    delete: { path: '/users/{login}' },
  };
  const guard = { max_deletes: 1, approval };
  const body = {
    name: 'Accounts',
    source: { ...end, object: '/people', key: ['login'] },
    target: { ...end, object: 'users', operation: 'upsert', options, on_missing: 'delete', guard },
    mapping: [{ to: 'login', from: 'login' }],
  };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', { body });
  expect(error).toBeUndefined();
  await run(data.id);
  return data.id;
}

async function finish(input: RunInput): Promise<Item> {
  for (;;) {
    const { status } = await hub.activities.runSegment(input);
    if (status === 'done') break;
  }
  await hub.activities.finishRun({ ...input, outcome: 'succeeded' });
  return (await hub.api.request('GET', `/v1/runs/${input.runId}`)).data;
}

async function run(integration: string, options: object = {}): Promise<Item> {
  return finish(await hub.activities.begin(integration, options));
}

/** Takes up the run that an approval started. */
async function takeUp(integration: string, id: unknown): Promise<RunInput> {
  await actOnRuns(hub.api).setRunning(String(id));
  return toRunInput(hub.api, integration, String(id));
}

const listOf = async (integration: string, query = ''): Promise<Item[]> =>
  (await hub.api.request('GET', `/v1/approvals?integration_id=${integration}${query}`)).list;

/** Lets people go who two readings miss. @returns what is asked about them. */
async function loose(integration: string, left: string[]): Promise<Item> {
  people = left;
  await run(integration);
  await run(integration);
  const [asked, ...others] = await listOf(integration, '&status=open');
  expect(others).toEqual([]);
  if (asked === undefined) throw new Error('Nobody is asked.');
  return asked;
}

const decide = (asked: Item, decision: 'approve' | 'reject', body: object = {}, key?: string): Promise<Answer> =>
  hub.api.request('POST', `/v1/approvals/${asked.id}/${decision}`, { body, ...(key === undefined ? {} : { key }) });

const guardOf = ({ guard }: Item): Record<string, unknown> => Object(guard);

describe('test/integration/guard-approvals', { timeout: 240_000 }, () => {
  it('asks what is held back, and removes it when it is approved: by a run of its own, once', async () => {
    const integration = await addGuarded();
    const asked = await loose(integration, everybody.slice(2));
    const [held] = (await hub.api.request('GET', `/v1/runs?integration_id=${integration}`)).list;

    expect(held).toMatchObject({
      status: 'partially_succeeded',
      withheld: { reason: 'above_guard', records: 2, approval_id: asked.id },
    });
    expect(asked).toMatchObject({
      run_id: held?.id,
      approvers: ['anyone'],
      may_decide: true,
      message:
        'More records vanished from the source than the guard allows to remove at once. Remove 2 from the target?',
      guard: {
        reason: 'above_guard',
        records: 2,
        sample: [
          { key: 'ann', change: 'deleted' },
          { key: 'bob', change: 'deleted' },
        ],
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    expect(asked).not.toHaveProperty('item_id');
    expect((await decide(asked, 'approve', { hash: 'another' })).error).toMatchObject({ code: 'invalid_state' });
    const answers = await Promise.all(['one', 'two', 'three'].map((comment) => decide(asked, 'approve', { comment })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(removed).toEqual([]);

    const { data: approved } = await hub.api.request('GET', `/v1/approvals/${asked.id}`);
    const followed = await finish(await takeUp(integration, guardOf(approved)['followed_by']));
    expect(followed).toMatchObject({ status: 'succeeded', retry_of: held?.id, counters: { deleted: 2 } });
    expect(removed.toSorted()).toEqual(['ann', 'bob']);
    await run(integration);
    expect(removed).toHaveLength(2);
    expect(await listOf(integration)).toMatchObject([{ status: 'approved' }]);
    const { list: audited } = await hub.api.request('GET', `/v1/audit-events?resource_id=${asked.id}`);
    expect(audited).toMatchObject([
      { action: 'approval.approved', changes: { guard: { records: 2, hash: guardOf(asked)['hash'] } } },
    ]);
  });

  it('asks once about the same records, and again where there are more, before and after the approval', async () => {
    const integration = await addGuarded();
    const first = await loose(integration, everybody.slice(2));
    const again = await loose(integration, everybody.slice(2));
    const second = await loose(integration, everybody.slice(3));

    expect(again).toEqual(first);
    expect(guardOf(second)).toMatchObject({ records: 3 });
    expect((await decide(first, 'approve')).error).toMatchObject({ code: 'invalid_state' });
    expect(await listOf(integration)).toMatchObject([{ id: second.id }, { id: first.id, status: 'withdrawn' }]);
    people = everybody.slice(4);
    await run(integration);
    const { data: approved } = await decide(second, 'approve');
    const held = await finish(await takeUp(integration, guardOf(approved)['followed_by']));
    expect(held).toMatchObject({ withheld: { reason: 'above_guard', records: 4 } });
    expect(removed).toEqual([]);

    const [third] = await listOf(integration, '&status=open');
    expect(guardOf(third ?? first)).toMatchObject({ records: 4 });
  });

  it('keeps those who came back since, and asks about them another time when they are gone once more', async () => {
    const integration = await addGuarded();
    const asked = await loose(integration, everybody.slice(3));
    people = everybody.filter((login) => login !== 'ann' && login !== 'bob');
    const { data: approved } = await decide(asked, 'approve');
    await finish(await takeUp(integration, guardOf(approved)['followed_by']));
    expect(removed.toSorted()).toEqual(['ann', 'bob']);

    people = everybody;
    await run(integration);
    const other = await loose(integration, everybody.slice(2));
    expect(other).toMatchObject({ status: 'open', guard: { records: 2 } });
    expect(other.id).not.toBe(asked.id);
    expect(removed).toHaveLength(2);
  });

  it('removes nothing that is rejected, and does not ask about it again until it had all come back', async () => {
    const integration = await addGuarded();
    const asked = await loose(integration, everybody.slice(2));
    const subjects = async (): Promise<unknown[]> =>
      (await hub.api.request('GET', '/v1/attention')).list
        .filter(({ kind, integration_id: of }) => kind === 'run_withheld' && of === integration)
        .map(({ count, cause }) => [count, String(cause).includes('2 records may be removed')]);
    expect(await subjects()).toEqual([[2, true]]);
    // One that read the changes alone says nothing of what is held back.
    await hub.api.admin`
      insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, finished_at)
      select org_id, uuidv7(), integration_id, workflow_id, revision, 'manual', 'succeeded', '{}', now(), now() from runs
      where integration_id = ${toLookup('integration', integration)} order by id desc limit 1`;
    expect(await subjects()).toEqual([[2, true]]);
    expect((await decide(asked, 'reject', { comment: 'The source is broken' })).data).toMatchObject({
      status: 'rejected',
      decisions: [{ decision: 'reject', comment: 'The source is broken' }],
    });
    expect(await subjects()).toEqual([]);
    expect(await run(integration)).toMatchObject({ withheld: { records: 2, approval_id: asked.id } });
    expect(await listOf(integration, '&status=open')).toEqual([]);
    expect(await subjects()).toEqual([]);

    people = everybody;
    await run(integration);
    expect((await loose(integration, everybody.slice(2))).id).not.toBe(asked.id);
    expect(removed).toEqual([]);
  });

  it('lets only those decide who are named', async () => {
    const { data: other } = await hub.api.request('POST', '/v1/api-keys', {
      body: { name: 'Approver', scopes: ['runs:read', 'runs:approve'] },
    });
    const integration = await addGuarded({ of: [`key:${other.id}`], not_by: 'requester' });
    const asked = await loose(integration, everybody.slice(2));

    expect(asked).toMatchObject({ may_decide: false, approvers: [`key:${other.id}`] });
    expect((await decide(asked, 'approve')).error).toMatchObject({ code: 'forbidden' });
    expect((await decide(asked, 'approve', {}, String(other['secret']))).data).toMatchObject({ status: 'approved' });
  });

  it('withdraws the question where an execution allows the removals, and where the integration is deleted', async () => {
    const allowed = await addGuarded();
    const asked = await loose(allowed, everybody.slice(2));
    await run(allowed, { max_deletes: 2 });
    expect(removed.toSorted()).toEqual(['ann', 'bob']);
    expect((await hub.api.request('GET', `/v1/approvals/${asked.id}`)).data).toMatchObject({ status: 'withdrawn' });

    people = everybody;
    const deleted = await addGuarded();
    const other = await loose(deleted, everybody.slice(2));
    await hub.api.request('DELETE', `/v1/integrations/${deleted}`);
    expect((await hub.api.request('GET', `/v1/approvals/${other.id}`)).data).toMatchObject({ status: 'canceled' });
  });

  it('leaves an approval to the next run where the integration cannot run then', async () => {
    const integration = await addGuarded();
    const asked = await loose(integration, everybody.slice(2));
    await hub.api.admin`update connections set status = 'disabled'`;
    const { data: approved } = await decide(asked, 'approve');
    await hub.api.admin`update connections set status = 'active'`;

    expect(guardOf(approved)).not.toHaveProperty('followed_by');
    expect(await run(integration)).toMatchObject({ counters: { deleted: 2 } });
  });

  it('asks once and removes once, whichever commit of either run is lost, or the answer to it', async () => {
    let commits = 1;
    for (let commit = 1; commit <= commits; commit += 1) {
      const fates =
        commit % 2 === 0 ? (['forgotten', 'answer lost'] as const) : (['answer lost', 'forgotten'] as const);
      people = everybody;
      removed = [];
      const integration = await addGuarded();
      people = everybody.slice(2);
      await run(integration);
      const asking = await hub.activities.begin(integration);
      await workDying(asking, commit, fates[0]);
      await hub.activities.finishRun({ ...asking, outcome: 'succeeded' });
      const [asked, ...others] = await listOf(integration);
      expect([commit, asked?.['status'], others]).toEqual([commit, 'open', []]);
      if (asked === undefined) throw new Error('Nobody is asked.');

      const { data: approved } = await decide(asked, 'approve');
      const removing = await takeUp(integration, guardOf(approved)['followed_by']);
      commits = await workDying(removing, commit, fates[1]);
      await hub.activities.finishRun({ ...removing, outcome: 'succeeded' });
      expect([commit, ...new Set(removed.toSorted())]).toEqual([commit, 'ann', 'bob']);
      expect(await listOf(integration)).toMatchObject([{ id: asked.id, status: 'approved' }]);
    }
    expect(commits).toBeGreaterThan(2);
  });

  it('makes the items of a flow that were approved, and no others', async () => {
    const end = await connectStub(hub);
    const tickets: string[] = [];
    hub.stub.ifAsked('POST /tickets', ({ body }) => {
      tickets.push(JSON.parse(body).title);
      return { status: 201, json: {} };
    });
    const action = {
      ...end,
      object: '/tickets',
      operation: 'create',
      options: { path: '/tickets', idempotency: { kind: 'header' } },
      mapping: [{ to: 'title', formula: "change + ' ' + record.login" }],
    };
    const source = { ...end, object: '/people', key: ['login'], guard: { max_items: 3 } };
    const body = { name: 'Tickets', source, steps: [{ id: 'ticket', action }] };
    const saved = await hub.api.request('POST', '/v1/integrations', { body });
    expect(saved.error).toBeUndefined();
    people = everybody.slice(0, 4);
    const held = await run(saved.data.id);
    const [asked] = await listOf(saved.data.id, '&status=open');

    expect(held).toMatchObject({ withheld: { reason: 'too_many_items', records: 4, approval_id: asked?.id } });
    expect(asked).toMatchObject({
      message: 'More records changed than the guard allows in a run. Make items of 4 changes?',
      guard: { records: 4, sample: everybody.slice(0, 4).map((key) => ({ key, change: 'created' })) },
    });
    if (asked === undefined) throw new Error('Nobody is asked.');
    people = everybody.slice(0, 5);
    await run(saved.data.id);
    const [more] = await listOf(saved.data.id, '&status=open');
    expect(guardOf(more ?? asked)).toMatchObject({ records: 5 });
    const { data: approved } = await decide(more ?? asked, 'approve');
    await finish(await takeUp(saved.data.id, guardOf(approved)['followed_by']));

    expect(tickets.toSorted()).toEqual(everybody.slice(0, 5).map((login) => `created ${login}`));
    people = everybody;
    expect(await run(saved.data.id)).toMatchObject({ withheld: { records: 6 } });
  });

  it('goes with its run', async () => {
    const integration = await addGuarded();
    const asked = await loose(integration, everybody.slice(2));
    await hub.api.admin`delete from runs where id = ${toLookup('run', String(asked['run_id']))}`;

    expect((await hub.api.request('GET', `/v1/approvals/${asked.id}`)).status).toBe(404);
  });
});

/** Works on a run whose worker dies once, at a commit. @returns how many commits there were. */
async function workDying(input: RunInput, commit: number, fate: 'forgotten' | 'answer lost'): Promise<number> {
  const { deps } = hub.activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  try {
    for (let tries = 1; ; tries += 1) {
      const segment = await hub.activities.runSegment(input).catch((error: unknown) => {
        if (tries > 3) throw error;
      });
      if (segment?.status === 'done') return failing.commits();
      await hub.api.admin`update streams set lease_until = now() - interval '1 s' where lease_until is not null`;
    }
  } finally {
    deps.database = database;
  }
}
