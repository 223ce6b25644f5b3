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

let people: object[];
let notes: string[];

beforeEach(() => {
  [people, notes] = [[{ id: 'p0' }, { id: 'p1' }], []];
});

function serve(): void {
  hub.stub.always('GET /people', () => ({ json: people }));
  hub.stub.always('POST /notes', ({ body }) => {
    notes.push(JSON.parse(body).text);
    return { status: 201, json: {} };
  });
}

const schema = {
  type: 'object',
  required: ['id', 'state'],
  properties: { id: { type: 'string' }, state: { type: 'string' } },
};

/** Saves an integration that takes deliveries, and does nothing with them. */
async function saveDeliveries(): Promise<string> {
  const steps = [{ id: 'end', stop: 'succeeded' }];
  return calls.save({ name: 'Deliveries', source: await calls.taking(schema), steps });
}

/** Saves a flow that waits for what is delivered of each person. */
async function saveWait(integration: string, wait: object = {}, event: object = {}, text?: string): Promise<string> {
  const end = await connectStub(hub);
  const mapping = [{ to: 'text', formula: text ?? "record.id + ' ' + steps.arrival.state" }];
  return calls.save(
    {
      name: 'Orders',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [
        {
          id: 'arrival',
          wait: { for: 'event', event: { integration_id: integration, key: 'record.id', ...event }, ...wait },
        },
        { id: 'note', action: await calls.create('/notes', mapping) },
      ],
    },
    { active: false },
  );
}

async function deliver(integration: string, ...inputs: object[]): Promise<void> {
  const { error } = await hub.api.request('POST', `/v1/integrations/${integration}/execute`, { body: { inputs } });
  expect(error).toBeUndefined();
}

async function goOn(input: RunInput) {
  const woken = await wakeUp(input);
  return woken && (await work(woken));
}

const readRun = async ({ runId }: RunInput): Promise<Item> => (await hub.api.request('GET', `/v1/runs/${runId}`)).data;
const statusOf = async (input: RunInput): Promise<unknown> => (await readRun(input)).status;

