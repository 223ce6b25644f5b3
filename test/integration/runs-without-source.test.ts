import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { accountTicks } from '../../services/schedules/account-ticks.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { withTenant } from '../../drizzle/index.ts';
import type { Item } from '../api/harness.ts';
import { startConnectionWorker } from '../api/connection-worker.ts';
import { actOnRuns } from '../api/run-acts.ts';
import { toRunInput } from '../harness/activities.ts';
import { neverKilled, workKilled } from '../harness/killed-commits.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, passTime, wake } = createWaitActs(hub);

const hosts = ['a.example', 'b.example'];
let tickets: { key: string; title: string }[];
let renewals: Map<string, string>;

beforeEach(() => {
  [tickets, renewals] = [[], new Map()];
  hub.stub.ifAsked('GET /certificates', () => ({ json: hosts.map((host) => ({ host, days: 10 })) }));
  // Knows what it was sent by the key of the request.
  hub.stub.ifAsked('POST /tickets', ({ headers, body }) => {
    const key = String(headers['idempotency-key']);
    const known = tickets.findIndex((ticket) => ticket.key === key);
    if (known === -1) tickets.push({ key, title: JSON.parse(body).title });
    return { status: 201, json: { id: `T${known === -1 ? tickets.length : known + 1}` } };
  });
  for (const host of hosts) {
    hub.stub.ifAsked(`PUT /renewals/${host}`, ({ body }) => {
      renewals.set(host, `${renewals.get(host) ?? ''}${JSON.parse(body).team};`);
      return { status: 200, json: {} };
    });
  }
});

/** A nightly check: lists certificates, keeps an entry for each, and writes one ticket. */
async function save(more: object = {}, before: object[] = []): Promise<string> {
  const end = await connectStub(hub);
  const title = "trigger.type + ' ' + (input.team ?? 'all') + ' ' + string(size(steps.found.records))";
  const entry = {
    ...end,
    object: 'renewals',
    operation: 'upsert',
    options: { path: '/renewals/{host}', method: 'PUT', idempotency: { kind: 'put_by_key' } },
    mapping: [
      { to: 'host', from: 'certificate.host' },
      { to: 'team', formula: "input.team ?? 'all'" },
    ],
  };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: {
      name: 'Nightly check',
      steps: [
        ...before,
        {
          id: 'found',
          action: { ...end, object: '/certificates', operation: 'list', options: { path: '/certificates' } },
        },
        {
          id: 'each',
          for_each: 'steps.found.records',
          as: 'certificate',
          key: 'certificate.host',
          steps: [{ id: 'entry', action: entry }],
        },
        { id: 'ticket', action: toTicket(end, title) },
      ],
      ...more,
    },
  });
  expect(error?.details ?? error).toBeUndefined();
  expect(data.readiness).toMatchObject({ ready: true });
  return data.id;
}

