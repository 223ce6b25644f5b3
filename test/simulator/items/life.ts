import { randomUUID } from 'node:crypto';
import { toId } from '../../../core/ids.ts';
import type { RunInput } from '../../../core/pure/run-messages.ts';
import { withTenantPipelined } from '../../../drizzle/index.ts';
import { wakeRun } from '../../../services/runs/queue/wake-run.ts';
import { toLookup } from '../../../services/shared/schemas.ts';
import type { TestApi } from '../../api/harness.ts';
import { type TestActivities, toRunInput } from '../../harness/activities.ts';
import { Rng } from '../rng.ts';
import { type LifeFlow, makeFlow, toDefinition, type Version } from './blocks.ts';
import { type Fault, makeFaulty, type Meeting, type Mutation } from './faulty-database.ts';
import { openEvents } from './events.ts';
import { type ItemViolation, judgeLife } from './judge-life.ts';
import { openPeople } from './people.ts';
import type { Vendor } from './vendor.ts';
import { openWatch } from './watch.ts';

/** What lives go on in: the parts of a hub, and what is at the other end of a connection. */
export interface LifeWorld {
  api: TestApi;
  activities: TestActivities;
  vendor: Vendor;
  end: { connection_id: string };
  /** Of what is written to the vendor. */
  target: { connection_id: string };
}

export interface LifeOptions {
  /** A bug planted in the workers' SQL. */
  mutate?: Mutation;
  /** Gets what happens. */
  say?: (text: string) => void;
  /** Ends a life early, which then breaks nothing: with a bug, a segment may never end by itself. */
  stop?: AbortSignal;
}

interface RunRow {
  id: string;
  status: string;
  wakes: number;
}

const keysMax = 3;
const actsMax = 14;
const runsMax = 3;
/** A life in which nothing ends has more rounds than any that does. */
const calmRoundsMax = 60;
const transactionsMax = 25;

/**
 * Lives through what a seed brings: a flow, records that change, people and systems that answer, and workers that die, stand
 * still, or lose commits. Everything of the hub is real: its statements, its steps, its database; only time passes on request.
 *
 * @returns the first thing that must not be.
 */
