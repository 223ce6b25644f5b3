import { beforeEach, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { chainMax } from '../../runs/starts/count-chain.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnCalls } from './call-acts.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);
const calls = actOnCalls(hub);

let accounts: string[];
let notes: string[];

beforeEach(() => {
  [accounts, notes] = [[], []];
});

/** Answers as the systems at the other end. */
function answer(): void {
  for (const [path, kept] of [
    ['/accounts', accounts],
    ['/notes', notes],
  ] as const) {
    hub.stub.always(`POST ${path}`, ({ body }) => {
      kept.push(JSON.parse(body).text);
      return { status: 201, json: {} };
    });
  }
}

const ann = { id: 'p1', name: 'Ann' };
const bob = { id: 'p2', name: 'Bob' };

/** Saves an integration that waits before it makes an account. */
async function saveAccounts(): Promise<string> {
  return calls.save({
    name: 'Accounts',
    source: await calls.taking(),
    steps: [
      { id: 'rest', wait: { for: '3d' } },
      { id: 'account', action: await calls.create('/accounts', [{ to: 'text', from: 'record.name' }]) },
    ],
  });
}

async function saveJoiners(called: string): Promise<string> {
  return calls.save({
    name: 'Joiners',
    source: await calls.taking(),
    steps: [
      { id: 'make', call: { integration_id: called, set: { id: 'record.id', name: 'record.name' } } },
      { id: 'note', action: await calls.create('/notes', [{ to: 'text', from: 'record.name' }]) },
    ],
  });
}

const statusesOf = async (integration: string): Promise<string[]> => {
  const items = await calls.listItems(integration);
  return items.map(({ status }) => status).toSorted();
};

