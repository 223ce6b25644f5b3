import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { newId, newUuid, toId } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { type Browser, addMember, publicUrl } from './people-acts.ts';

let api: TestApi;
let account: string;
let integration: Item;
const people: Record<string, { browser: Browser; id: string }> = {};

const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
  const addAccount = async (name: string): Promise<string> =>
    (await api.request('POST', '/v1/accounts', { body: { name } })).data.id;
  account = await addAccount('Acme');
  const other = await addAccount('Other');
  integration = await addIntegration(api, { name: 'Joiners', account_id: account });
  const roles = {
    ann: [{ role: 'approver' }],
    ben: [{ role: 'approver', account_id: account }],
    cleo: [{ role: 'approver', account_id: other }],
    vic: [{ role: 'viewer' }],
  };
  for (const [name, grants] of Object.entries(roles)) {
    people[name] = await addMember(api, `${name}@example.com`, grants);
  }
});

afterAll(() => api.close());

function personOf(name: string): { browser: Browser; id: string } {
  const person = people[name];
  if (person === undefined) throw new Error(`Nobody is called ${name}.`);
  return person;
}

/** Lets items of a run wait for an approval, as a worker does. @returns Ids of the run and of the approvals. */
async function ask(
  count: number,
  { of = ['anyone'], quorum = 1, notBy = null }: { of?: string[]; quorum?: number; notBy?: string | null } = {},
): Promise<{ run: string; ids: string[] }> {
  const { data: run } = await api.request('POST', `/v1/integrations/${integration.id}/execute`);
  const place = api.admin`select org_id, integration_id, id as run_id from runs where id = ${toLookup('run', run.id)}`;
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const [item, wait] = [newUuid(), newUuid()];
    await api.admin`
      insert into items (org_id, id, integration_id, run_id, key, seq, change, status, step)
      select org_id, ${item}, integration_id, run_id, ${item}, 1, 'created', 'parked', 'ok' from (${place}) as place`;
    await api.admin`
      insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, parked_at, message, approvers, quorum, not_by)
      select org_id, ${wait}, integration_id, run_id, ${item}, 'ok', 'approval', now(), ${`Account ${n}?`}, ${of}, ${quorum}, ${notBy}
      from (${place}) as place`;
    ids.push(toId('approval', wait));
  }
  return { run: run.id, ids };
}

const act = (name: string, path: string, body?: object, method = 'POST') =>
  personOf(name).browser.request(method, `/v1${path}`, body === undefined ? {} : { body });

async function delegate(from: string, to: string, days = 1): Promise<Item> {
  const { data, error } = await act(from, '/me/approval-delegations', {
    to: `${to}@example.com`,
    ends_at: inDays(days),
  });
  expect(error).toBeUndefined();
  return data;
}