export async function live(
  place: LifeWorld,
  seed: number,
  { mutate, say = () => undefined, stop }: LifeOptions = {},
): Promise<ItemViolation | undefined> {
  const { api, activities, vendor, end, target } = place;
  const rng = new Rng(seed, 'life');
  const gates = new Rng(seed, 'gates');
  const closes = gates.chance(0.3);
  vendor.forget();
  const eventsRng = new Rng(seed, 'events');
  const begins = new Rng(seed, 'begins');
  const flow: LifeFlow = makeFlow(rng, new Rng(seed, 'batches'), eventsRng);
  const hasEvents = flow.blocks.some(({ kind }) => kind === 'event');
  // Each life has its own: what is delivered in one meets no wait of another one, and no queue of runs that others left.
  const deliveries = hasEvents ? await saveDeliveries(place) : '';
  const integration = await save(api, toDefinition(flow, { end, target, deliveries }));
  const integrationId = toLookup('integration', integration);
  const orgId = toLookup('organization', api.organization.organization_id);
  const versions = new Map<string, Version>();
  const people = openPeople({ api, vendor, integration, rng });
  const events = openEvents({ api, vendor, integration, deliveries, say, ...flow, rng: eventsRng });
  const watch = openWatch({ api, vendor, integrationId });
  const zombies: { thaw: () => void; done: Promise<unknown> }[] = [];
  const dying: Promise<unknown>[] = [];
  for (let n = rng.int(1, keysMax); n > 0; n -= 1) change(`p${n}`);
  let asked = 0;
  await execute();
  for (let acts = rng.int(3, actsMax); acts > 0; acts -= 1) {
    if (stop?.aborted) break;
    await act();
    if (hasEvents && eventsRng.chance(0.3)) await deliver();
    const violation = await watch.look();
    if (violation !== undefined) return finishWith(violation);
  }
  say('calm');
  if (vendor.isClosed) await setGate(false);
  const isOver = await calmDown();
  await thawAll();
  if (stop?.aborted) return undefined;
  const violation = (await watch.look()) ?? (isOver ? undefined : await watch.describeStuck());
  return (
    violation ??
    judgeLife({
      blocks: flow.blocks,
      versions,
      journal: vendor.journal,
      ...events,
      ...(await people.readEvidence()),
    }) ??
    watch.compareCounters()
  );

  async function finishWith(found: ItemViolation): Promise<ItemViolation> {
    await thawAll();
    if (vendor.isClosed) await setGate(false);
    return found;
  }

  function change(id: string): void {
    const rev = (vendor.records.find((record) => record.id === id)?.rev ?? 0) + 1;
    const list = ['a', 'b', 'c'].filter(() => rng.chance(0.5));
    const version = { id, rev, list, refused: rng.chance(0.25) };
    versions.set(`${id} ${rev}`, version);
    vendor.records = [...vendor.records.filter((record) => record.id !== id), version];
    say(`${id} is ${JSON.stringify(version)}`);
  }

  async function execute(): Promise<void> {
    asked += 1;
    const { status } = await api.request('POST', `/v1/integrations/${integration}/execute`);
    say(`execute: ${status}`);
  }

  async function act(): Promise<void> {
    if (closes && gates.chance(0.25)) return toggleGate();
    const kind = rng.next();
    if (kind < 0.5) return work(makeFault());
    if (kind < 0.62) return people.decide();
    if (kind < 0.72) return people.callBack();
    if (kind < 0.8) return passHour();
    if (kind < 0.88) {
      change(`p${rng.int(1, keysMax)}`);
      if (asked < runsMax) await execute();
      return;
    }
    if (kind < 0.92) return people.cancelItem();
    if (kind < 0.95) return people.cancelRun();
    if (kind < 0.98) return twice();
    await thawAll();
  }

  function makeFault(): Fault {
    if (rng.chance(0.15)) vendor.toLose = rng.int(1, 3);
    const at = rng.int(1, transactionsMax);
    const kind = rng.next();
    if (kind < 0.35) return { kind: 'none' };
    if (kind < 0.5 && zombies.length === 0) return { kind: 'freeze', at };
    return { kind: 'commit', at, fate: rng.pick(['forgotten', 'answer lost']), dies: rng.chance(0.5) };
  }

  /** Somebody disables what is written to, or enables it. No worker of before is at it any more. */
  async function toggleGate(): Promise<void> {
    await thawAll();
    await setGate(!vendor.isClosed);
  }

  async function setGate(isClosed: boolean): Promise<void> {
    const body = { status: isClosed ? 'disabled' : 'active' };
    if (!isClosed) vendor.isClosed = false;
    const { status } = await api.request('PATCH', `/v1/connections/${target.connection_id}`, { body });
    if (status !== 200) throw new Error(`The connection was not changed: ${status}.`);
    vendor.isClosed = isClosed;
    say(isClosed ? 'disabled' : 'enabled');
  }

  /** An event comes while nobody is at work: what dead workers still do is over. */
  async function deliver(): Promise<void> {
    await Promise.all(dying.splice(0));
    await events.deliver(true);
  }

  /** Somebody answers while a worker is at it, or two workers are. */
  async function twice(): Promise<void> {
    const other = rng.pick([() => people.decide(), () => people.callBack(), () => work({ kind: 'none' })]);
    await Promise.all([work({ kind: 'none' }), other()]);
  }

  /** Does one turn of what a workflow does, with one of the runs that have their turn. */
  async function work(fault: Fault): Promise<void> {
    await expireLeases();
    await wake();
    const runs = await api.admin<RunRow[]>`
      select id, status, wakes from runs where integration_id = ${integrationId}
        and (status in ('running', 'canceling') or status = 'queued' and admitted_at is not null) order by id`;
    if (runs.length === 0) return;
    const run = rng.pick(runs);
    // A workflow of an earlier wake may still be there, and one whose wake the database has forgotten.
    const strayed = rng.chance(0.1) ? rng.pick([-1, 1]) : 0;
    const input: RunInput = {
      ...toRunInput(api, integration, toId('run', run.id)),
      wake: Math.max(0, run.wakes + strayed),
    };
    let met: Promise<void> | undefined;
    const meeting: Meeting | undefined =
      hasEvents && eventsRng.chance(0.5)
        ? { at: eventsRng.int(1, transactionsMax), act: () => (met = events.deliver(false)) }
        : undefined;
    const faulty = makeFaulty(activities.deps.database, fault, { mutate, meeting });
    const isBegun = run.status !== 'queued' || begins.chance(0.3);
    const done = carry(activities.over(faulty.database, stop), input, isBegun);
    await Promise.race([done, faulty.gone]);
    await met;
    if (fault.kind === 'freeze') zombies.push({ thaw: faulty.thaw, done });
    // Requests of a dead worker may still be on their way; none may reach the next life.
    else dying.push(done);
    say(`work on ${run.id.slice(-4)} (${run.status}) with ${JSON.stringify(fault)}`);
  }

  /** @param isBegun The workflow remembers that it has begun the run, whatever the database says. */
  async function carry(worker: ReturnType<TestActivities['over']>, input: RunInput, isBegun: boolean): Promise<void> {
    try {
      const begun = isBegun ? undefined : await worker.beginRun(input);
      if (begun !== undefined) say(`  begun: ${begun.status}`);
      if (begun !== undefined && begun.status !== 'running') return;
      const segment = await worker.runSegment(input);
      say(`  ${segment.status}`);
      if (segment.status === 'done') await worker.finishRun({ ...input, outcome: 'succeeded' });
      if (segment.status === 'canceled') await worker.finishRun({ ...input, outcome: 'canceled' });
    } catch (error) {
      say(`  ${String(error)}`);
      // Temporal tries again, unless it is told not to.
      const isFinal = error instanceof Error && 'nonRetryable' in error && error.nonRetryable === true;
      if (isFinal) await worker.finishRun({ ...input, outcome: 'failed' }).catch(() => undefined);
    }
  }

  /** What a worker held that was lost, or stands still, is over, as if time had passed. */
  async function expireLeases(): Promise<void> {
    await api.admin`
      update streams set lease_until = clock_timestamp() - interval '1 s' where integration_id = ${integrationId} and lease_until is not null`;
    await api.admin`update streams set quiet_until = clock_timestamp() - interval '1 s' where integration_id = ${integrationId} and quiet_until is not null`;
    await api.admin`delete from segment_slots where run_id in (select id from runs where integration_id = ${integrationId})`;
  }

  /** What the relay does with runs that are due, twice now and then. */
  async function wake(): Promise<void> {
    // A run rests a second at least.
    await api.admin`
      update runs set wake_at = clock_timestamp() - interval '1 s' where integration_id = ${integrationId} and status = 'waiting'
        and wake_at < clock_timestamp() + interval '2 s'`;
    const due = await api.admin<RunRow[]>`
      select id, status, wakes from runs where integration_id = ${integrationId} and status = 'waiting' and wake_at <= clock_timestamp()`;
    for (const { id: runId } of due) {
      const once = () => withTenantPipelined(api.database, orgId, (tx) => wakeRun(tx, { orgId, runId, integrationId }));
      await Promise.all(rng.chance(0.2) ? [once(), once()] : [once()]);
    }
  }

  async function passHour(): Promise<void> {
    vendor.hour += 1;
    say(`hour ${vendor.hour}`);
    await api.admin`update waits set due_at = due_at - interval '9 years' where integration_id = ${integrationId} and not settled`;
    await api.admin`update runs set wake_at = wake_at - interval '9 years' where integration_id = ${integrationId}`;
  }

  async function thawAll(): Promise<void> {
    for (const { thaw } of zombies) thaw();
    await Promise.all([...zombies.splice(0).map(({ done }) => done), ...dying.splice(0)]);
  }

  /** Without faults, all comes to its end. What runs left that failed or were canceled, another one takes over. */
  async function calmDown(): Promise<boolean> {
    vendor.toLose = 0;
    for (let round = 0; round < calmRoundsMax && !stop?.aborted; round += 1) {
      const rest = await watch.readRest();
      if (rest === 'over') return true;
      if (rest === 'left') await execute();
      await people.callBack();
      if (round % 2 === 0) await events.deliverMissing();
      if (round % 3 === 1) await people.decide();
      if (round % 4 === 3) await passHour();
      await work({ kind: 'none' });
      if (round === 4) await thawAll();
    }
    return false;
  }
}

/** Saves what takes the events that items wait for, and does nothing with them. @returns its id. */
async function saveDeliveries({ api, end }: LifeWorld): Promise<string> {
  const source = { ...end, object: 'inputs', key: ['id'], payload: {} };
  const name = `Deliveries ${randomUUID()}`;
  const id = await save(api, { name, source, steps: [{ id: 'end', stop: 'succeeded' }] });
  const { status } = await api.request('POST', `/v1/integrations/${id}/activate`);
  if (status !== 200) throw new Error(`What takes events was not activated: ${status}.`);
  return id;
}

async function save(api: TestApi, definition: object): Promise<string> {
  const { status, data, error } = await api.request('POST', '/v1/integrations', { body: definition });
  if (status !== 201) throw new Error(`The flow was refused: ${JSON.stringify(error)}`);
  return data.id;
}
