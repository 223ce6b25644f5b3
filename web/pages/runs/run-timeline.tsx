import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatAmount, formatClock, formatDuration, formatExact } from '../../model/format.ts';
import { makeTimeline, type Moment } from '../../model/runs/run-timeline.ts';
import { isMoving, toStatus } from '../../model/status.ts';
import { Card } from '../../parts/card.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { askAll } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';

const everyMs = 3000;

/** The life of a run: queued, started, its waits and tries, its end, and the runs that retry it; with what each took. */
export function RunTimeline({ run }: { run: Run }): ReactNode {
  const isLive = isMoving(run.status);
  const now = useNow(isLive ? 1000 : 60_000);
  const log = useQuery({
    ...askAll('listRunLogs', { params: { id: run.id } }, isLive ? everyMs : false),
    queryKey: ['listRunLogs', run.id, 'timeline', run.finished_at],
  });
  const attempts = useQuery(ask('listRunAttempts', { params: { id: run.id } }, isLive ? everyMs : false));
  if (log.isPending) return <Skeleton />;
  if (log.isError) return <ErrorNotice error={log.error} onRetry={() => void log.refetch()} />;
  const { moments, totalMs, queuedMs, workedMs, waitedMs } = makeTimeline(run, log.data, now);
  const retries = (attempts.data?.data ?? []).filter(({ retry_of: of }) => of === run.id);
  return (
    <Card title="Timeline" note={`${formatDuration(totalMs)} from its order to ${isLive ? 'now' : 'its end'}.`} flush>
      <Shares parts={{ queued: queuedMs, worked: workedMs, waited: waitedMs }} totalMs={totalMs} />
      <ol className="steps timeline">
        {moments.map((moment) => (
          <OneMoment key={`${moment.at} ${moment.words}`} moment={moment} />
        ))}
        {isLive && <Next run={run} />}
        {retries.map((retry) => (
          <li key={retry.id}>
            <span className={`dot tone-${toStatus(retry.status).tone}`} />
            <Clock at={retry.created_at} />
            <span className="name">
              <Link to="/runs/$id" params={{ id: retry.id }}>
                Retried by another run
              </Link>
              : {toStatus(retry.status).words.toLowerCase()}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

const shares = [
  ['queued', 'Queued', 'idle'],
  ['worked', 'At work', 'busy'],
  ['waited', 'Waited', 'warn'],
] as const;

/** What the time went into, as a bar and in words. */
function Shares({
  parts,
  totalMs,
}: {
  parts: Readonly<Record<(typeof shares)[number][0], number>>;
  totalMs: number;
}): ReactNode {
  const begins = shares.map((_, index) => shares.slice(0, index).reduce((sum, [name]) => sum + parts[name], 0));
  const toPercent = (ms: number): number => (totalMs === 0 ? 0 : (ms / totalMs) * 100);
  return (
    <div className="shares">
      <svg className="bars" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {shares.map(([name, , tone], index) => (
          <rect
            key={name}
            className={tone}
            x={toPercent(begins[index] ?? 0)}
            y="0"
            width={toPercent(parts[name])}
            height="4"
          />
        ))}
      </svg>
      <div className="legend">
        {shares
          .filter(([name]) => name === 'worked' || parts[name] > 0)
          .map(([name, words, tone]) => (
            <span key={name} className="row" style={{ gap: '0.4rem' }}>
              <svg className="bars" style={{ width: 9, height: 9 }} aria-hidden="true">
                <rect className={tone} width="9" height="9" rx="2" />
              </svg>
              <span>
                {words} <b>{formatDuration(parts[name])}</b>
              </span>
            </span>
          ))}
      </div>
    </div>
  );
}

function OneMoment({ moment: { at, words, tone, times, durationMs, spent } }: { moment: Moment }): ReactNode {
  return (
    <li>
      <span className={`dot tone-${tone}`} />
      <Clock at={at} />
      <span className="name">
        <MarkedText text={words} />
        {times > 1 && <span className="soft"> {formatAmount(times, 'time')}</span>}
      </span>
      {durationMs !== undefined && (
        <span className="soft took">
          {spent === 'waited' ? 'waited ' : 'for '}
          {formatDuration(durationMs)}
        </span>
      )}
    </li>
  );
}

/** What comes, of a run that has not ended. */
function Next({ run }: { run: Run }): ReactNode {
  return (
    <li>
      <span className="dot tone-busy" />
      <span className="name">
        {toStatus(run.status).words}
        {run.goes_on_at !== undefined && (
          <>
            ; goes on <Time at={run.goes_on_at} />
          </>
        )}
      </span>
    </li>
  );
}

function Clock({ at }: { at: string }): ReactNode {
  return (
    <time className="soft mono" dateTime={at} title={formatExact(at)}>
      {formatClock(at)}
    </time>
  );
}
