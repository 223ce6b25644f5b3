import { beforeEach, describe, expect, it } from 'vitest';
import { waitingMax } from '../../services/runs/queue/admit-run.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnCalls } from './call-acts.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);
const calls = actOnCalls(hub);

let accounts: { key: string; name: string }[];
let notes: string[];
/** The names that the other system refuses. */
let refused: string[];

beforeEach(() => {
  [accounts, notes, refused] = [[], [], ['Eve']];
});

/** Answers as the systems at the other end. */
function answer(): void {
  hub.stub.always('POST /accounts', ({ headers, body }) => {
    const { name } = JSON.parse(body);
    if (refused.includes(name)) return { status: 400, json: { error: 'no Eve' } };
    accounts.push({ key: String(headers['idempotency-key']), name });
    return { status: 201, json: {} };
  });
  hub.stub.always('POST /notes', ({ body }) => {
    notes.push(JSON.parse(body).text);
    return { status: 201, json: {} };
  });
}

const ann = { id: 'p1', name: 'Ann' };
const bob = { id: 'p2', name: 'Bob' };

/** Saves an integration that makes accounts, and answers with what it made. */
async function saveAccounts(members: object = {}): Promise<string> {
  const action = await calls.create('/accounts', [{ to: 'name', from: 'record.name' }]);
  return calls.save({
    name: 'Accounts',
    source: await calls.taking({
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'string' }, name: { type: 'string' } },
    }),
    steps: [
      { id: 'account', action },
      { id: 'answer', respond: { body: "{'login': lowerAscii(record.name)}" } },
    ],
    ...members,
  });
}

async function saveJoiners(called: string, step: object = {}, others: object = {}): Promise<string> {
  const text = "steps.make.status + ' ' + string(steps.make.response.body.login)";
  return calls.save({
    name: 'Joiners',
    source: await calls.taking(),
    steps: [
      {
        id: 'make',
        call: { integration_id: called, set: { id: 'record.id', name: 'record.name' }, ...step },
        ...others,
      },
      { id: 'note', action: await calls.create('/notes', [{ to: 'text', formula: text }]) },
    ],
  });
}

