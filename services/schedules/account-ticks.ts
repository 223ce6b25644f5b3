import { toTimestamp } from '../../core/clock.ts';
import { toUuid } from '../../core/ids.ts';
import type { TickReason } from '../../core/enums.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { integrations, workflows } from '../../drizzle/schema/index.ts';
import type { ScheduleTrigger } from '../../engine/schedule/schedule-trigger.ts';
import type { Row } from '../shared/rows.ts';
import { readCalendars } from '../calendars/read-calendars.ts';
import { waitingMax } from '../runs/queue/admit-run.ts';
import { lockQueue, openQueue, type RunQueue } from '../runs/queue/run-queue.ts';
import { startRun } from '../runs/queue/start-run.ts';
import { decideTicks, type DueTick } from './decide-ticks.ts';
import { insertTicks, type NewTick } from './insert-ticks.ts';
import { findNextDue, listDue } from './pending-ticks.ts';

/** Runs that one transaction starts; what is left follows in another one. */
const runsMax = 10;
/** Where the queue is full and every time is to be caught up, the schedule waits so long for room. */
const fullQueueMs = 60_000;

/** What a look at a schedule came to. */
export interface Accounted {
  ticks: readonly NewTick[];
  /** How late the newest of the runs is; absent where none was started. Milliseconds. */
  latenessMs?: number;
}

interface Locked {
  integration_id: string;
  trigger: ScheduleTrigger;
  accounted_until: string;
  status: Row<typeof workflows, 'status'>['status'];
  type: Row<typeof workflows, 'type'>['type'];
  integration_status: Row<typeof integrations, 'status'>['status'];
}

/**
 * Accounts for every time of a schedule that has come: each gets a tick that says what became of it, and those that its `catch_up`
 * lets run have their runs, all in the caller's transaction. So nothing is lost and nothing happens twice, whoever calls this how
 * often and whenever it is interrupted.
 *
 * Does nothing for a schedule that is not due.
 *
 * @param now Milliseconds since 1970.
 */
export async function accountTicks(
  tx: Transaction,
  { orgId, workflowId, now }: { orgId: string; workflowId: string; now: number },
): Promise<Accounted> {
  const nowText = toTimestamp(now);
  const locked = await lockDue(tx, { orgId, workflowId, now: nowText });
  if (locked === undefined) return { ticks: [] };
  const schedule = { workflowId, trigger: locked.trigger, accountedUntil: Date.parse(locked.accounted_until) };
  const { due, hasMore } = listDue(schedule, now);
  const place = { orgId, workflowId, integrationId: locked.integration_id, now: nowText };
  const { ticks, latenessMs, isFull } = await settle(tx, { ...place, locked }, due, { now, hasMore });
  if (ticks.length > 0) await insertTicks(tx, place, ticks);
  const until = ticks.at(-1)?.at ?? schedule.accountedUntil;
  await tx.sql`
    update schedules
    set accounted_until = ${toTimestamp(until)}, next_due_at = ${findNextDue(schedule, until)},
        not_before = ${isFull ? toTimestamp(now + fullQueueMs) : null}, updated_at = ${nowText}
    where org_id = ${orgId} and workflow_id = ${workflowId}`;
  return { ticks, ...(latenessMs === undefined ? {} : { latenessMs }) };
}

/** Locks a schedule that is due: behind its integration, as everyone does who changes or runs it. */
async function lockDue(
  tx: Transaction,
  { orgId, workflowId, now }: { orgId: string; workflowId: string; now: string },
): Promise<Locked | undefined> {
  const { sql } = tx;
  const [place] = await sql<{ integration_id: string }[]>`
    select integration_id from schedules where org_id = ${orgId} and workflow_id = ${workflowId}`;
  if (place === undefined) return undefined;
  await lockQueue(tx, orgId, place.integration_id);
  const [locked] = await sql<Locked[]>`
    select schedules.integration_id, schedules.trigger, schedules.accounted_until, workflows.status, workflows.type,
           integrations.status as integration_status
    from schedules
    join workflows on workflows.org_id = schedules.org_id and workflows.id = schedules.workflow_id
    join integrations on integrations.org_id = schedules.org_id and integrations.id = schedules.integration_id
    where schedules.org_id = ${orgId} and schedules.workflow_id = ${workflowId} and integrations.deleted_at is null
      and schedules.next_due_at <= ${now}
    for no key update of schedules`;
  return locked;
}