describe('test/integration/awaited-events', { timeout: 120_000 }, () => {
  it('goes on with what is delivered to another integration with the key that its item waits for, once', async () => {
    serve();
    const deliveries = await saveDeliveries();
    const input = await hub.activities.begin(await saveWait('Deliveries'));
    expect(await work(input)).toMatchObject({ status: 'parked', waits: [{ step: 'arrival', items: 2 }] });

    await deliver(deliveries, { id: 'other', state: 'no' });
    expect(await goOn(input)).toBeUndefined();
    await deliver(deliveries, { id: 'p1', state: 'sent' }, { id: 'p1', state: 'lost' });
    expect(await goOn(input)).toMatchObject({ status: 'parked' });
    expect(notes).toEqual(['p1 sent']);
    await deliver(deliveries, { id: 'p0', state: 'here' });
    expect(await goOn(input)).toMatchObject({ status: 'done' });

    expect(notes).toEqual(['p1 sent', 'p0 here']);
    expect(await statusOf(input)).toBe('succeeded');
  });

  it('looks back for what came before, as far as the step says, whether a run has taken it or not', async () => {
    serve();
    const deliveries = await saveDeliveries();
    await deliver(deliveries, { id: 'p0', state: 'taken' });
    await work(await calls.takeUp(deliveries));
    await deliver(deliveries, { id: 'p1', state: 'waiting' });
    const near = await hub.activities.begin(await saveWait(deliveries, {}, { look_back: '1h' }));
    expect(await work(near)).toMatchObject({ status: 'done' });
    expect(notes.toSorted()).toEqual(['p0 taken', 'p1 waiting']);

    await hub.api
      .admin`update items set created_at = created_at - interval '2 hours' where integration_id = ${toLookup('integration', deliveries)}`;
    await hub.api.admin`update inbox set received_at = received_at - interval '2 hours'`;
    const far = await hub.activities.begin(await saveWait(deliveries, {}, { look_back: '1h' }));
    expect(await work(far)).toMatchObject({ status: 'parked', waits: [{ items: 2 }] });
  });

  it('fails where nothing came in time, or goes on without it', async () => {
    serve();
    const deliveries = await saveDeliveries();
    const failing = await hub.activities.begin(await saveWait(deliveries, { timeout: '1d' }));
    await work(failing);
    await passTime(failing);
    await goOn(failing);
    const { list } = await hub.api.request('GET', `/v1/runs/${failing.runId}/records`);
    expect(list.map(({ code, step }) => [code, step])).toEqual([
      ['event_expired', 'arrival'],
      ['event_expired', 'arrival'],
    ]);

    const text = "steps.arrival == null ? 'nothing' : steps.arrival.state";
    const going = await saveWait(deliveries, { timeout: '1d', on_timeout: 'continue' }, {}, text);
    const input = await hub.activities.begin(going);
    await work(input);
    await passTime(input);
    expect(await goOn(input)).toMatchObject({ status: 'done' });
    expect(notes).toEqual(['nothing', 'nothing']);
  });

  it('looks a delivery up among hundreds of waits by its key, in an index', async () => {
    hub.stub.always('GET /people', () => ({ json: [{ id: 'p0' }] }));
    const deliveries = await saveDeliveries();
    await work(await hub.activities.begin(await saveWait(deliveries)));
    await hub.api.admin`
      insert into waits select (jsonb_populate_record(w,
        jsonb_build_object('id', gen_random_uuid(), 'step', 's' || n, 'event_key', 'k' || n))).*
      from waits as w cross join generate_series(1, 500) as n where w.kind = 'event' and w.status = 'open'`;
    await hub.api.admin`analyze waits`;

    // What earlier statements of the session read may still be counted there, hence the difference.
    const [before, after] = await hub.api.admin.begin(async (sql) => {
      const countReads = async () => {
        const [read] = await sql<{ seq: number; idx: number }[]>`
          select seq_tup_read::int as seq, idx_tup_fetch::int as idx from pg_stat_xact_user_tables where relname = 'waits'`;
        return read ?? { seq: 0, idx: 0 };
      };
      const earlier = await countReads();
      await sql`
        insert into inbox (org_id, id, integration_id, key, sealed, received_at)
        select org_id, gen_random_uuid(), id, 'k77', '', now() from integrations where id = ${toLookup('integration', deliveries)}`;
      return [earlier, await countReads()] as const;
    });

    const [ended] = await hub.api
      .admin`select count(*)::int as count from waits where status = 'answered' and event_key = 'k77'`;
    expect(ended).toEqual({ count: 1 });
    expect(after.seq - before.seq).toBe(0);
    expect(after.idx - before.idx).toBeLessThan(20);
  });

  it('misses no delivery that comes while an item comes to its wait', async () => {
    serve();
    const deliveries = await saveDeliveries();
    const flow = await saveWait(deliveries, {}, { look_back: '1h' });
    for (let round = 0; round < 4; round += 1) {
      notes = [];
      people = [{ id: `r${round}` }];
      const input = await hub.activities.begin(flow);
      await Promise.all([work(input), deliver(deliveries, { id: `r${round}`, state: 'now' })]);
      if ((await statusOf(input)) === 'waiting') await goOn(input);
      expect([await statusOf(input), notes]).toEqual(['succeeded', [`r${round} now`]]);
    }
  });

  it('takes a delivery once, whichever commit is lost, or the answer to it', { timeout: 240_000 }, async () => {
    serve();
    people = [{ id: 'p0' }];
    const deliveries = await saveDeliveries();
    let commits = 1;
    // Every second commit, or it would take long.
    for (let commit = 1; commit <= commits; commit += 2) {
      const key = `c${commit}`;
      [people, notes] = [[{ id: key }], []];
      const input = await hub.activities.begin(await saveWait(deliveries));
      const fate = commit % 4 === 1 ? 'forgotten' : 'answer lost';
      commits = Math.max(commits, await workDying(input, commit, fate));
      await deliver(deliveries, { id: key, state: 'sent' });
      const woken = await wakeUp(input);
      if (woken !== undefined) await workDying(woken, commit, fate);
      expect({ commit, notes: new Set(notes), status: await statusOf(input) }).toEqual({
        commit,
        notes: new Set([`${key} sent`]),
        status: 'succeeded',
      });
    }
    expect(commits).toBeGreaterThan(3);
  });

  it('refuses integrations to which nothing is delivered, and such that are not there', async () => {
    const end = await connectStub(hub);
    const body = (wait: object): object => ({
      name: 'Orders',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [{ id: 'arrival', wait: { for: 'event', ...wait } }],
    });
    const refuse = async (wait: object): Promise<unknown> => {
      const { error } = await hub.api.request('POST', '/v1/integrations', { body: body(wait) });
      return error?.details.errors?.map(({ path, code }) => [path, code]);
    };
    const reading = await hub.api.request('POST', '/v1/integrations', {
      body: { ...body({}), name: 'Reads', steps: [{ id: 'end', stop: 'skipped' }] },
    });
    const deliveries = await saveDeliveries();

    expect(await refuse({})).toEqual([['steps[0].wait.event', 'required']]);
    expect(await refuse({ event: { key: 'record.id' } })).toEqual([['steps[0].wait.event', 'takes_no_input']]);
    expect(await refuse({ event: { integration_id: reading.data.id, key: 'record.id' } })).toEqual([
      ['steps[0].wait.event.integration_id', 'takes_no_input'],
    ]);
    expect(await refuse({ event: { integration_id: 'Delivery', key: 'record.id' } })).toEqual([
      ['steps[0].wait.event.integration_id', 'unknown_integration'],
    ]);
    expect(await refuse({ event: { integration_id: deliveries, key: 'steps.x' } })).toEqual([
      ['steps[0].wait.event.key', 'invalid_formula'],
    ]);
    await saveWait(deliveries);
    expect((await hub.api.request('DELETE', `/v1/integrations/${deliveries}`)).error).toMatchObject({
      code: 'resource_in_use',
    });
  });
});

async function wakeUp(input: RunInput): Promise<RunInput | undefined> {
  await hub.api.admin`
    update runs set wake_at = now() - interval '1 s' where id = ${toLookup('run', input.runId)} and wake_at is not null`;
  return wake(input);
}

/** Works on a run until it rests, as a worker does that is killed at one of its commits. @returns the commits. */
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