describe('test/integration/call-ends', { timeout: 120_000 }, () => {
  it('cancels what an item called that is canceled itself, and nothing of the others', async () => {
    const accountsId = await saveAccounts();
    const joiners = await saveJoiners(accountsId);
    const input = await hub.activities.begin(joiners, { inputs: [ann, bob] });
    await work(input);
    await calls.serve();
    const child = await calls.takeUp(accountsId);
    await work(child);

    const items = await calls.listItems(joiners);
    const annsItem = items.find(({ key }) => key === ann.id);
    await hub.api.request('POST', `/v1/items/${annsItem?.id}/cancel`);
    await calls.goOn(input);
    expect(await statusesOf(joiners)).toEqual(['canceled', 'parked']);
    await calls.serve();
    await calls.goOn(child);

    expect(await statusesOf(accountsId)).toEqual(['canceled', 'parked']);
    expect(await calls.readRun(child)).toMatchObject({ status: 'waiting' });
  });

  it('takes inputs back that no run has taken, where the run is canceled that gave them', async () => {
    answer();
    const accountsId = await saveAccounts();
    const joiners = await saveJoiners(accountsId);
    const input = await hub.activities.begin(joiners, { input: ann });
    await work(input);
    await calls.serve();

    await hub.api.request('POST', `/v1/runs/${input.runId}/cancel`);
    await calls.serve();

    const child = await calls.takeUp(accountsId);
    expect(await work(child)).toMatchObject({ status: 'done' });
    expect(await calls.listItems(accountsId)).toEqual([]);
    // Its item is taken over by the next run, and says what became of its call; a retry calls once more.
    const next = await hub.activities.begin(joiners, { input: bob });
    await work(next);
    const { list: failed } = await hub.api.request('GET', `/v1/runs/${next.runId}/records`);
    expect(failed).toMatchObject([{ code: 'call_canceled', source_key: 'p1' }]);
    const again = await calls.retry(next);
    await work(again);
    await calls.serve();
    await calls.passAll(accountsId);
    await calls.serve();
    await calls.goOn(again);
    expect(accounts.toSorted()).toEqual(['Ann', 'Bob']);
    expect(notes).toEqual(['Ann']);
  });

  it('fails the step where a run of the other integration ends before it has come to the end of the item', async () => {
    answer();
    const accountsId = await saveAccounts();
    const joiners = await saveJoiners(accountsId);
    const input = await hub.activities.begin(joiners, { input: ann });
    await work(input);
    await calls.serve();
    const child = await calls.takeUp(accountsId);
    await work(child);

    await hub.api.request('POST', `/v1/runs/${child.runId}/cancel`);
    await calls.serve();
    await calls.goOn(input);
    const { list: failed } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(failed).toMatchObject([{ code: 'call_failed', step: 'make' }]);

    const again = await calls.retry(input);
    await work(again);
    await calls.serve();
    await calls.passAll(accountsId);
    await calls.serve();
    await calls.goOn(again);
    expect(accounts).toEqual(['Ann']);
    expect(notes).toEqual(['Ann']);
    expect(await statusesOf(accountsId)).toEqual(['succeeded']);
  });

  it('calls no ninth run of a chain', async () => {
    const accountsId = await saveAccounts();
    const input = await hub.activities.begin(await saveJoiners(accountsId), { input: ann });
    // The runs before were of definitions that are changed by now.
    const id = toLookup('run', input.runId);
    for (let above = id, depth = 1; depth < chainMax; depth += 1) {
      const [made] = await hub.api.admin<{ id: string }[]>`
        insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, finished_at)
        select org_id, uuidv7(), integration_id, workflow_id, revision, 'call', 'succeeded', '{}', now(), now() from runs where id = ${id}
        returning id`;
      await hub.api.admin`update runs set started_by = ${made?.id ?? ''} where id = ${above}`;
      above = made?.id ?? '';
    }
    await work(input);
    await calls.serve();
    await calls.goOn(input);

    const { list: failed } = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(failed).toMatchObject([{ code: 'call_too_deep', step: 'make' }]);
    expect(await calls.listRuns(accountsId)).toEqual([]);
  });

  it('lets one of two save that would make a circle together', async () => {
    const [first, second] = [await saveAccounts(), await saveAccounts()];
    const call = (id: string, other: string) =>
      hub.api.request('PATCH', `/v1/integrations/${id}`, {
        body: { steps: [{ id: 'x', call: { integration_id: other, set: { id: 'record.id' } } }] },
      });
    const saved = await Promise.all([call(first, second), call(second, first)]);

    expect(saved.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    const errors = saved.flatMap(({ error }) => error?.details.errors ?? []);
    expect(errors).toMatchObject([{ path: 'steps[0].call.integration_id', code: 'cycle' }]);
  });

  it('ends a run that a step started when all who wait for it are canceled, and not before', async () => {
    const people = await calls.save({
      name: 'People',
      source: { ...Object(await calls.taking()), payload: undefined },
      steps: [{ id: 'done', stop: 'succeeded' }],
    });
    const joiners = await calls.save({
      name: 'Joiners',
      source: await calls.taking(),
      steps: [{ id: 'read', sync: { integration_id: people } }],
    });
    const input = await hub.activities.begin(joiners, { inputs: [ann, bob] });
    await work(input);
    await calls.serve();
    const [run] = await calls.listRuns(people);
    expect(run).toMatchObject({ status: 'queued', trigger: 'call', started_by: input.runId });

    const ended: unknown[] = [];
    for (const { id } of await calls.listItems(joiners)) {
      await hub.api.request('POST', `/v1/items/${id}/cancel`);
      await calls.goOn(input);
      await calls.serve();
      ended.push((await calls.listRuns(people))[0]?.['status']);
    }
    expect(ended).toEqual(['queued', 'canceled']);
    expect(await statusesOf(joiners)).toEqual(['canceled', 'canceled']);
  });

  it('refuses circles over calls, syncs and triggers, and inputs for what takes none', async () => {
    const accountsId = await saveAccounts();
    const joiners = await saveJoiners(accountsId);
    const people = await calls.save({
      name: 'People',
      source: { ...Object(await calls.taking()), payload: undefined },
      steps: [{ id: 'done', stop: 'succeeded' }],
    });
    const triggers = [{ type: 'after', integration_id: people }];
    await hub.api.request('PATCH', `/v1/integrations/${joiners}`, { body: { triggers } });
    const change = (id: string, step: object): Promise<{ path: string; code: string; message: string }[] | undefined> =>
      hub.api
        .request('PATCH', `/v1/integrations/${id}`, { body: { steps: [{ id: 'x', ...step }] } })
        .then(({ error }) => error?.details.errors);

    const set = { id: 'record.id' };
    expect(await change(accountsId, { call: { integration_id: joiners, set } })).toMatchObject([
      {
        path: 'steps[0].call.integration_id',
        code: 'cycle',
        message: expect.stringContaining('"Joiners" → "Accounts"'),
      },
    ]);
    expect(await change(accountsId, { sync: { integration_id: people } })).toMatchObject([
      { path: 'steps[0].sync.integration_id', code: 'cycle' },
    ]);
    expect(await change(joiners, { call: { integration_id: joiners, set } })).toMatchObject([{ code: 'cycle' }]);
    expect(await change(joiners, { call: { integration_id: 'No such name', set } })).toMatchObject([
      { path: 'steps[0].call.integration_id', code: 'unknown_integration' },
    ]);
    expect(await change(people, { sync: { integration_id: accountsId } })).toMatchObject([
      { path: 'steps[0].sync.integration_id', code: 'takes_input' },
    ]);
    const other = await calls.save({
      name: 'Others',
      source: { ...Object(await calls.taking()), payload: undefined },
      steps: [{ id: 'done', stop: 'succeeded' }],
    });
    expect(await change(joiners, { call: { integration_id: other, set } })).toMatchObject([
      { path: 'steps[0].call.integration_id', code: 'takes_no_input' },
    ]);
    const said = await calls.save({
      name: 'Said',
      source: await calls.taking({ type: 'object', properties: { id: { type: 'string' } } }),
      steps: [{ id: 'answer', respond: { body: "{'login': record.id}" } }],
    });
    const reading = (member: string) => ({
      steps: [
        { id: 'x', call: { integration_id: said, set } },
        { id: 'y', transform: { set: { login: `lowerAscii(steps.x.response.body.${member})` } } },
      ],
    });
    const patch = (body: object) => hub.api.request('PATCH', `/v1/integrations/${joiners}`, { body });
    expect((await patch(reading('lgoin'))).error?.details.errors).toMatchObject([
      { path: 'steps[1].transform.set.login', code: 'invalid_formula', message: expect.stringContaining('lgoin') },
    ]);
    expect((await patch(reading('login'))).status).toBe(200);
    expect(await change(joiners, { call: { integration_id: accountsId, set: { name: 'record.name' } } })).toMatchObject(
      [{ path: 'steps[0].call.mapping', code: 'missing_required' }],
    );
    expect((await hub.api.request('DELETE', `/v1/integrations/${said}`)).error?.code).toBe('resource_in_use');
  });
});