function toTicket(end: { connection_id: string }, formula: string): object {
  const options = { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' };
  return { ...end, object: '/tickets', operation: 'create', options, mapping: [{ to: 'title', formula }] };
}

async function listItems(id: string): Promise<Item[]> {
  const { list } = await hub.api.request('GET', `/v1/integrations/${id}/items`);
  return list.toSorted((one, other) => Number(one['seq']) - Number(other['seq']));
}

async function execute(integration: string, body?: object): Promise<RunInput> {
  const acts = actOnRuns(hub.api);
  const { data, error } = await acts.execute(integration, body);
  expect(error).toBeUndefined();
  await acts.setRunning(data.id);
  return toRunInput(hub.api, integration, data.id);
}

describe('test/integration/runs-without-source', { timeout: 120_000 }, () => {
  it('takes one item of each run through the steps, which know what those of the run before wrote', async () => {
    const id = await save();
    const first = await execute(id);
    await work(first);
    await work(await execute(id));

    expect(tickets.map(({ title }) => title)).toEqual(['manual all 2', 'manual all 2']);
    // The second run finds them as the first one wrote them.
    expect(Object.fromEntries(renewals)).toEqual({ 'a.example': 'all;', 'b.example': 'all;' });
    expect(await listItems(id)).toMatchObject([
      { key: 'run', seq: 1, status: 'succeeded', run_id: first.runId, id: first.runId.replace('run_', 'item_') },
      { key: 'run', seq: 2, status: 'succeeded' },
    ]);
    const run = await actOnRuns(hub.api).getRun(first.runId);
    expect(run).toMatchObject({ status: 'succeeded', counters: { read: 1, created: 3 } });
  });

  it('makes the item once, and carries out its effects once, whichever commit is lost, or the answer to it', async () => {
    const id = await save({ steps: [{ id: 'ticket', action: toTicket(await connectStub(hub), 'item.id') }] });
    const { commits } = await once(id, neverKilled);
    for (let commit = 1; commit <= commits; commit += 1) {
      const before = tickets.length;
      const { runId } = await once(id, commit);

      const { list } = await hub.api.request('GET', `/v1/runs/${runId}/items`);
      expect(list, `commit ${commit}`).toMatchObject([{ status: 'succeeded' }]);
      expect(tickets.length - before, `commit ${commit}`).toBe(1);
    }
    expect(commits).toBeGreaterThan(2);
    expect(new Set(tickets.map(({ title }) => title)).size).toBe(commits + 1);
  });

  it('gives steps the input of an execution, which is checked before anything is started', async () => {
    const schema = { type: 'object', required: ['team'], properties: { team: { type: 'string' } } };
    const id = await save({ input: { schema } });
    const bad = await actOnRuns(hub.api).execute(id, { input: { team: 1 } });
    const none = await actOnRuns(hub.api).execute(id);
    const many = await actOnRuns(hub.api).execute(id, { inputs: [{ team: 'databases' }] });
    expect(Object(bad.error?.details).errors[0].message).toContain('The input does not satisfy its schema');
    await work(await execute(id, { input: { team: 'databases' } }));

    expect([bad, none, many].map(({ status, error }) => [status, Object(error?.details).errors[0].path])).toEqual([
      [400, 'input'],
      [400, 'input'],
      [400, 'inputs'],
    ]);
    expect(tickets.map(({ title }) => title)).toEqual(['manual databases 2']);
    const [stored] = await hub.api.admin<{ options: object }[]>`
      select options from runs where integration_id = ${toLookup('integration', id)}`;
    expect(JSON.stringify(stored)).not.toContain('databases');
  });

  it('shows what a run would do with what it is given', async () => {
    const id = await save();
    const stubs = { found: { records: [{ host: 'a.example' }], is_complete: true } };
    const preview = (body: object) =>
      hub.api.request('POST', `/v1/integrations/${id}/preview`, { body: { ...body, stubs } });
    const [plain, given] = [await preview({}), await preview({ records: [{ team: 'db' }] })];
    await work(await execute(id));

    const ticketOf = (title: string) => ({
      steps: expect.arrayContaining([expect.objectContaining({ step: 'ticket', writes: { title } })]),
    });
    expect([plain.list, given.list]).toMatchObject([[ticketOf('manual all 1')], [ticketOf('manual db 1')]]);
  });

  it('answers an execution that waits, and shows the answer later to who may read records', async () => {
    const worker = await startConnectionWorker(hub.api, ['127.0.0.1/32']);
    try {
      const id = await save({ steps: [{ id: 'answer', respond: { status: 201, body: "{'team': input.team}" } }] });
      const carryOut = async (): Promise<void> => {
        const queued = `/v1/integrations/${id}/runs?status=queued`;
        await expect.poll(async () => (await hub.api.request('GET', queued)).list).toHaveLength(1);
        const runId = String((await hub.api.request('GET', queued)).list[0]?.id);
        await actOnRuns(hub.api).setRunning(runId);
        await work(toRunInput(hub.api, id, runId));
      };
      const [{ data }] = await Promise.all([
        actOnRuns(hub.api).execute(id, { input: { team: 'db' }, wait: 20 }),
        carryOut(),
      ]);
      const path = `/v1/runs/${data.id}`;
      const [later, plain] = [
        await hub.api.request('GET', `${path}?response=true`),
        await hub.api.request('GET', path),
      ];

      expect(data).toMatchObject({ response: { status: 201, body: { team: 'db' } } });
      expect(later.data['response']).toEqual(data['response']);
      expect(plain.data).not.toHaveProperty('response');
    } finally {
      await worker.stop();
    }
  });

  it('gives steps what a schedule says, for each of its times', async () => {
    const trigger = { type: 'schedule', every: '1m', options: { input: { team: 'night' }, full_resync: true } };
    const id = await save({ triggers: [trigger] });
    await hub.api.request('POST', `/v1/integrations/${id}/activate`);
    const { list } = await hub.api.request('GET', `/v1/workflows?integration_id=${id}&type=scheduled`);
    const workflowId = toLookup('workflow', String(list[0]?.id));
    const orgId = toLookup('organization', hub.api.organization.organization_id);
    const now = Date.now() + 61_000;
    await withTenant(hub.api.database, orgId, (tx) => accountTicks(tx, { orgId, workflowId, now }));
    const runs = await hub.api.request('GET', `/v1/integrations/${id}/runs`);
    const runId = String(runs.list[0]?.id);
    await actOnRuns(hub.api).setRunning(runId);
    await work(toRunInput(hub.api, id, runId));

    expect(tickets.map(({ title }) => title)).toEqual(['schedule night 2']);
  });

  it('lets a run wait behind the item of the one before, unless what they are given says that they are about others', async () => {
    const pause = [{ id: 'pause', wait: { for: '1h' } }];
    const id = await save({ input: { key: ['team'] } }, pause);
    const first = await execute(id, { input: { team: 'db' } });
    await work(first);
    await work(await execute(id, { input: { team: 'db' } }));
    await work(await execute(id, { input: { team: 'web' } }));

    expect((await listItems(id)).map(({ key, seq, status }) => [key, seq, status].join(' ')).toSorted()).toEqual([
      'db 1 parked',
      'db 2 held',
      'web 1 parked',
    ]);
    await passTime(first);
    const woken = await wake(first);
    if (woken === undefined) throw new Error('The run is not due.');
    await actOnRuns(hub.api).setRunning(woken.runId);
    await work(woken);
    expect(tickets.map(({ title }) => title)).toEqual(['manual db 2']);
  });

  it('goes on with the item of a run that failed where that made one, and makes it otherwise', async () => {
    const id = await save({}, [{ id: 'pause', wait: { for: '1h' } }]);
    const left = await execute(id);
    await work(left);
    await hub.api.admin`
      update runs set status = 'failed', finished_at = now() where id = ${toLookup('run', left.runId)}`;
    const again = await resume(id, left.runId);
    await work(again);
    expect(await listItems(id)).toMatchObject([{ seq: 1, status: 'parked', run_id: again.runId }]);
    await passTime(again);
    const woken = await wake(again);
    if (woken === undefined) throw new Error('The run is not due.');
    await actOnRuns(hub.api).setRunning(woken.runId);
    await work(woken);
    expect(tickets).toHaveLength(1);

    const unmade = await execute(id);
    await hub.activities.finishRun({ ...unmade, outcome: 'failed' });
    await work(await resume(id, unmade.runId));
    expect((await listItems(id)).map(({ status }) => status)).toEqual(['succeeded', 'parked']);
  });
});

async function resume(integration: string, run: string): Promise<RunInput> {
  const { data, error } = await hub.api.request('POST', `/v1/runs/${run}/retry`, { body: { mode: 'resume' } });
  expect(error).toBeUndefined();
  await actOnRuns(hub.api).setRunning(data.id);
  return toRunInput(hub.api, integration, data.id);
}

async function once(integration: string, commit: number): Promise<{ runId: string; commits: number }> {
  const input = await execute(integration);
  const commits = await workKilled(hub.activities, input, commit, commit % 2 === 0 ? 'forgotten' : 'answer lost');
  return { runId: input.runId, commits };
}
