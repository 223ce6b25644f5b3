import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { type TickReason, tickReasons, type TickStatus, tickStatuses, workflowStatuses } from '../../core/enums.ts';
import { invalidRequest } from '../../core/errors.ts';
import { toId, toUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { integrations, schedules, workflows } from '../../drizzle/schema/index.ts';
import { checkZone } from '../../engine/schedule/check-schedule.ts';
import { compileSchedule } from '../../engine/schedule/compile-schedule.ts';
import { listOccurrences } from '../../engine/schedule/list-occurrences.ts';
import { scheduleDefaults, type ScheduleTrigger } from '../../engine/schedule/schedule-trigger.ts';
import { showLocal } from '../../engine/schedule/show-local.ts';
import { fromLocal } from '../../formula/values/zone.ts';
import { type OpenedCalendar, readCalendars } from '../calendars/read-calendars.ts';
import { whereWithinReach } from '../runs/within-reach.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp, toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';

const daySeconds = 86_400;
const daysShown = 7;
const schedulesMax = 50;
/** Of a day, one by one. Others are counted. */
const timesMax = 24;
/** Of a week to come: every five minutes. Of what is due more often, only the beginning is counted. */
const comingMax = 2016;

const count = z.int().min(0);
const states = ['coming', ...tickStatuses] as const;

export const scheduleWeekInput = z.strictObject({
  from: z.iso.date().optional().meta({ description: 'The first of the seven days. Default: today.' }),
  timezone: z.string().max(64).default('UTC').meta({ description: 'Whose days they are.', example: 'Europe/Berlin' }),
  account_id: z.string().optional().meta({ description: 'Only schedules of its integrations.' }),
});

const timeRecord = z.object({
  at: timestamp,
  local: z.string().meta({ format: 'date-time', description: "The same on the clock of the schedule's time zone." }),
  state: z.enum(states).meta({
    description: '`coming`: it will start a run. Else what became of it, or will: see the ticks of the workflow.',
  }),
  reason: z.enum(tickReasons).optional().meta({ description: 'Why it starts no run that does anything.' }),
  run_id: idOf('run').optional(),
  clock_change: z.enum(['left_out', 'first_of_two']).optional().meta({
    description: 'The clock is changed on this day, and leaves the time out or shows it twice.',
  }),
});

export const scheduleWeekRecord = z
  .object({
    days: z
      .array(
        z.object({
          date: z.iso.date().meta({ description: 'The day, in the time zone that was asked for.' }),
          starts_at: timestamp.meta({ description: 'When it begins there.' }),
        }),
      )
      .meta({ description: 'Seven.' }),
    schedules: z
      .array(
        z.object({
          workflow_id: idOf('workflow'),
          integration_id: idOf('integration'),
          name: z.string().meta({ description: 'Name of the integration.' }),
          trigger_id: z.string().meta({ description: 'The id of the trigger in its definition.' }),
          status: z.enum(workflowStatuses).meta({ description: 'State of the workflow.' }),
          timezone: z.string().meta({ description: 'Whose clock the schedule goes by.' }),
          is_cut: z.boolean().meta({
            description: `It is due more often than ${comingMax} times in a week: later ones are not counted.`,
          }),
          days: z
            .array(
              z.object({
                total: count.meta({ description: 'How many times are in the day.' }),
                by_state: z.partialRecord(z.enum(states), count).meta({ description: 'How many are in each state.' }),
                times: z.array(timeRecord).meta({ description: `The first ${timesMax} of the day.` }),
              }),
            )
            .meta({ description: 'For each of the days.' }),
        }),
      )
      .meta({ description: `By name, at most ${schedulesMax}.` }),
    total: count.meta({ description: 'How many schedules there are.' }),
  })
  .meta({ id: 'ScheduleWeek' });

export type ScheduleWeek = z.infer<typeof scheduleWeekRecord>;
type Week = ScheduleWeek['schedules'][number];
type Day = Week['days'][number];

type Found = Row<typeof workflows, 'id' | 'integrationId' | 'triggerKey' | 'status'> &
  Pick<Row<typeof integrations, 'name' | 'accountId'>, 'name'> &
  Pick<Row<typeof schedules, 'accountedUntil' | 'nextDueAt'>, 'accounted_until' | 'next_due_at'> & {
    trigger: ScheduleTrigger;
    total: number;
  };

interface Counted {
  workflow_id: string;
  day: number;
  status: TickStatus;
  count: number;
}

interface Shown {
  workflow_id: string;
  day: number;
  scheduled_at: string;
  status: TickStatus;
  reason: TickReason | null;
  run_id: string | null;
}

/**
 * Shows seven days of all schedules: what became of the times that were due, and which are to come, also of those that are paused.
 *
 * @throws {HubError} `invalid_request` for a time zone that nobody knows.
 */
export async function getScheduleWeek({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof scheduleWeekInput>;
}): Promise<ScheduleWeek> {
  requireScope(ctx, 'workflows:read');
  const wrong = checkZone(input.timezone);
  if (wrong.length > 0)
    throw invalidRequest(
      messages.queryInvalid,
      wrong.map((one) => ({ ...one, path: 'query.timezone' })),
    );
  const now = ctx.clock.now();
  const first = Date.parse(input.from ?? showLocal(input.timezone, now).slice(0, 10)) / 1000;
  const starts = Array.from({ length: daysShown + 1 }, (_, day) => fromLocal(input.timezone, first + day * daySeconds));
  const edges = starts.map((seconds) => toTimestamp(seconds * 1000));
  return inTenant(ctx, async (tx) => {
    const found = await selectSchedules(tx, ctx, input.account_id);
    const ids = found.map(({ id }) => id);
    const [counts, ticks, calendars] = await Promise.all([
      countTicks(tx, ctx.orgId, ids, edges),
      selectTicks(tx, ctx.orgId, ids, edges),
      readCalendars(
        tx,
        ctx.orgId,
        found.flatMap(({ trigger }) => toUuid('calendar', trigger.not_in ?? '') ?? []),
      ),
    ]);
    return {
      days: starts.slice(0, daysShown).map((at, day) => ({
        date: new Date((first + day * daySeconds) * 1000).toISOString().slice(0, 10),
        starts_at: toTimestamp(at * 1000),
      })),
      schedules: found.map((schedule) => {
        const own = <One extends { workflow_id: string }>(all: readonly One[]): One[] =>
          all.filter(({ workflow_id: of }) => of === schedule.id);
        return toWeek(schedule, own(counts), own(ticks), { starts, now, calendars });
      }),
      total: found[0]?.total ?? 0,
    };
  });
}

function selectSchedules(tx: Transaction, ctx: ServiceContext, accountId: string | undefined) {
  const { sql } = tx;
  const account =
    accountId === undefined ? sql`` : sql`and integrations.account_id = ${toLookup('account', accountId)}`;
  return sql<Found[]>`
    select workflows.id, workflows.integration_id, workflows.trigger_key, workflows.status, integrations.name,
      schedules.trigger, schedules.accounted_until, schedules.next_due_at, (count(*) over ())::int as total
    from schedules
    join workflows on workflows.org_id = schedules.org_id and workflows.id = schedules.workflow_id
    join integrations on integrations.org_id = schedules.org_id and integrations.id = schedules.integration_id
    where schedules.org_id = ${ctx.orgId} and workflows.deleted_at is null and workflows.type = 'scheduled' ${account}
      ${whereWithinReach(tx, ctx, 'workflows.integration_id')}
    order by integrations.name, workflows.id limit ${schedulesMax}`;
}

/** @param edges Of the days: their beginnings, and the end of the last one. */
function countTicks({ sql }: Transaction, orgId: string, ids: readonly string[], edges: readonly string[]) {
  return sql<Counted[]>`
    select workflow_id, width_bucket(scheduled_at, ${[...edges]}::text[]::timestamptz[]) - 1 as day, status, count(*)::int as count
    from schedule_ticks
    where org_id = ${orgId} and workflow_id = any(${[...ids]}::uuid[])
      and scheduled_at >= ${edges[0] ?? ''} and scheduled_at < ${edges.at(-1) ?? ''}
    group by workflow_id, day, status`;
}

function selectTicks({ sql }: Transaction, orgId: string, ids: readonly string[], edges: readonly string[]) {
  return sql<Shown[]>`
    select workflow_id, day, scheduled_at, status, reason, run_id
    from unnest(${[...ids]}::uuid[]) as workflow_id,
      generate_series(0, ${daysShown - 1}::int) as day,
      lateral (
        select scheduled_at, status, reason, run_id from schedule_ticks
        where org_id = ${orgId} and schedule_ticks.workflow_id = workflow_id.workflow_id
          and scheduled_at >= (${[...edges]}::text[]::timestamptz[])[day + 1] and scheduled_at < (${[...edges]}::text[]::timestamptz[])[day + 2]
        order by scheduled_at limit ${timesMax}
      ) as tick`;
}

function toWeek(
  schedule: Found,
  counts: readonly Counted[],
  ticks: readonly Shown[],
  {
    starts,
    now,
    calendars,
  }: { starts: readonly number[]; now: number; calendars: ReadonlyMap<string, OpenedCalendar> },
): Week {
  const { trigger, status } = schedule;
  const timezone = trigger.timezone ?? scheduleDefaults.timezone;
  const days = starts.slice(0, daysShown).map((): Day => ({ total: 0, by_state: {}, times: [] }));
  for (const { day, status: state, count: some } of counts) add(days[day], state, some);
  for (const tick of ticks) {
    const at = Date.parse(fromTime(tick.scheduled_at));
    days[tick.day]?.times.push({
      at: toTimestamp(at),
      local: showLocal(timezone, at),
      state: tick.status,
      ...(tick.reason === null ? {} : { reason: tick.reason }),
      ...(tick.run_id === null ? {} : { run_id: toId('run', tick.run_id) }),
    });
  }
  // What a delay holds back is due and has no tick yet; what is not active is not accounted for.
  const accounted = schedule.next_due_at === null ? now : Date.parse(schedule.accounted_until);
  const [from = 0, to = 0] = [starts[0], starts.at(-1)].map((seconds = 0) => seconds * 1000);
  const span = { after: Math.max(from - 1, accounted), upTo: to - 1, limit: comingMax };
  const coming = listOccurrences(compileSchedule(trigger), span);
  const leftOut = calendars.get(trigger.not_in ?? '')?.calendar;
  for (const { at, clockChange } of coming) {
    const day = days[starts.findLastIndex((start) => start * 1000 <= at)];
    const reason = readReason(status, leftOut?.isIn(at) === true);
    const state = reason === undefined ? 'coming' : reason === 'in_calendar' ? 'skipped' : 'paused';
    add(day, state, 1);
    if (day === undefined || day.times.length >= timesMax) continue;
    day.times.push({
      at: toTimestamp(at),
      local: showLocal(timezone, at),
      state,
      ...(reason === undefined ? {} : { reason }),
      ...(clockChange === undefined ? {} : { clock_change: clockChange }),
    });
  }
  return {
    workflow_id: toId('workflow', schedule.id),
    integration_id: toId('integration', schedule.integration_id),
    name: schedule.name,
    trigger_id: schedule.trigger_key,
    status,
    timezone,
    is_cut: coming.length === comingMax,
    days,
  };
}

/** Why a time to come would start no run, as things stand now. */
function readReason(status: Found['status'], isLeftOut: boolean): TickReason | undefined {
  if (status === 'inactive') return 'integration_inactive';
  if (status === 'paused') return 'workflow_paused';
  return isLeftOut ? 'in_calendar' : undefined;
}

function add(day: Day | undefined, state: (typeof states)[number], some: number): void {
  if (day === undefined) return;
  day.total += some;
  day.by_state[state] = (day.by_state[state] ?? 0) + some;
}