describe('test/integration/calls', { timeout: 120_000 }, () => {
  it('gives another integration the inputs of all items that come to the step, in one run, and waits for each', async () => {
    answer();
    const accountsId = await saveAccounts();
    const joiners = await saveJoiners('Accounts');
    const input = await hub.activities.begin(joiners, { inputs: [ann, bob] });

    const parked = await work(input);
    expect(parked).toMatchObject({ status: 'parked', waits: [{ step: 'make', items: 2 }] });
    expect(await calls.serve()).toBe(1);
    const child = await calls.takeUp(accountsId);
    expect(await calls.readRun(child)).toMatchObject({ trigger: 'call', started_by: input.runId });
    await work(child);
    expect(await calls.serve()).toBe(1);
    expect(await calls.goOn(input)).toMatchObject({ status: 'done' });

    expect(accounts.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob']);
    expect(notes.toSorted()).toEqual(['succeeded ann', 'succeeded bob']);
    expect(await calls.readRun(input)).toMatchObject({ status: 'succeeded' });
    expect(await calls.serve()).toBe(0);
    const [item] = await calls.listItems(joiners);
    const { data } = await hub.api.request('GET', `/v1/items/${item?.id}`);
    const called = {
      step: 'make',
      integration_id: accountsId,
      status: 'ended',
      outcome: 'succeeded',
      run_id: child.runId,
    };
    expect(data['calls']).toEqual([{ ...called, item_id: expect.any(String) }]);
    const { data: other } = await hub.api.request('GET', `/v1/items/${Object(data['calls'])[0].item_id}`);
    expect(other).toMatchObject({ integration_id: accountsId, called_by: item?.id });
  });

  it('goes on at once where it is detached, and lets the other run go its own way', async () => {
    answer();
    const accountsId = await saveAccounts();
    const text = [{ to: 'text', formula: "steps.make.status + ' ' + string(steps.make.item_id != null)" }];
    const joiners = await calls.save({
      name: 'Joiners',
      source: await calls.taking(),
      steps: [
        {
          id: 'make',
          call: { integration_id: accountsId, set: { id: 'record.id', name: 'record.name' }, detached: true },
        },
        { id: 'note', action: await calls.create('/notes', text) },
      ],
    });
    const input = await hub.activities.begin(joiners, { input: ann });

    await work(input);
    await calls.serve();
    await calls.goOn(input);

    expect(notes).toEqual(['started true']);
    expect(await calls.readRun(input)).toMatchObject({ status: 'succeeded' });
    await hub.api.request('POST', `/v1/runs/${input.runId}/cancel`);
    await work(await calls.takeUp(accountsId));
    expect(accounts).toMatchObject([{ name: 'Ann' }]);
    expect(await calls.serve()).toBe(0);
  });

  it('fails the step of the item alone whose input fails, and takes up where that failed when it is tried again', async () => {
    answer();
    const accountsId = await saveAccounts();
    const input = await hub.activities.begin(await saveJoiners(accountsId), {
      inputs: [{ id: 'p3', name: 'Eve' }, bob],
    });
    await work(input);
    await calls.serve();
    const first = await calls.takeUp(accountsId);
    await work(first);
    await calls.serve();
    await calls.goOn(input);

    expect(notes).toEqual(['succeeded bob']);
    const failed = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    const message = expect.stringContaining('The called integration failed: at the step `account`');
    expect(failed.list).toMatchObject([{ code: 'call_failed', step: 'make', message }]);

    // The other system takes it now: the item that failed goes on there, and is no second one.
    refused = [];
    const again = await calls.retry(input);
    await work(again);
    await calls.serve();
    const second = await calls.takeUp(accountsId);
    expect(await calls.readRun(second)).toMatchObject({ trigger: 'call', retry_of: first.runId });
    await work(second);
    await calls.serve();
    await calls.goOn(again);

    expect(accounts.map(({ name }) => name)).toEqual(['Bob', 'Eve']);
    expect(await calls.listItems(accountsId)).toHaveLength(2);
    expect(notes).toEqual(['succeeded bob', 'succeeded eve']);
  });

  it('takes up what went well meanwhile, and calls nothing once more', async () => {
    answer();
    const accountsId = await saveAccounts();
    const input = await hub.activities.begin(await saveJoiners(accountsId), { input: { id: 'p3', name: 'Eve' } });
    await work(input);
    await calls.serve();
    const child = await calls.takeUp(accountsId);
    await work(child);
    await calls.serve();
    await calls.goOn(input);
    refused = [];
    await work(await calls.retry(child));

    const again = await calls.retry(input);
    await work(again);
    await calls.serve();
    await calls.goOn(again);

    expect(await calls.listRuns(accountsId)).toHaveLength(2);
    expect(accounts).toMatchObject([{ name: 'Eve' }]);
    expect(notes).toEqual(['succeeded eve']);
  });

  it('fails the step where the other integration is not active, and calls it when the item is tried again', async () => {
    answer();
    const accountsId = await saveAccounts();
    const input = await hub.activities.begin(await saveJoiners(accountsId), { input: ann });
    await hub.api.request('POST', `/v1/integrations/${accountsId}/deactivate`);
    await work(input);
    await calls.serve();
    await calls.goOn(input);

    const failed = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    const message = expect.stringContaining('"Accounts" is not active');
    expect(failed.list).toMatchObject([{ code: 'integration_inactive', step: 'make', message }]);
    expect(await calls.listRuns(accountsId)).toEqual([]);
    await hub.api.request('POST', `/v1/integrations/${accountsId}/activate`);
    const again = await calls.retry(input);
    await work(again);
    await calls.serve();
    await work(await calls.takeUp(accountsId));
    await calls.serve();
    await calls.goOn(again);
    expect(notes).toEqual(['succeeded ann']);
  });

  it('fails the step of the item alone whose input the other integration does not take', async () => {
    answer();
    const accountsId = await saveAccounts();
    const joiners = await saveJoiners(accountsId);
    const input = await hub.activities.begin(joiners, { inputs: [{ id: 'p9', name: 9 }, ann] });
    await work(input);
    await calls.serve();
    await work(await calls.takeUp(accountsId));
    await calls.serve();
    await calls.goOn(input);

    const failed = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    const message = expect.stringContaining('name');
    expect(failed.list).toMatchObject([{ code: 'invalid_input', source_key: 'p9', step: 'make', message }]);
    expect(notes).toEqual(['succeeded ann']);
  });

  it('waits for room where too many runs of the other integration wait', async () => {
    const accountsId = await saveAccounts();
    const input = await hub.activities.begin(await saveJoiners(accountsId), { input: ann });
    for (let run = 0; run <= waitingMax; run += 1)
      await hub.api.request('POST', `/v1/integrations/${accountsId}/execute`, {
        body: { input: { ...bob, id: `b${run}` } },
      });
    await work(input);

    expect(await calls.serve()).toBe(1);
    expect(await calls.listDue()).toEqual([]);
    expect(await calls.readRun(input)).toMatchObject({ status: 'waiting' });
    const { list } = await hub.api.request('GET', `/v1/integrations/${accountsId}/runs?status=queued`);
    for (const run of list.slice(0, 2)) await hub.api.request('POST', `/v1/runs/${run['id']}/cancel`);
    await hub.api.admin`update calls set due_at = now() - interval '1 s' where due_at > now()`;
    await calls.serve();

    const { list: called } = await hub.api.request('GET', `/v1/runs?started_by=${input.runId}`);
    expect(called).toMatchObject([{ status: 'queued', trigger: 'call' }]);
  });

  it('calls for each element of a list, and collects what the calls gave', async () => {
    answer();
    const accountsId = await saveAccounts();
    const text = [{ to: 'text', formula: "join(steps.all, '+')" }];
    const teams = await calls.save({
      name: 'Teams',
      source: await calls.taking(),
      steps: [
        {
          id: 'all',
          for_each: 'record.people',
          as: 'person',
          key: 'person.id',
          collect: 'string(steps.make.response.body.login)',
          steps: [{ id: 'make', call: { integration_id: accountsId, set: { id: 'person.id', name: 'person.name' } } }],
        },
        { id: 'note', action: await calls.create('/notes', text) },
      ],
    });
    const input = await hub.activities.begin(teams, { input: { id: 't1', people: [ann, bob] } });
    await work(input);
    await calls.serve();
    await work(await calls.takeUp(accountsId));
    await calls.serve();
    await calls.goOn(input);

    expect(notes).toEqual(['ann+bob']);
    expect(await calls.listRuns(accountsId)).toHaveLength(1);
  });

  it('starts one run, and tells of each end once, where several workers look at the same calls', async () => {
    answer();
    const accountsId = await saveAccounts();
    const input = await hub.activities.begin(await saveJoiners(accountsId), { inputs: [ann, bob] });
    await work(input);
    const serveAtOnce = () => Promise.all([calls.serve(), calls.serve(), calls.serve()]);

    await serveAtOnce();
    const child = await calls.takeUp(accountsId);
    await work(child);
    await serveAtOnce();
    await calls.goOn(input);

    expect(await calls.listRuns(accountsId)).toHaveLength(1);
    expect(accounts.map(({ name }) => name).toSorted()).toEqual(['Ann', 'Bob']);
    expect(notes.toSorted()).toEqual(['succeeded ann', 'succeeded bob']);
  });
});
