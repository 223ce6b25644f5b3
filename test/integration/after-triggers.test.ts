import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { type Database, openDatabase } from '../../drizzle/client.ts';
import { startAfterRuns, startOne } from '../../runs/starts/start-after-runs.ts';
import { chainMax } from '../../runs/starts/count-chain.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Item } from '../api/harness.ts';
import { toRunInput } from '../harness/activities.ts';
import { type Fate, failAt } from '../harness/fail-at-commit.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';

const hub = useStubbedHub();
let relay: Database;

beforeAll(() => {
  relay = openDatabase(hub.api.testDatabase.relayUrl, { role: 'hub_relay', max: 2 });
});

afterAll(() => relay.close());

async function save(name: string, triggers: object[] = [], active = true): Promise<string> {
  const end = await connectStub(hub);
  const note = {
    ...end,
    object: '/notes',
    operation: 'create',
    delivery: 'at_most_once',
    options: { path: '/notes' },
    mapping: [{ to: 'text', formula: "trigger.type + ' ' + (trigger.outcome == null ? 'none' : trigger.outcome)" }],
  };
  const body = {
    name,
    source: { ...end, object: '/people', key: ['id'] },
    triggers,
    steps: [{ id: 'note', action: note }],
  };
  const saved = await hub.api.request('POST', '/v1/integrations', { body });
  expect(saved.error).toBeUndefined();
  if (active) await hub.api.request('POST', `/v1/integrations/${saved.data.id}/activate`);
  return saved.data.id;
}

async function listRuns(integration: string): Promise<Item[]> {
  return (await hub.api.request('GET', `/v1/integrations/${integration}/runs`)).list;
}

/** Starts what is to be started, as a worker does that is killed at its commit, and another one after it. */
async function startDue(fate?: Fate): Promise<number> {
  const due = await hub.api.admin<
    { orgId: string; id: string }[]
  >`select org_id as "orgId", id from after_starts order by id`;
  const { database } = hub.api;
  for (const start of due) {
    const { deps } = hub.activities;
    if (fate !== undefined) {
      const failing = failAt(database, 1, fate);
      await expect(startOne({ ...deps, database: failing.database }, start)).rejects.toThrow('killed');
    }
    await startOne(deps, start);
  }
  return due.length;
}

/** Ends a run, by a worker that is killed when it does, and another one after it. */
async function finish(input: RunInput, outcome: 'succeeded' | 'failed' | 'canceled', fate?: Fate): Promise<void> {
  const { deps } = hub.activities;
  const { database } = deps;
  if (fate !== undefined) {
    deps.database = failAt(database, 1, fate).database;
    await hub.activities.finishRun({ ...input, outcome }).catch(() => undefined);
    deps.database = database;
  }
  await hub.activities.finishRun({ ...input, outcome });
}

