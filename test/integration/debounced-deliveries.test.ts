import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { openDatabase, type Database } from '../../drizzle/index.ts';
import { releaseDue, startDueDeliveries } from '../../runs/starts/start-due-deliveries.ts';
import { createAcceptor } from '../../services/triggers/accept-events.ts';
import { findHook } from '../../services/triggers/find-hook.ts';
import { openHooks } from '../../services/triggers/open-hooks.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { actOnHooks, hookSecret } from '../api/hook-acts.ts';
import { type Answer, type Item, pepper } from '../api/harness.ts';
import { failAt, type Fate } from '../harness/fail-at-commit.ts';
import { neverKilled, workKilled } from '../harness/killed-commits.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnCalls } from './call-acts.ts';

const hub = useStubbedHub();
const calls = actOnCalls(hub);

let relay: Database;
let notes: string[];

beforeAll(() => {
  relay = openDatabase(hub.api.testDatabase.relayUrl, { role: 'hub_relay', max: 2 });
});

afterAll(() => relay.close());

beforeEach(() => {
  notes = [];
});

function serve(): void {
  const known = new Set<unknown>();
  // A vendor that knows what it was sent by the key of the request.
  hub.stub.always('POST /notes', ({ headers, body }) => {
    const key = headers['idempotency-key'];
    if (!known.has(key)) notes.push(JSON.parse(body).text);
    known.add(key);
    return { status: 201, json: {} };
  });
}

interface Intake {
  integration: string;
  workflow: string;
  path: string;
  hook: string;
}

const trigger = { type: 'webhook', debounce: '30s' };

async function describeIntake(triggers: object[], more: object = {}): Promise<object> {
  const source = { ...(await connectStub(hub)), object: 'orders', key: ['id'], payload: {}, ...more };
  const mapping = [{ to: 'text', formula: "change + ' ' + record.id + ' ' + record.state" }];
  return { name: 'Intake', source, triggers, steps: [{ id: 'note', action: await calls.create('/notes', mapping) }] };
}

/** Saves a flow that writes a note of each item. */
async function save(given: object = trigger, { active = true } = {}): Promise<Intake> {
  const integration = await calls.save(await describeIntake([given]), { active: false });
  const { list } = await hub.api.request('GET', `/v1/workflows?integration_id=${integration}&type=webhook`);
  const workflow = String(list[0]?.id);
  const credentials = { credentials: { secret: hookSecret } };
  await hub.api.request('PUT', `/v1/workflows/${workflow}/hook-credentials`, { body: credentials });
  if (active) await hub.api.request('POST', `/v1/integrations/${integration}/activate`);
  const path = new URL(String(Object(list[0]?.['hook']).url)).pathname;
  return { integration, workflow, path, hook: toLookup('hook', path.split('/').at(-1) ?? '') };
}

let sent = 0;

async function deliver({ path }: Intake, id: string, state: string, name?: string): Promise<Answer> {
  sent += 1;
  const answer = await actOnHooks(hub.api).send(path, { id: name ?? `m${sent}`, body: JSON.stringify({ id, state }) });
  expect(answer.status).toBe(202);
  return answer;
}

/** Lets the time pass that deliveries wait for newer ones. */
async function passQuiet({ hook }: Intake): Promise<void> {
  await hub.api
    .admin`update inbox set due_at = clock_timestamp() - interval '1 s' where hook_id = ${hook} and due_at is not null`;
}

const orgId = () => toLookup('organization', hub.api.organization.organization_id);
const release = ({ hook }: Intake, database = hub.api.database) =>
  releaseDue({ database, clock: systemClock }, { orgId: orgId(), hookId: hook });
const listRuns = async ({ integration }: Intake, status = 'queued'): Promise<Item[]> =>
  (await hub.api.request('GET', `/v1/integrations/${integration}/runs?status=${status}`)).list;
async function listEvents({ workflow }: Intake): Promise<Item[]> {
  const { list, error } = await hub.api.request('GET', `/v1/workflows/${workflow}/hook-events?per_page=100`);
  expect(error).toBeUndefined();
  return list;
}

/** Carries out the run that waits. @returns the commits of the worker. */
async function work(intake: Intake, commit = neverKilled, fate: Fate = 'forgotten'): Promise<number> {
  const input = await calls.takeUp(intake.integration);
  return workKilled(hub.activities, input, commit, fate);
}

async function releaseAndWork(intake: Intake): Promise<void> {
  await passQuiet(intake);
  await release(intake);
  await work(intake);
}

