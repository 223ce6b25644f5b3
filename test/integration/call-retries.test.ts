import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnCalls } from './call-acts.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, passTime, wake } = createWaitActs(hub);
const calls = actOnCalls(hub);

/** How often accounts are refused before one is taken, what was taken, and by which keys. */
let refusals: number;
let asked: string[];
let notes: string[];

beforeEach(() => {
  [refusals, asked, notes] = [1, [], []];
  hub.stub.ifAsked('POST /accounts', ({ headers }) => {
    asked.push(String(headers['idempotency-key']));
    return asked.length <= refusals ? { status: 400, json: {} } : { status: 201, json: {} };
  });
  hub.stub.ifAsked('POST /notes', ({ body }) => {
    notes.push(JSON.parse(body).text);
    return { status: 201, json: {} };
  });
});

const retry = { max_attempts: 2, initial: '1m' };

/** Saves a flow that has another one do something, which is refused at first. */
async function save(kind: 'call' | 'sync', more: object = {}): Promise<{ caller: string; called: string }> {
  const account = { id: 'account', action: await calls.create('/accounts', [{ to: 'name', formula: "'Ann'" }]) };
  const taking = kind === 'call' ? { source: await calls.taking() } : {};
  const called = await calls.save({ name: 'Accounts', ...taking, steps: [account], ...more });
  const asks = kind === 'call' ? { integration_id: called, set: { id: 'record.id' } } : { integration_id: called };
  const note = await calls.create('/notes', [{ to: 'text', from: 'steps.make.status' }]);
  const caller = await calls.save({
    name: 'Joiners',
    source: await calls.taking(),
    steps: [
      { id: 'make', [kind]: asks, retry },
      { id: 'note', action: note },
    ],
  });
  return { caller, called };
}

/** Carries out what the step asks for, and goes on with what becomes of it. */
async function serve(input: RunInput, called: string): Promise<string> {
  await calls.serve();
  const child = await calls.takeUp(called);
  const outcome = await work(child).then(
    () => 'over',
    () => 'failed',
  );
  if (outcome === 'failed') {
    await hub.activities.finishRun({ ...child, outcome: 'failed' });
  }
  await calls.serve();
  return (await calls.goOn(input)).status;
}

/** Lets the pause pass before the step. */
async function passPause(input: RunInput): Promise<void> {
  await passTime(input);
  const woken = await wake(input);
  if (woken === undefined) throw new Error('The run is not due.');
  await work(woken);
}

describe('test/integration/call-retries', { timeout: 120_000 }, () => {
  it('calls again behind a pause, and goes on where the item that was called failed', async () => {
    const { caller, called } = await save('call');
    const input = await hub.activities.begin(caller, { input: { id: 'p1' } });
    await work(input);

    expect(await serve(input, called)).toBe('parked');
    expect(await calls.readRun(input)).toMatchObject({ status: 'waiting', counters: { failed: 0 } });
    const [item] = await calls.listItems(caller);
    const { data } = await hub.api.request('GET', `/v1/items/${item?.id}`);
    expect(data['timeline']).toMatchObject([
      { step: 'make', waits: [{ kind: 'call' }, { kind: 'retry', status: 'open' }] },
    ]);
    await passPause(input);
    expect(await serve(input, called)).toBe('done');

    expect(notes).toEqual(['succeeded']);
    expect(new Set(asked).size).toBe(2);
    expect(await calls.listItems(called)).toHaveLength(1);
    expect(await calls.readRun(input)).toMatchObject({ status: 'succeeded' });
  });

  it('fails the step when no attempt is left', async () => {
    refusals = 9;
    const { caller, called } = await save('call');
    const input = await hub.activities.begin(caller, { input: { id: 'p1' } });
    await work(input);
    await serve(input, called);
    await passPause(input);

    expect(await serve(input, called)).toBe('done');
    expect(asked).toHaveLength(2);
    const failed = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(failed.list).toMatchObject([{ code: 'call_failed', step: 'make' }]);
  });

  it('runs an integration again whose run failed', async () => {
    const { caller, called } = await save('sync', { on_error: { record: 'fail' } });
    const input = await hub.activities.begin(caller, { input: { id: 'p1' } });
    await work(input);

    expect(await serve(input, called)).toBe('parked');
    await passPause(input);
    expect(await serve(input, called)).toBe('done');

    expect(notes).toEqual(['succeeded']);
    expect((await calls.listRuns(called)).map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  });

  it('does not call again what a person canceled', async () => {
    const pause = { id: 'pause', wait: { for: '1h' } };
    const { caller, called } = await save('call', { steps: [pause] });
    const input = await hub.activities.begin(caller, { input: { id: 'p1' } });
    await work(input);
    await calls.serve();
    const child = await calls.takeUp(called);
    await work(child);
    const [item] = await calls.listItems(called);
    await hub.api.request('POST', `/v1/items/${item?.id}/cancel`);
    await calls.goOn(child);
    await calls.serve();

    expect((await calls.goOn(input)).status).toBe('done');
    const failed = await hub.api.request('GET', `/v1/runs/${input.runId}/records`);
    expect(failed.list).toMatchObject([{ code: 'call_canceled', step: 'make' }]);
  });
});
