import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Item } from '../api/harness.ts';
import { captureStatements, countTouched, explain } from '../harness/database/plans.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);

let people: string[];
/** Of those who have one. */
let teams: Record<string, string>;
let users: { login: string; team?: string; by?: string }[];

beforeEach(() => {
  users = [];
  people = ['p0', 'p1'];
  teams = {};
  hub.stub.always('GET /people', () => ({
    json: people.map((id) => ({ id, name: `Name of ${id}`, team: teams[id] })),
  }));
});

const form = { type: 'object', properties: { team: { type: 'string' } }, required: ['team'] };

async function begin(wait: object, mapping: object[] = []): Promise<RunInput> {
  const end = await connectStub(hub);
  // Where nobody approves, nothing is written.
  hub.stub.ifAsked('PUT /users', ({ body }) => {
    users.push(JSON.parse(body));
    return { json: {} };
  });
  const account = {
    ...end,
    object: 'users',
    operation: 'upsert',
    match_on: ['login'],
    options: { path: '/users?login={login}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
    mapping: [{ to: 'login', from: 'record.id' }, ...mapping],
  };
  const body = {
    name: 'Joiners',
    source: { ...end, object: '/people', key: ['id'] },
    steps: [
      { id: 'ok', wait: { for: 'approval', message: "'Account for ' + record.name + '?'", ...wait } },
      { id: 'account', action: account },
    ],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  const input = await hub.activities.begin(saved.data.id);
  expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ step: 'ok', items: people.length }] });
  return input;
}

async function list(input: RunInput, query = ''): Promise<Item[]> {
  return (await hub.api.request('GET', `/v1/approvals?run_id=${input.runId}${query}`)).list;
}

async function goOn(input: RunInput): Promise<{ status: string; input: RunInput }> {
  const woken = await wake(input);
  expect(woken).toBeDefined();
  return { status: (await work(woken ?? input)).status, input: woken ?? input };
}

/** Another key of the organization, as an approver. */
async function makeApprover(scopes = ['runs:read', 'runs:approve']): Promise<{ id: string; key: string }> {
  const { data } = await hub.api.request('POST', '/v1/api-keys', { body: { name: 'Approver', scopes } });
  return { id: data.id, key: String(data['secret']) };
}