describe('test/integration/debounced-deliveries', { timeout: 120_000 }, () => {
  it('makes one item of the deliveries of a key, of the newest of them, and tells how many these were', async () => {
    serve();
    const intake = await save();
    const first = await deliver(intake, 'o1', 'new', 'first');
    await deliver(intake, 'o2', 'new');
    await deliver(intake, 'o1', 'paid');
    await deliver(intake, 'o1', 'sent');
    const again = await deliver(intake, 'o1', 'new', 'first');
    await release(intake);
    expect(await listRuns(intake)).toEqual([]);

    await releaseAndWork(intake);

    expect(again.data).toEqual(first.data);
    expect(notes.toSorted()).toEqual(['created o1 sent', 'created o2 new']);
    const [run] = await listRuns(intake, 'succeeded');
    const { event_id: kept } = first.data;
    const events = await listEvents(intake);
    expect(events.map(({ run_id: id }) => id)).toEqual(events.map(() => run?.id));
    expect(events.map(({ id, merged, merged_into: into }) => [id === kept, merged, into])).toEqual([
      [false, undefined, kept],
      [false, undefined, kept],
      [false, undefined, undefined],
      [true, 2, undefined],
    ]);
  });

  it('makes another item of what comes once the time is over, behind the first', async () => {
    serve();
    const intake = await save();
    await deliver(intake, 'o1', 'new');
    await passQuiet(intake);
    await release(intake);
    await deliver(intake, 'o1', 'paid');

    await work(intake);
    await releaseAndWork(intake);

    expect(notes).toEqual(['created o1 new', 'updated o1 paid']);
  });

  it('waits no longer than it may, however many come', async () => {
    const readDue = async ({ hook }: Intake): Promise<number> => {
      const [row] = await hub.api.admin<{ ms: number }[]>`
        select (extract(epoch from due_at) * 1000)::float8 as ms from inbox where hook_id = ${hook} and due_at is not null`;
      return row?.ms ?? 0;
    };
    const intake = await save({ ...trigger, debounce: '10m', debounce_max: '10m' });
    await deliver(intake, 'o1', 'new');
    const due = await readDue(intake);
    await deliver(intake, 'o1', 'paid');
    expect(await readDue(intake)).toBe(due);

    const patient = await save({ ...trigger, debounce: '10m' });
    await deliver(patient, 'o1', 'new');
    const [first] = await hub.api.admin<{ minutes: number }[]>`
      select round(extract(epoch from due_by - due_at) / 60)::int as minutes from inbox where hook_id = ${patient.hook}`;
    expect(first?.minutes).toBe(90);
    await hub.api.admin`update inbox set due_at = due_at - interval '9 minutes' where hook_id = ${patient.hook}`;
    const soon = await readDue(patient);
    await deliver(patient, 'o1', 'paid');
    expect(await readDue(patient)).toBeGreaterThan(soon + 8 * 60_000);
  });

  it('keeps deliveries while the integration is not active, and leaves others to the runs of their own', async () => {
    serve();
    const intake = await save(trigger, { active: false });
    await deliver(intake, 'o1', 'new');
    await deliver(intake, 'o1', 'paid');
    await passQuiet(intake);
    await release(intake);
    expect(await listRuns(intake)).toEqual([]);
    await deliver(intake, 'o2', 'new');

    await hub.api.request('POST', `/v1/integrations/${intake.integration}/activate`);
    await work(intake);
    expect(notes).toEqual(['created o1 paid']);
    const body = { inputs: [{ id: 'o3', state: 'given' }] };
    await hub.api.request('POST', `/v1/integrations/${intake.integration}/execute`, { body });
    await work(intake);
    expect(notes).toEqual(['created o1 paid', 'created o3 given']);

    await releaseAndWork(intake);
    expect(notes).toEqual(['created o1 paid', 'created o3 given', 'created o2 new']);
    const runs = new Set((await listEvents(intake)).map(({ run_id: id }) => id));
    expect([runs.size, runs.has(undefined)]).toEqual([2, false]);
  });

  it('takes what is left of a trigger that was removed with the next run', async () => {
    serve();
    const intake = await save();
    await deliver(intake, 'o1', 'new');
    await hub.api.request('PATCH', `/v1/integrations/${intake.integration}`, { body: { triggers: [] } });
    await passQuiet(intake);
    await release(intake);
    const body = { inputs: [{ id: 'o2', state: 'given' }] };
    await hub.api.request('POST', `/v1/integrations/${intake.integration}/execute`, { body });

    await work(intake);

    expect(notes.toSorted()).toEqual(['created o1 new', 'created o2 given']);
  });

  it('makes what is due items by itself', async () => {
    serve();
    const intake = await save();
    await deliver(intake, 'o1', 'new');
    await passQuiet(intake);
    const loop = startDueDeliveries({ ...hub.activities.deps, relayDatabase: relay });
    try {
      await expect.poll(() => listRuns(intake), { timeout: 10_000 }).toHaveLength(1);
    } finally {
      await loop.stop();
    }
    await work(intake);
    expect(notes).toEqual(['created o1 new']);
  });

  it('loses and doubles nothing that comes while others become due', async () => {
    serve();
    const intake = await save();
    const states = Array.from({ length: 24 }, (_, n) => `s${n}`);
    for (const state of states) {
      await Promise.all([
        deliver(intake, 'o1', state),
        deliver(intake, 'o2', state),
        passQuiet(intake).then(() => release(intake)),
      ]);
    }
    await passQuiet(intake);
    await release(intake);
    await work(intake);

    const events = await listEvents(intake);
    const kept = events.filter(({ merged_into: into }) => into === undefined);
    expect(events).toHaveLength(48);
    expect(events.filter(({ run_id: id }) => id === undefined)).toEqual([]);
    expect(kept.reduce((sum, { merged }) => sum + Number(merged ?? 0), 0)).toBe(48 - kept.length);
    expect(notes).toHaveLength(kept.length);
    for (const key of ['o1', 'o2']) {
      const of = notes.filter((note) => note.includes(key)).map((note) => states.indexOf(note.split(' ')[2] ?? ''));
      expect(of).toEqual(of.toSorted((a, b) => a - b));
      expect(of.at(-1)).toBe(23);
    }
  });

  it('makes one item of what senders repeat, whichever commit is lost, or the answer to it', async () => {
    serve();
    const intake = await save();
    const hook = await findHook(openTestHooks(), intake.path.split('/').at(-1) ?? '');
    const [letAccept, letRelease, letWork] = [3, 2, 12];
    for (let commit = 1; commit <= letWork; commit += 1) {
      const fate = commit % 2 === 0 ? 'forgotten' : 'answer lost';
      const key = `c${commit}`;
      const before = notes.length;
      const { database } = failAt(hub.api.database, ((commit - 1) % letAccept) + 1, fate);
      const accept = createAcceptor({ ...hub.activities.deps, clock: systemClock, database });
      for (const state of ['new', 'paid', 'sent']) {
        const event = { key: `${key} ${state}`, name: 'order', at: undefined, isTest: false };
        const payload = { key, record: { id: key, state } };
        // The sender tries again until it is answered.
        const send = () => accept(hook, [{ ...event, payload }]);
        await send().catch(send);
      }
      await passQuiet(intake);
      const failing = failAt(hub.api.database, ((commit - 1) % letRelease) + 1, fate);
      await release(intake, failing.database).catch(() => release(intake));
      await work(intake, commit, fate);
      expect({ commit, notes: notes.slice(before) }).toEqual({ commit, notes: [`created ${key} sent`] });
    }
    const events = await listEvents(intake);
    expect(events.filter(({ merged }) => merged === 2)).toHaveLength(letWork);
    expect(events).toHaveLength(3 * letWork);
  });

  it('ends a wait for the next delivery, whether that is merged or not', async () => {
    hub.stub.always('GET /people', () => ({ json: [{ id: 'o1' }] }));
    const intake = await save();
    await deliver(intake, 'o1', 'new');
    await hub.api.admin`update inbox set received_at = received_at - interval '1 hour' where hook_id = ${intake.hook}`;
    const event = { integration_id: intake.integration, key: 'record.id' };
    const waiting = await calls.save(
      {
        name: 'Waiting',
        source: { ...(await connectStub(hub)), object: '/people', key: ['id'] },
        steps: [
          { id: 'arrival', wait: { for: 'event', event } },
          { id: 'note', action: await calls.create('/notes', [{ to: 'text', formula: 'steps.arrival.state' }]) },
        ],
      },
      { active: false },
    );
    const input = await hub.activities.begin(waiting);
    expect(await hub.activities.runSegment(input)).toMatchObject({ status: 'parked' });
    await passQuiet(intake);
    await release(intake);
    const count = () => hub.api.admin`select status from waits where run_id = ${toLookup('run', input.runId)}`;
    expect([...(await count())]).toEqual([{ status: 'open' }]);

    await deliver(intake, 'o1', 'paid');
    expect([...(await count())]).toEqual([{ status: 'answered' }]);
  });

  it('refuses lengths that are not allowed, and sources whose deliveries have no key', async () => {
    const refuse = async (given: object, more: object = {}): Promise<unknown> => {
      const body = await describeIntake([{ type: 'webhook', ...given }], more);
      const { error } = await hub.api.request('POST', '/v1/integrations', { body });
      return error?.details.errors?.map(({ path, code }) => `${path} ${code}`);
    };

    expect(await refuse({ debounce: '2h' })).toEqual(['triggers[0].debounce out_of_range']);
    expect(await refuse({ debounce: 'soon' })).toEqual(['triggers[0].debounce invalid_format']);
    expect(await refuse({ debounce_max: '1h' })).toEqual(['triggers[0].debounce required']);
    expect(await refuse({ debounce: '1m', debounce_max: '30s' })).toEqual(['triggers[0].debounce_max out_of_range']);
    expect(await refuse({ debounce: '1m', debounce_max: '25h' })).toEqual(['triggers[0].debounce_max out_of_range']);
    expect(await refuse({ debounce: '1m' }, { payload: undefined, object: '/people' })).toEqual([
      'triggers[0].debounce unsupported',
    ]);
  });
});

/** As the API has them, for deliveries whose signatures were checked. */
function openTestHooks() {
  const { database, clock, publicKeys } = hub.activities.deps;
  return openHooks({ database, clock, publicKeys, pepper, egress: { allow: [] } });
}