describe('test/api/approvals', { timeout: 60_000 }, () => {
  it('lets a member decide for another one who named them, for a time, and names both', async () => {
    const { ids } = await ask(2, { of: [`member:${personOf('ann').id}`] });
    const [first = '', second = ''] = ids;
    expect((await act('ben', `/approvals/${first}/approve`)).error).toMatchObject({ code: 'forbidden' });

    const made = await delegate('ann', 'ben');
    expect(made).toMatchObject({ member: { name: 'ann' }, delegate: { name: 'ben' } });
    const { data: seen } = await act('ben', `/approvals/${first}`, undefined, 'GET');
    expect(seen).toMatchObject({ may_decide: true, decides_for: personOf('ann').id });
    const { data } = await act('ben', `/approvals/${first}/approve`, { comment: 'For Ann' });
    const decisions = [
      { actor: personOf('ben').id, actor_name: 'ben', on_behalf_of: personOf('ann').id, on_behalf_of_name: 'ann' },
    ];
    expect(data).toMatchObject({ status: 'approved', decisions });
    const { list: decided } = await act('vic', '/approvals?status=approved', undefined, 'GET');
    expect(decided.find(({ id }) => id === first)).toMatchObject({ decisions });
    const { list: audited } = await api.request('GET', `/v1/audit-events?resource_id=${first}`);
    expect(audited).toMatchObject([
      { action: 'approval.approved', actor: personOf('ben').id, changes: { on_behalf_of: personOf('ann').id } },
    ]);

    expect((await act('cleo', `/me/approval-delegations/${made.id}`, undefined, 'DELETE')).status).toBe(404);
    expect((await act('ben', '/me/approval-delegations', undefined, 'GET')).list).toMatchObject([{ id: made.id }]);
    expect((await act('ann', `/me/approval-delegations/${made.id}`, undefined, 'DELETE')).status).toBe(200);
    expect((await act('ben', `/approvals/${second}/approve`)).error).toMatchObject({ code: 'forbidden' });
    const { list: ended } = await api.request('GET', `/v1/audit-events?resource_id=${made.id}`);
    expect(ended.map(({ action }) => action)).toEqual(['approval_delegation.ended', 'approval_delegation.created']);
  });

  it('warns of who is named in a definition and could not decide', async () => {
    const asks = (of: string[], more: object = {}) => ({ id: 'ok', wait: { for: 'approval', of, ...more } });
    const [ann, vic, nobody] = [personOf('ann').id, personOf('vic').id, newId('user')];
    const { data: key } = await api.request('GET', '/v1/me');
    const definition = {
      name: 'Named approvers',
      input: { schema: { type: 'object' } },
      steps: [
        {
          ...asks(['anyone', `member:${ann}`, `member:${vic}`, 'role:approver', 'role:aprover', `key:${key.id}`], {
            escalate: { after: '1d', of: ['role:owner', `member:${nobody}`, `key:${newId('apiKey')}`] },
          }),
        },
      ],
    };

    const { data, error } = await api.request('POST', '/v1/integrations', { body: definition });

    expect(error).toBeUndefined();
    const warnings = z.array(z.object({ path: z.string(), code: z.string() })).parse(data['warnings']);
    expect(warnings.filter(({ code }) => code === 'cannot_decide').map(({ path }) => path)).toEqual([
      'steps[0].wait.of[2]',
      'steps[0].wait.of[4]',
      'steps[0].wait.escalate.of[1]',
      'steps[0].wait.escalate.of[2]',
    ]);
  });

  it('counts a decision of either of the two once', async () => {
    const both = [`member:${personOf('ann').id}`, `member:${personOf('ben').id}`];
    const { ids } = await ask(2, { of: both, quorum: 2 });
    const [first = '', second = ''] = ids;
    const made = await delegate('ann', 'ben');

    expect((await act('ben', `/approvals/${first}/approve`)).data).toMatchObject({ status: 'open' });
    expect((await act('ben', `/approvals/${first}/approve`)).error).toMatchObject({ code: 'invalid_state' });
    expect((await act('ann', `/approvals/${first}/approve`)).data).toMatchObject({ status: 'approved' });

    await api.admin`update waits set approvers = ${both.slice(0, 1)} where id = ${toLookup('approval', second)}`;
    const answers = await Promise.all([
      act('ben', `/approvals/${second}/approve`),
      act('ann', `/approvals/${second}/approve`),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(
      await api.admin`select 1 from approval_decisions where wait_id = ${toLookup('approval', second)}`,
    ).toHaveLength(1);
    await act('ann', `/me/approval-delegations/${made.id}`, undefined, 'DELETE');
  });

  it('gives no access, is over in time, and does not help who started the run', async () => {
    const toCleo = await delegate('ann', 'cleo');
    const toBen = await delegate('ann', 'ben', 2);
    const { ids } = await ask(1, { of: ['role:approver'], notBy: personOf('ben').id });
    const [first = ''] = ids;

    expect((await act('cleo', `/approvals/${first}/approve`)).status).toBe(404);
    expect((await act('ben', `/approvals/${first}/approve`)).error).toMatchObject({ code: 'forbidden' });
    await api.admin`update waits set not_by = ${personOf('ann').id}, approvers = ${[`member:${personOf('ann').id}`]}
      where id = ${toLookup('approval', first)}`;
    expect((await act('ben', `/approvals/${first}/approve`)).error).toMatchObject({ code: 'forbidden' });
    await api.admin`update waits set not_by = null where id = ${toLookup('approval', first)}`;
    await api.admin`update approval_delegations set ends_at = now() where id = ${toLookup('approvalDelegation', toBen.id)}`;
    expect((await act('ben', `/approvals/${first}/approve`)).error).toMatchObject({ code: 'forbidden' });
    await act('ann', `/me/approval-delegations/${toCleo.id}`, undefined, 'DELETE');

    const refusals: [string, object, string][] = [
      ['ann', { to: 'vic@example.com', ends_at: inDays(1) }, 'to'],
      ['ann', { to: 'nobody@example.com', ends_at: inDays(1) }, 'to'],
      ['ann', { to: 'ann@example.com', ends_at: inDays(1) }, 'to'],
      ['ann', { to: 'ben@example.com', ends_at: inDays(-1) }, 'ends_at'],
      ['ann', { to: 'ben@example.com', ends_at: inDays(400) }, 'ends_at'],
    ];
    for (const [name, body, path] of refusals) {
      const { error } = await act(name, '/me/approval-delegations', body);
      expect(error).toMatchObject({ code: 'invalid_request', details: { errors: [{ path }] } });
    }
    expect((await act('vic', '/me/approval-delegations', { to: 'ann@example.com', ends_at: inDays(1) })).status).toBe(
      403,
    );
  });

  it('decides on several that are named, and leaves out those that are settled or of others', async () => {
    const { ids } = await ask(3);
    const others = await ask(1, { of: [`member:${personOf('ann').id}`] });
    await act('ann', `/approvals/${ids[0]}/reject`);

    const body = { decision: 'approve', ids: [...ids, ...others.ids], comment: 'All fine' };
    const { data } = await act('ben', '/approvals/decide', body);

    expect(data).toMatchObject({ decided: 2 });
    const { list } = await api.request('GET', `/v1/approvals?integration_id=${integration.id}`);
    const statusOf = (id: string | undefined) => list.find((approval) => approval.id === id)?.['status'];
    expect([...ids, ...others.ids].map(statusOf)).toEqual(['rejected', 'approved', 'approved', 'open']);
    const { list: audited } = await api.request('GET', `/v1/audit-events?resource_id=${ids[1]}`);
    expect(audited).toMatchObject([{ changes: { comment: 'All fine', set: { count: 2, hash: data['hash'] } } }]);
    expect((await act('ben', '/approvals/decide', body)).data).toMatchObject({ decided: 0 });
    const unknown = { decision: 'approve', ids: [newUuid()] };
    expect((await act('ben', '/approvals/decide', unknown)).status).toBe(404);
  });

  it('decides on the set that was shown, once, and on no other', async () => {
    const { run, ids } = await ask(3);
    const query = `/approvals/set?run_id=${run}`;
    const { data: shown } = await act('ann', query, undefined, 'GET');
    expect(shown).toEqual({ count: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/), complete: true });
    await act('ben', `/approvals/${ids[0]}/approve`);

    const changed = await act('ann', '/approvals/decide', { decision: 'reject', run_id: run, hash: shown['hash'] });
    expect(changed.error).toMatchObject({ code: 'invalid_state', details: { count: 2 } });
    expect((await act('ann', '/approvals/decide', { decision: 'reject', run_id: run })).error).toMatchObject({
      code: 'invalid_request',
      details: { errors: [{ path: 'hash' }] },
    });
    const { data: now } = await act('ann', query, undefined, 'GET');
    const sent = { decision: 'reject', run_id: run, hash: now['hash'] };
    const answers = await Promise.all([act('ann', '/approvals/decide', sent), act('ben', '/approvals/decide', sent)]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const [{ count } = { count: 0 }] = await api.admin`
      select count(*)::int as count from approval_decisions
      join waits on waits.id = wait_id where run_id = ${toLookup('run', run)}`;
    expect(count).toBe(3);
  });

  it('takes one decision for all items of a run that were shown, and none for others', async () => {
    const { run, ids } = await ask(3);
    await api.admin`update waits set together = true where run_id = ${toLookup('run', run)}`;
    const { list } = await act('ben', `/approvals?run_id=${run}&status=open`, undefined, 'GET');
    expect(list).toMatchObject([{ id: ids.toSorted()[0], scope: 'run', count: 3 }]);
    const path = `/approvals/${list[0]?.id}`;
    const { data: shown } = await act('ben', path, undefined, 'GET');
    expect((await act('ben', `${path}/approve`)).error).toMatchObject({ details: { errors: [{ path: 'hash' }] } });
    await api.admin`update waits set status = 'withdrawn' where id = ${toLookup('approval', ids[2] ?? '')}`;

    const changed = await act('ben', `${path}/approve`, { hash: shown['hash'] });
    expect(changed.error).toMatchObject({ code: 'invalid_state', details: { count: 2 } });
    const now = changed.error.details['hash'];
    const answers = await Promise.all([
      act('ben', `${path}/approve`, { hash: now }),
      act('ann', `/approvals/${ids[1]}/reject`, { hash: now }),
    ]);

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const rows = await api.admin`
      select distinct waits.status, decision from waits join approval_decisions on wait_id = waits.id
      where run_id = ${toLookup('run', run)}`;
    expect(rows).toHaveLength(1);
    const { list: audited } = await api.request('GET', '/v1/audit-events?resource_type=approval&per_page=1');
    expect(audited).toMatchObject([{ changes: { set: { count: 2, hash: now } } }]);
    const unseen = await act('ann', '/approvals/set', undefined, 'GET');
    expect(unseen.data['complete']).toBe(true);
  });

  it('shows what waits for a person, and what has waited too long for others', async () => {
    await api.admin`update waits set status = 'canceled' where status = 'open'`;
    const { ids } = await ask(2, { of: [`member:${personOf('ann').id}`] });
    const kindsFor = async (name: string): Promise<unknown[]> =>
      (await act(name, '/attention', undefined, 'GET')).list.map(({ kind, count, action }) => [kind, count, action]);

    expect(await kindsFor('ann')).toEqual([['approval_for_you', 2, 'decide']]);
    expect(await kindsFor('vic')).toEqual([]);
    await api.admin`update waits set parked_at = now() - interval '25 h' where id = ${toLookup('approval', ids[0] ?? '')}`;
    expect(await kindsFor('vic')).toEqual([['approval_overdue', 1, 'see_approvals']]);
    expect(await kindsFor('cleo')).toEqual([]);
  });
});