describe('test/integration/approvals', { timeout: 60_000 }, () => {
  it('asks, and lets an item go on once it is approved, with what its approver filled in', async () => {
    const input = await begin({ form }, [
      { to: 'team', from: 'steps.ok.form.team' },
      { to: 'by', formula: 'steps.ok.approved_by[0]' },
    ]);
    const asked = await list(input, '&mine=true&status=open');
    expect(asked.map(({ message }) => String(message)).toSorted()).toEqual([
      'Account for Name of p0?',
      'Account for Name of p1?',
    ]);
    expect(asked[0]).toMatchObject({ step: 'ok', status: 'open', quorum: 1, may_decide: true, decisions: [] });
    const one = asked.find(({ key }) => key === 'p0');
    const two = asked.find(({ key }) => key === 'p1');
    const path = `/v1/approvals/${one?.id}`;

    expect((await hub.api.request('GET', path)).data).toMatchObject({ form });
    const bad = await hub.api.request('POST', `${path}/approve`, { body: { form: {} } });
    expect(bad.error).toMatchObject({ code: 'invalid_request', details: { errors: [{ path: 'form' }] } });
    const approved = await hub.api.request('POST', `${path}/approve`, {
      body: { form: { team: 'IT' }, comment: 'Fine' },
    });
    expect(approved.data).toMatchObject({ status: 'approved', decisions: [{ decision: 'approve', comment: 'Fine' }] });
    const again = await hub.api.request('POST', `${path}/reject`);
    expect(again).toMatchObject({ status: 409, error: { code: 'invalid_state', details: { status: 'approved' } } });
    await hub.api.admin`update runs set wake_at = now() - interval '1 s' where status = 'waiting'`;

    expect(await goOn(input)).toMatchObject({ status: 'parked' });
    expect(users).toEqual([{ login: 'p0', team: 'IT', by: expect.stringMatching(/^key_/) }]);
    await hub.api.request('POST', `/v1/approvals/${two?.id}/reject`, { body: { comment: 'No' } });
    await hub.api.admin`update runs set wake_at = now() - interval '1 s' where status = 'waiting'`;
    expect(await goOn(input)).toMatchObject({ status: 'done' });

    expect(users).toHaveLength(1);
    const { list: items } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
    expect(items.map(({ key, status }) => `${String(key)} ${status}`).toSorted()).toEqual([
      'p0 succeeded',
      'p1 skipped',
    ]);
    const { list: audited } = await hub.api.request('GET', '/v1/audit-events?resource_type=approval');
    expect(audited.map(({ action }) => action)).toEqual(['approval.rejected', 'approval.approved']);
  });

  it('lets only those decide who are named, as many as are needed, and not who started the run', async () => {
    const [first, second] = [await makeApprover(), await makeApprover()];
    const other = await makeApprover();
    const input = await begin({
      of: [`key:${first.id}`, `key:${second.id}`, 'role:approver'],
      quorum: 2,
      not_by: 'requester',
    });
    const [asked] = await list(input);
    const path = `/v1/approvals/${asked?.id}/approve`;

    expect(await list(input, '&mine=true')).toEqual([]);
    expect((await hub.api.request('POST', path)).error).toMatchObject({ code: 'forbidden' });
    expect((await hub.api.request('POST', path, { key: other.key })).error).toMatchObject({ code: 'forbidden' });
    expect((await hub.api.request('POST', path, { key: first.key })).data).toMatchObject({ status: 'open' });
    expect((await hub.api.request('POST', path, { key: first.key })).error).toMatchObject({ code: 'invalid_state' });
    expect((await hub.api.request('POST', path, { key: second.key })).data).toMatchObject({ status: 'approved' });

    const own = await begin({ not_by: 'requester' });
    const [mine] = await list(own);
    expect(mine).toMatchObject({ may_decide: false });
    const { error } = await hub.api.request('POST', `/v1/approvals/${mine?.id}/approve`);
    expect(error).toMatchObject({ code: 'forbidden', message: expect.stringContaining('Who started the run') });
    const reader = await makeApprover(['runs:read']);
    const { error: unscoped } = await hub.api.request('POST', `/v1/approvals/${mine?.id}/approve`, { key: reader.key });
    expect(unscoped).toMatchObject({ code: 'insufficient_scope' });
    await hub.api.request('POST', `/v1/approvals/${mine?.id}/approve`, { key: other.key });
    await hub.api.admin`update runs set wake_at = now() - interval '1 s' where status = 'waiting'`;
    await goOn(own);
    expect(users).toHaveLength(1);
  });

  it('counts either the decision or the end of the time, when both come in the same moment', async () => {
    people = Array.from({ length: 8 }, (_, index) => `p${index}`);
    const input = await begin({ timeout: '1d' });
    const asked = await list(input);
    await passTime(input);
    const woken = await wake(input);

    const [, ...answers] = await Promise.all([
      work(woken ?? input),
      ...asked.map(async ({ id, key }) => ({
        key: String(key),
        status: (await hub.api.request('POST', `/v1/approvals/${id}/approve`)).status,
      })),
    ]);
    await hub.api.admin`update runs set wake_at = now() - interval '1 s' where status = 'waiting'`;
    const again = await wake(input);
    if (again !== undefined) await work(again);

    const approved = answers.flatMap(({ key, status }) => (status === 200 ? [key] : []));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(users.map(({ login }) => login).toSorted()).toEqual(approved.toSorted());
    const { list: items } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
    expect(items.map(({ key, status }) => [key, status])).toEqual(
      people.map((key) => [key, approved.includes(key) ? 'succeeded' : 'skipped']),
    );
  });

  it('says of an approval that a newer change of its record waits behind it', async () => {
    const input = await begin({});
    expect((await list(input)).map(({ stale }) => stale)).toEqual([false, false]);

    teams = { p0: 'IT' };
    await work(await hub.activities.begin(input.integrationId));

    const asked = await list(input, '&status=open');
    expect(asked.map(({ key, stale }) => `${String(key)} ${String(stale)}`).toSorted()).toEqual([
      'p0 true',
      'p1 false',
    ]);
    const [first] = asked.filter(({ key }) => key === 'p0');
    await hub.api.request('POST', `/v1/approvals/${first?.id}/approve`);
    await hub.api.admin`update runs set wake_at = now() - interval '1 s' where status = 'waiting'`;
    await goOn(input);
  });

  it('cancels what waits when the integration is deleted', async () => {
    const input = await begin({});
    const [asked] = await list(input);

    await hub.api.request('DELETE', `/v1/integrations/${input.integrationId}`);

    expect((await hub.api.request('GET', `/v1/runs/${input.runId}`)).data).toMatchObject({ status: 'canceled' });
    expect((await list(input)).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    const { error } = await hub.api.request('POST', `/v1/approvals/${asked?.id}/approve`);
    expect(error).toMatchObject({ code: 'invalid_state', details: { status: 'canceled' } });
  });

  it.each([
    [{}, 'skipped', 0],
    [{ on_timeout: 'approve' }, 'succeeded', 2],
    [{ on_timeout: 'continue' }, 'succeeded', 2],
    [{ on_timeout: 'fail' }, 'failed', 0],
    [{ on_reject: 'fail' }, 'failed', 0],
    [{ on_reject: 'continue' }, 'succeeded', 2],
  ])('gives up in time: %j', async (policy, status, written) => {
    const input = await begin({ timeout: '3d', ...policy });
    await passTime(input);

    expect(await goOn(input)).toMatchObject({ status: 'done' });

    const { list: items } = await hub.api.request('GET', `/v1/runs/${input.runId}/items`);
    expect(items.map((item) => item['status'])).toEqual([status, status]);
    expect(users).toHaveLength(written);
    expect((await list(input)).map((asked) => asked['status'])).toEqual(['expired', 'expired']);
    const { error } = await hub.api.request('POST', `/v1/approvals/${(await list(input))[0]?.id}/approve`);
    expect(error).toMatchObject({ code: 'invalid_state' });
  });

  it('decides by keys among many that are open, before PostgreSQL knows anything of the tables', async () => {
    people = Array.from({ length: 80 }, (_, index) => `p${index}`);
    const [one] = await list(await begin({}));

    const sent = await captureStatements(hub.api.database, () =>
      hub.api.request('POST', `/v1/approvals/${one?.id}/approve`, { body: {} }),
    );

    const orgId = toLookup('organization', hub.api.organization.organization_id);
    expect(sent.some(({ text }) => text.includes('waits'))).toBe(true);
    for (const statement of sent.filter(({ text }) => /^\s*select/i.test(text))) {
      expect(countTouched(await explain(hub.api.database, orgId, statement)), statement.text).toBeLessThan(2000);
    }
  });
});
