import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScheduleWeek } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { describeReason } from '../../model/describe-tick.ts';
import { formatAmount, formatLocal } from '../../model/format.ts';
import { pickSet } from '../../model/read-filters.ts';
import { toStatus, type Tone } from '../../model/status.ts';
import { AccountFilter } from '../../parts/account-fields.tsx';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { useNow } from '../../parts/time.tsx';
import { useQuery } from '../../parts/use-query.ts';

type Schedule = ScheduleWeek['schedules'][number];
type Day = Schedule['days'][number];
type Time = Day['times'][number];

const dayMs = 86_400_000;
const everyMs = 60_000;
/** Times of a day that are shown one by one. Of more, only how many there are. */
const timesMax = 6;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const days = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });

/** Seven days of all schedules: what ran, what was missed, and what is to come. */
export function WeekView({
  from,
  account,
  onChange,
}: {
  /** The first day. Default: today. */
  from: string | undefined;
  account: string | undefined;
  onChange: (change: { from?: string | undefined; account_id?: string | undefined }) => void;
}): ReactNode {
  const found = useQuery(
    ask('getScheduleWeek', { query: pickSet({ from, timezone: zone, account_id: account }) }, everyMs),
  );
  const now = today.format(useNow());
  const move = (by: number): void => {
    const next = new Date(Date.parse(from ?? now) + by * dayMs).toISOString().slice(0, 10);
    onChange({ from: next === now ? undefined : next });
  };
  return (
    <div className="card">
      <div className="filters">
        <Button icon="left" onClick={() => move(-7)}>
          Week before
        </Button>
        <Button disabled={from === undefined} onClick={() => onChange({ from: undefined })}>
          From today
        </Button>
        <Button icon="right" onClick={() => move(7)}>
          Week after
        </Button>
        <AccountFilter scope="workflows:read" value={account} onChange={(next) => onChange({ account_id: next })} />
        <span className="soft">Times by your clock ({zone})</span>
      </div>
      {found.isPending ? (
        <Skeleton lines={8} />
      ) : found.isError ? (
        <div className="card-body">
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        </div>
      ) : (
        <Week week={found.data.data} />
      )}
    </div>
  );
}

function Week({ week }: { week: ScheduleWeek }): ReactNode {
  const { schedules, total } = week;
  const now = today.format(useNow());
  if (schedules.length === 0) {
    return (
      <EmptyState icon="schedules" title="No integration has a schedule">
        What starts an integration is chosen where it is edited, among its triggers.
      </EmptyState>
    );
  }
  return (
    <>
      {/* Wide tables scroll within their box, which a keyboard has to be able to do, too. */}
      <div className="list-box" role="group" tabIndex={0} aria-label="Seven days of all schedules">
        <table className="week">
          <thead>
            <tr>
              <th scope="col">Schedule</th>
              {week.days.map(({ date }) => (
                <th key={date} scope="col" aria-current={date === now ? 'date' : undefined}>
                  {days.format(new Date(date))}
                  {date === now && <small>Today</small>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {schedules.map((schedule) => (
              <tr key={schedule.workflow_id}>
                <th scope="row">
                  <Link to="/schedules/$id" params={{ id: schedule.workflow_id }}>
                    {schedule.name}
                  </Link>
                  <small>
                    {schedule.trigger_id === 'schedule' ? '' : `${schedule.trigger_id}, `}
                    {schedule.timezone}
                  </small>
                  {schedule.status !== 'active' && <StatusBadge status={schedule.status} />}
                </th>
                {schedule.days.map((day, index) => (
                  <td key={week.days[index]?.date}>
                    <DayTimes day={day} schedule={schedule} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="list-foot">
        <span>
          {total > schedules.length
            ? `The first ${schedules.length} of ${formatAmount(total, 'schedule')}, by name`
            : formatAmount(total, 'schedule')}
        </span>
      </div>
    </>
  );
}

function DayTimes({ day, schedule }: { day: Day; schedule: Schedule }): ReactNode {
  const { total, times, by_state: states } = day;
  if (total === 0) return <span className="soft">{schedule.is_cut ? 'too many to count' : '–'}</span>;
  if (total <= timesMax) {
    return (
      <ul className="week-times">
        {times.map((time) => (
          <li key={time.at}>
            <TimeMark time={time} timezone={schedule.timezone} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul className="week-times">
      <li>{formatAmount(total, 'time')}</li>
      {(['missed', 'skipped', 'paused'] as const).map((state) => {
        const some = states[state] ?? 0;
        return (
          some > 0 && (
            <li key={state} className={`tone-${toStatus(state).tone}`}>
              {some} {state}
            </li>
          )
        );
      })}
    </ul>
  );
}

/** A time by the clock of who looks. What became of it is said, and not only coloured. */
function TimeMark({ time, timezone }: { time: Time; timezone: string }): ReactNode {
  const { at, local, state, reason, run_id: run, clock_change: change } = time;
  const tone: Tone = state === 'coming' ? 'busy' : toStatus(state).tone;
  const why = [
    `${formatLocal(local)} (${timezone})`,
    ...(reason === undefined ? [] : [describeReason(reason)]),
    ...(change === undefined ? [] : ['The clocks change on this day']),
  ].join('. ');
  const words = (
    <>
      {clock.format(new Date(at))}
      {state !== 'coming' && state !== 'ran' && <small>{state}</small>}
      {state === 'ran' && <span className="hidden-text"> ran</span>}
    </>
  );
  const look = `week-time tone-${tone}`;
  return run === undefined ? (
    <span className={look} title={why}>
      {words}
    </span>
  ) : (
    <Link className={look} to="/runs/$id" params={{ id: run }} title={why}>
      {words}
    </Link>
  );
}
