import { beforeEach, describe, expect, it } from 'vitest';
import type { RunInput } from '../../core/pure/run-messages.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import type { Item } from '../api/harness.ts';
import { failAt, type Fate } from '../harness/fail-at-commit.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnCalls } from './call-acts.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work, wake, passTime } = createWaitActs(hub);
const calls = actOnCalls(hub);

type End = { connection_id: string };

/** How often a ticket was asked for, and what was made; by the keys of the requests. */
let asked: number;
let tickets: Map<string, string>;
let deleted: number;
/** How the vendor answers. */
let answer: { status: number; headers?: Record<string, string> };

beforeEach(() => {
  [asked, tickets, deleted, answer] = [0, new Map(), 0, { status: 201 }];
});

/** A person, and a vendor that knows what it has made by the keys of the requests. */
function serve(): void {
  hub.stub.always('GET /people', () => ({ json: [{ id: 'p0' }] }));
  hub.stub.always('POST /tickets', ({ headers, body }) => {
    asked += 1;
    if (answer.status === 201) tickets.set(String(headers['idempotency-key']), JSON.parse(body).text);
    return { ...answer, json: { id: 'T1', message: 'The mailbox is not there yet' } };
  });
}

const options = { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' };

const ticket = (end: End, more: object = {}, formula = "'done'"): object => ({
  id: 'ticket',
  action: { ...end, object: '/tickets', operation: 'create', options, mapping: [{ to: 'text', formula }] },
  ...more,
});

const undo = (end: End): object => ({
  action: {
    ...end,
    object: '/tickets',
    operation: 'delete',
    match_on: ['id'],
    target_id: 'steps.ticket.id',
    options: { ...options, delete: { path: '/tickets?id={id}' } },
  },
});

async function save(steps: (end: End) => object[]): Promise<string> {
  const end = await connectStub(hub);
  const source = { ...end, object: '/people', key: ['id'] };
  const { data, error } = await hub.api.request('POST', '/v1/integrations', {
    body: { name: 'Timed', source, steps: steps(end) },
  });
  expect(error).toBeUndefined();
  return data.id;
}

/** Lets items of a run have stood where they stand for so long, and what it waits for be due. */
async function pass({ runId }: RunInput, time: string): Promise<void> {
  const id = toLookup('run', runId);
  await hub.api.admin`
    update items set times_out_at = times_out_at - ${time}::interval, updated_at = updated_at - ${time}::interval
    where run_id = ${id} and ended_at is null`;
  await hub.api.admin`update run_gates set closed_at = closed_at - ${time}::interval where run_id = ${id}`;
  await hub.api
    .admin`update runs set wake_at = coalesce(wake_at, clock_timestamp()) - ${time}::interval where id = ${id}`;
}

/** Works on a run that is due. */
async function goOn(input: RunInput) {
  const woken = await wake(input);
  return woken && (await work(woken));
}

const readRun = async ({ runId }: RunInput): Promise<Item> => (await hub.api.request('GET', `/v1/runs/${runId}`)).data;
const readFailed = async ({ runId }: RunInput): Promise<Item[]> =>
  (await hub.api.request('GET', `/v1/runs/${runId}/records`)).list;

const approval = { id: 'ok', wait: { for: 'approval', of: ['anyone'] } };
const why = { id: 'why', transform: { set: { text: "error.step + ' ' + error.code" } } };

describe('test/integration/step-timeouts', { timeout: 120_000 }, () => {
  it('tries an action no more whose next try would come too late, and says why the last one failed', async () => {
    serve();
    answer = { status: 409 };
    const retry = { max_attempts: 9, initial: '1m' };
    const input = await hub.activities.begin(await save((end) => [ticket(end, { retry, timeout: '4m' })]));
    expect(await work(input)).toMatchObject({ status: 'parked' });

    await passTime(input);
    await pass(input, '2 minutes 30 seconds');
    expect(await goOn(input)).toMatchObject({ status: 'done' });

    expect(asked).toBe(2);
    expect(await readFailed(input)).toMatchObject([
      { code: 'step_timeout', step: 'ticket', message: expect.stringContaining('The mailbox is not there yet') },
    ]);
  });

  it('sends nothing for an item that has stood at the step for too long, which takes on_error', async () => {
    serve();
    answer = { status: 429, headers: { 'retry-after': '30' } };
    const flow = await save((end) => [
      ticket(end, { timeout: '10m', on_error: [why] }),
      ticket(end, { id: 'next' }, 'steps.why.text'),
    ]);
    const input = await hub.activities.begin(flow);
    expect(await hub.activities.runSegment(input)).toMatchObject({ status: 'waiting' });
    const before = asked;

    answer = { status: 201 };
    await pass(input, '11 minutes');
    expect(await work(input)).toMatchObject({ status: 'done' });

    expect([asked - before, [...tickets.values()]]).toEqual([1, ['ticket step_timeout']]);
    expect(await readRun(input)).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
  });

  it('counts no time before a closed window', async () => {
    serve();
    const week = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const weekly = [{ on: week, from: '00:00', to: '24:00' }];
    const freeze = (await hub.api.request('POST', '/v1/calendars', { body: { name: 'Freeze', weekly } })).data.id;
    const scope = (end: End): object => ({
      id: 'all',
      scope: [ticket(end, { timeout: '1h', not_in: 'Freeze' })],
      timeout: '1h',
    });
    const input = await hub.activities.begin(await save((end) => [scope(end)]));
    expect(await work(input)).toMatchObject({ status: 'parked' });

    await pass(input, '3 days');
    expect(await goOn(input)).toMatchObject({ status: 'parked' });
    await hub.api.request('PATCH', `/v1/calendars/${freeze}`, { body: { weekly: [] } });
    expect(await goOn(input)).toMatchObject({ status: 'done' });

    expect([...tickets.values()]).toEqual(['done']);
    expect(await readRun(input)).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
  });

  it('ends a scope that takes too long behind its finally, withdraws what it waits for, and takes its on_error', async () => {
    serve();
    const flow = await save((end) => [
      {
        id: 'all',
        timeout: '1d',
        scope: [{ id: 'each', for_each: '[1, 2]', as: 'n', steps: [{ ...approval, on_error: 'continue' }] }],
        finally: [ticket(end, {}, "'finally'")],
        on_error: [why],
      },
      ticket(end, { id: 'next' }, 'steps.why.text'),
    ]);
    const input = await hub.activities.begin(flow);
    expect(await work(input)).toMatchObject({ status: 'parked' });
    const { goes_on_at: at } = await readRun(input);
    expect(Math.abs(Date.parse(String(at)) - Date.now() - 86_400_000)).toBeLessThan(600_000);

    await pass(input, '25 hours');
    expect(await goOn(input)).toMatchObject({ status: 'done' });

    expect([...tickets.values()]).toEqual(['finally', 'all step_timeout']);
    const { list } = await hub.api.request('GET', '/v1/approvals?status=open');
    expect(list).toEqual([]);
    expect(await readRun(input)).toMatchObject({ status: 'succeeded', counters: { failed: 0 } });
  });

  it('undoes what a scope created that takes too long, and gives a retry the whole time once more', async () => {
    serve();
    hub.stub.always('DELETE /tickets', () => {
      deleted += 1;
      return { status: 204 };
    });
    const input = await hub.activities.begin(
      await save((end) => [
        { id: 'all', timeout: '1d', on_error: 'undo', scope: [ticket(end, { undo: undo(end) }), approval] },
      ]),
    );
    await work(input);
    await pass(input, '25 hours');
    expect(await goOn(input)).toMatchObject({ status: 'done' });
    expect([tickets.size, deleted]).toEqual([1, 1]);
    expect(await readFailed(input)).toMatchObject([{ code: 'step_timeout', step: 'all' }]);

    expect(await work(await calls.retry(input))).toMatchObject({ status: 'parked' });
    expect([asked, deleted]).toEqual([2, 1]);
  });

  it('cancels what a call asked for that takes too long', async () => {
    const called = await calls.save({
      name: 'Slow',
      source: await calls.taking(),
      steps: [{ id: 'pause', wait: { for: '9d' } }],
    });
    const steps = [{ id: 'ask', call: { integration_id: called, set: { id: 'record.id' } }, timeout: '1h' }];
    const caller = await calls.save({ name: 'Asks', source: await calls.taking(), steps });
    const input = await hub.activities.begin(caller, { input: { id: 'x' } });
    await work(input);
    await calls.serve();
    const child = await calls.takeUp(called);
    await work(child);

    await passTime(input);
    expect(await goOn(input)).toMatchObject({ status: 'done' });
    await calls.serve();
    await work(await calls.wakeUp(child));

    expect(await readFailed(input)).toMatchObject([{ code: 'step_timeout', step: 'ask' }]);
    expect(await calls.listItems(called)).toMatchObject([{ status: 'canceled' }]);
  });

  it('gives each try of a call the whole time, and calls no more what took too long, which it cancels', async () => {
    hub.stub.always('POST /tickets', () => {
      asked += 1;
      return asked === 1 ? { status: 400, json: {} } : { status: 201, json: { id: 'T1' } };
    });
    const called = await calls.save({
      name: 'Slow',
      source: await calls.taking(),
      steps: [ticket(await connectStub(hub)), { id: 'pause', wait: { for: '9d' } }],
    });
    const limits = { timeout: '1h', retry: { max_attempts: 3, initial: '1m' } };
    const steps = [{ id: 'ask', call: { integration_id: called, set: { id: 'record.id' } }, ...limits }];
    const caller = await calls.save({ name: 'Asks', source: await calls.taking(), steps });
    const input = await hub.activities.begin(caller, { input: { id: 'x' } });
    await work(input);
    await calls.serve();
    await work(await calls.takeUp(called));
    await calls.serve();
    expect(await calls.goOn(input)).toMatchObject({ status: 'parked' });

    await passTime(input);
    expect(await goOn(input)).toMatchObject({ status: 'parked' });
    const [left] = await hub.api.admin<{ minutes: number }[]>`
      select extract(epoch from due_at - parked_at)::float8 / 60 as minutes from waits
      where run_id = ${toLookup('run', input.runId)} and kind = 'call' and status = 'open'`;
    expect(left?.minutes).toBeGreaterThan(59);
    await calls.serve();
    const second = await calls.takeUp(called);
    expect(await work(second)).toMatchObject({ status: 'parked' });
    await passTime(input);
    expect(await goOn(input)).toMatchObject({ status: 'done' });
    await calls.serve();
    await work(await calls.wakeUp(second));

    expect(asked).toBe(2);
    expect(await readFailed(input)).toMatchObject([{ code: 'step_timeout', step: 'ask' }]);
    expect(await calls.listItems(called)).toMatchObject([{ status: 'canceled' }]);
    expect(await readRun(input)).toMatchObject({ status: 'partially_succeeded' });
  });

  it(
    'ends a scope and undoes it once, whichever commit is lost, or the answer to it',
    { timeout: 240_000 },
    async () => {
      serve();
      hub.stub.always('DELETE /tickets', () => ({ status: 204 }));
      let commits = 1;
      for (let commit = 1; commit <= commits; commit += 1) {
        tickets = new Map();
        const flow = await save((end) => [
          { id: 'all', timeout: '1d', on_error: 'undo', scope: [ticket(end, { undo: undo(end) }), approval] },
        ]);
        const input = await hub.activities.begin(flow);
        await work(input);
        await pass(input, '25 hours');
        const woken = (await wake(input)) ?? input;
        commits = Math.max(commits, await workDying(woken, commit, commit % 4 === 1 ? 'forgotten' : 'answer lost'));

        const failed = (await readFailed(input)).map(({ code, step }) => [code, step]);
        expect({ commit, failed, made: tickets.size }).toEqual({ commit, failed: [['step_timeout', 'all']], made: 1 });
        expect(await readRun(input)).toMatchObject({ status: 'partially_succeeded', counters: { failed: 1 } });
      }
      expect(commits).toBeGreaterThan(5);
    },
  );

  it('is refused where it means nothing', async () => {
    const end = await connectStub(hub);
    const refuse = async (members: object): Promise<object[]> => {
      const body = { name: 'Timed', source: { ...end, object: '/people', key: ['id'] }, ...members };
      const { error } = await hub.api.request('POST', '/v1/integrations', { body });
      return error?.details.errors?.map(({ path, message }) => [path, message]) ?? [];
    };
    const timeout = '1h';

    expect(await refuse({ steps: [{ ...approval, timeout }] })).toEqual([
      ['steps[0].timeout', expect.stringContaining('Move `timeout` into `wait`')],
    ]);
    expect(await refuse({ steps: [{ id: 'l', for_each: '[1]', as: 'n', steps: [], timeout }] })).toEqual([
      ['steps[0].timeout', expect.stringContaining('`scope`')],
    ]);
    expect(await refuse({ steps: [ticket(end, { timeout: 'soon' })] })).toMatchObject([
      ['steps[0].timeout', expect.any(String)],
    ]);
    expect(await refuse({ steps: [ticket(end)], finally: [ticket(end, { id: 'last', timeout })] })).toMatchObject([
      ['finally[0].timeout', expect.any(String)],
    ]);
  });
});

/** Works on a run until it is over, as a worker does that is killed at one of its commits. @returns the commits. */
async function workDying(input: RunInput, commit: number, fate: Fate): Promise<number> {
  const { deps } = hub.activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  try {
    for (let tries = 1; ; tries += 1) {
      const segment = await work(input).catch((error: unknown) => {
        if (tries > 3) throw error;
      });
      if (segment !== undefined) return failing.commits();
      await hub.api.admin`update streams set lease_until = now() - interval '1 s' where lease_until is not null`;
    }
  } finally {
    deps.database = database;
  }
}