describe('test/integration/after-triggers', { timeout: 60_000 }, () => {
  it.each<[Fate | undefined, Fate | undefined]>([
    [undefined, undefined],
    ['forgotten', 'forgotten'],
    ['answer lost', 'answer lost'],
  ])('starts one run for the end of another, where the commits are %s and %s', async (ended, started) => {
    const first = await save('People');
    const second = await save('Notes', [{ type: 'after', integration_id: first }]);
    const input = await hub.activities.begin(first);

    await finish(input, 'succeeded', ended);
    expect(await startDue(started)).toBe(1);
    expect(await startDue()).toBe(0);

    const runs = await listRuns(second);
    expect(runs).toMatchObject([{ trigger: 'after', status: 'queued', started_by: input.runId }]);
    const { list } = await hub.api.request('GET', `/v1/runs?started_by=${input.runId}`);
    expect(list).toEqual(runs);
  });

  it('tells formulas which run started theirs, and how that ended', async () => {
    const notes: string[] = [];
    hub.stub.always('GET /people', () => ({ json: [{ id: 'p1' }] }));
    hub.stub.always('POST /notes', ({ body }) => {
      notes.push(JSON.parse(body).text);
      return { status: 201, json: {} };
    });
    const first = await save('People');
    const second = await save('Notes', [{ type: 'after', integration_id: first }]);
    await finish(await hub.activities.begin(first), 'succeeded');
    await startDue();
    const [run] = await listRuns(second);

    const runId = String(run?.['id']);
    await hub.api.admin`update runs set status = 'running', started_at = now() where id = ${toLookup('run', runId)}`;
    const input = toRunInput(hub.api, second, runId);
    expect(await hub.activities.runSegment(input)).toMatchObject({ status: 'done' });

    expect(notes).toEqual(['after succeeded']);
  });

  it('asks of its runs what its options say', async () => {
    const first = await save('People');
    const second = await save('Notes', [
      { type: 'after', id: 'plain', integration_id: first },
      { type: 'after', integration_id: first, options: { full_resync: true } },
    ]);
    await finish(await hub.activities.begin(first), 'succeeded');
    expect(await startDue()).toBe(2);

    const asked = await hub.api.admin<{ options: object }[]>`
      select options from runs where integration_id = ${toLookup('integration', second)} order by options::text desc`;
    expect(asked.map(({ options }) => options)).toEqual([{}, { full_resync: true }]);
  });

  it('follows the outcomes that the trigger names, while its integration is active and it is not paused', async () => {
    const first = await save('Departments');
    const failures = await save(
      'Alarm',
      [{ type: 'after', integration_id: 'Departments', outcomes: ['failed'] }],
      false,
    );
    expect(await hub.api.request('GET', `/v1/integrations/${failures}`)).toMatchObject({
      data: { triggers: [{ integration_id: first }] },
    });
    await finish(await hub.activities.begin(first), 'failed');
    expect(await startDue()).toBe(0);

    await hub.api.request('POST', `/v1/integrations/${failures}/activate`);
    await finish(await hub.activities.begin(first), 'succeeded');
    await finish(await hub.activities.begin(first), 'canceled');
    expect(await startDue()).toBe(0);
    await finish(await hub.activities.begin(first), 'failed');
    expect(await startDue()).toBe(1);

    const { list: workflows } = await hub.api.request('GET', `/v1/workflows?integration_id=${failures}&type=after`);
    expect(workflows).toMatchObject([
      { status: 'active', components: [{ kind: 'trigger', type: 'after' }, {}, {}, {}] },
    ]);
    await hub.api.request('POST', `/v1/workflows/${workflows[0]?.['id']}/pause`);
    await finish(await hub.activities.begin(first), 'failed');
    expect(await startDue()).toBe(0);
    expect(await listRuns(failures)).toHaveLength(1);
  });

  it('says in the log of the run that ended why none was started, and starts no chain of more than eight', async () => {
    const first = await save('People');
    const second = await save('Notes', [{ type: 'after', integration_id: first }]);
    const input = await hub.activities.begin(first);
    const id = toLookup('run', input.runId);
    let above = id;
    for (let length = 1; length < chainMax; length += 1) {
      const [row] = await hub.api.admin<{ id: string }[]>`
        insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at)
        select org_id, uuidv7(), integration_id, workflow_id, revision, 'after', 'succeeded', '{}', now() from runs where id = ${id}
        returning id`;
      await hub.api.admin`update runs set started_by = ${row?.id ?? ''} where id = ${above}`;
      above = row?.id ?? '';
    }

    await finish(input, 'succeeded');
    expect(await startDue()).toBe(1);

    expect(await listRuns(second)).toEqual([]);
    const { list: logs } = await hub.api.request('GET', `/v1/runs/${input.runId}/logs`);
    expect(logs.find(({ code }) => code === 'after_not_started')).toMatchObject({
      message: expect.stringContaining('8 runs have started each other'),
      details: { integration_id: second },
    });
  });

  it('starts them by itself', async () => {
    const first = await save('People');
    const second = await save('Notes', [{ type: 'after', integration_id: first }]);
    const loop = startAfterRuns({ ...hub.activities.deps, relayDatabase: relay });
    try {
      await finish(await hub.activities.begin(first), 'succeeded');
      await expect.poll(() => listRuns(second), { timeout: 10_000 }).toHaveLength(1);
    } finally {
      await loop.stop();
    }
  });

  it('refuses what is not there and cycles, and keeps what others start after', async () => {
    const first = await save('First');
    const second = await save('Second', [{ type: 'after', integration_id: first }]);
    const third = await save('Third', [{ type: 'after', integration_id: second }]);
    const put = async (id: string, other: string): Promise<unknown> => {
      const { error } = await hub.api.request('PATCH', `/v1/integrations/${id}`, {
        body: { triggers: [{ type: 'after', integration_id: other }] },
      });
      return error?.details?.errors?.[0];
    };

    expect(await put(first, third)).toMatchObject({
      path: 'triggers[0].integration_id',
      code: 'cycle',
      message: expect.stringContaining('"First" → "Second" → "Third" → "First"'),
    });
    expect(await put(first, first)).toMatchObject({
      code: 'cycle',
      message: expect.stringContaining('"First" → "First"'),
    });
    expect(await put(first, 'Secnd')).toMatchObject({
      code: 'unknown_integration',
      message: expect.stringContaining('Did you mean "Second"?'),
    });

    const refused = await hub.api.request('DELETE', `/v1/integrations/${first}`);
    expect(refused).toMatchObject({
      status: 409,
      error: { code: 'resource_in_use', details: { integrations: [second] } },
    });
    for (const id of [third, second, first])
      expect((await hub.api.request('DELETE', `/v1/integrations/${id}`)).status).toBe(200);
  });
});