interface Settled {
  ticks: NewTick[];
  latenessMs?: number;
  /** The queue took no more, and what is left waits for it. */
  isFull?: boolean;
}

/** Decides about times in their order, and starts runs. What is left has no tick yet. */
async function settle(
  tx: Transaction,
  place: { orgId: string; workflowId: string; integrationId: string; now: string; locked: Locked },
  due: readonly DueTick[],
  known: { now: number; hasMore: boolean },
): Promise<Settled> {
  const { orgId, integrationId, locked } = place;
  const open = (): Promise<RunQueue> => {
    const trigger = locked.type === 'event' ? 'event' : 'schedule';
    return openQueue(tx, { orgId, integrationId, trigger });
  };
  const isLeftOut = await findLeftOut(tx, orgId, locked.trigger);
  const wanted = due.filter(({ at }) => !isLeftOut(at));
  const decided = decideTicks(locked.trigger, wanted, known);
  const decisions = new Map(wanted.map((tick, index) => [tick, decided[index]]));
  const ownPause = findPause(locked);
  let queue = ownPause === undefined && decided.includes('run') ? await open() : undefined;
  const paused = ownPause ?? (queue && findBlock(queue));
  const settled: Settled = { ticks: [] };
  let runs = 0;
  for (const tick of due) {
    const { at, dueAt } = tick;
    const decision = decisions.get(tick);
    if (paused !== undefined) settled.ticks.push({ at, status: 'paused', reason: paused });
    else if (!decisions.has(tick)) settled.ticks.push({ at, status: 'skipped', reason: 'in_calendar' });
    else if (decision !== 'run') settled.ticks.push({ at, status: 'missed', ...(decision && { reason: decision }) });
    else {
      if (runs === runsMax) break;
      // Each run before changes how the queue stands.
      queue = runs > 0 || queue === undefined ? await open() : queue;
      const started = await startTick(tx, queue, place, at);
      if (started === 'full') return { ...settled, isFull: true };
      settled.ticks.push(started);
      settled.latenessMs = known.now - dueAt;
      runs += 1;
    }
  }
  return settled;
}

/** Tells which times of a schedule start nothing: those that are in its `not_in`. */
async function findLeftOut(
  tx: Transaction,
  orgId: string,
  { not_in: notIn }: ScheduleTrigger,
): Promise<(at: number) => boolean> {
  const id = notIn === undefined ? undefined : toUuid('calendar', notIn);
  if (id === undefined) return () => false;
  const [opened] = (await readCalendars(tx, orgId, [id])).values();
  return (at) => opened?.calendar.isIn(at) === true;
}

/** Why a schedule starts nothing by its own state or that of its integration. */
function findPause({ status, integration_status: integrationStatus }: Locked): TickReason | undefined {
  if (integrationStatus !== 'active') return 'integration_inactive';
  return status === 'active' ? undefined : 'workflow_paused';
}

/** Why an integration makes no run, though it is active. */
function findBlock({ integration: { paused_by: pausedBy, unusable } }: RunQueue): TickReason | undefined {
  if (pausedBy !== null) return 'account_inactive';
  return unusable.length > 0 ? 'connection_unusable' : undefined;
}

/** @returns `full` where the run has to wait for a place in the queue, because every time is to be caught up. */
async function startTick(
  tx: Transaction,
  queue: RunQueue,
  { workflowId, now, locked }: { workflowId: string; now: string; locked: Locked },
  at: number,
): Promise<NewTick | 'full'> {
  const { trigger } = locked;
  const concurrency = trigger.concurrency ?? queue.integration.concurrency;
  if (concurrency === 'queue' && queue.waiting >= waitingMax) {
    if (trigger.catch_up === 'all') return 'full';
    return { at, status: 'skipped', reason: 'too_many_waiting' };
  }
  const options = trigger.options?.full_resync === true ? { full_resync: true } : {};
  const { id, status } = await startRun(tx, queue, { workflowId, options, concurrency, now });
  return status === 'skipped' ? { at, status, reason: 'run_in_progress', runId: id } : { at, status: 'ran', runId: id };
}
