import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { RunGate } from '../../client/operations.data.ts';
import { ask } from '../hub.ts';
import { formatAmount, formatExact } from '../model/format.ts';
import { useCan } from '../shell/session.tsx';
import { Notice } from './states.tsx';
import { Time } from './time.tsx';
import { useQuery } from './use-query.ts';

/** What a run, or runs, wait before: why, since when, until when, and what opens it. */
export function GateNotice({ gate, runs }: { gate: RunGate; runs?: number }): ReactNode {
  const isWindow = gate.kind === 'window';
  const title = isWindow ? 'It waits for its calendar' : 'It waits for a connection';
  return (
    <Notice tone={isWindow ? 'busy' : 'warn'} title={title}>
      <p>
        {isWindow ? <WindowCause gate={gate} /> : <ConnectionCause gate={gate} />} <Stopped gate={gate} runs={runs} />{' '}
        since <Time at={gate.closed_at} />.
      </p>
      <p>{isWindow ? <WindowEnd gate={gate} /> : <ConnectionEnd gate={gate} />}</p>
    </Notice>
  );
}

/** `Step account waits`, `3 runs wait` */
function Stopped({ gate: { steps }, runs }: { gate: RunGate; runs: number | undefined }): ReactNode {
  const many = runs !== undefined && runs > 1;
  if (runs !== undefined && steps.length === 0) return `${formatAmount(runs, 'run')} ${many ? 'wait' : 'waits'}`;
  if (steps.length === 0) return 'The whole run waits';
  const plural = steps.length > 1;
  return (
    <>
      {plural ? 'The steps ' : 'The step '}
      {steps.map((step, index) => (
        <Fragment key={step}>
          {index > 0 && ', '}
          <code>{step}</code>
        </Fragment>
      ))}
      {runs === undefined ? '' : ` of ${formatAmount(runs, 'run')}`} {plural ? 'wait' : 'waits'}
    </>
  );
}

function WindowCause({ gate: { calendar_ids: ids = [] } }: { gate: RunGate }): ReactNode {
  return (
    <>
      Nothing may be written now, by{' '}
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ' and '}
          <CalendarLink id={id} />
        </Fragment>
      ))}
      .
    </>
  );
}

function WindowEnd({ gate: { opens_at: at } }: { gate: RunGate }): ReactNode {
  if (at === undefined) return 'No end of that can be seen: it goes on when the calendar is changed.';
  return (
    <>
      It goes on by itself <Time at={at} />, {formatExact(at)}, or when the calendar is changed.
    </>
  );
}

/** A calendar by its name. */
export function CalendarLink({ id }: { id: string }): ReactNode {
  const mayRead = useCan('integrations:read');
  const calendar = useQuery({ ...ask('getCalendar', { params: { id } }), enabled: mayRead });
  return (
    <Link to="/calendars/$id" params={{ id }}>
      {calendar.data?.data.name ?? 'a calendar'}
    </Link>
  );
}

const causes = {
  unavailable: 'does not answer.',
  refused: 'refuses its credentials.',
  disabled: 'is disabled.',
} as const;

function ConnectionCause({ gate: { connection_id: id = '', reason = 'unavailable' } }: { gate: RunGate }): ReactNode {
  const mayRead = useCan('connections:read');
  const connection = useQuery({ ...ask('getConnection', { params: { id } }), enabled: mayRead && id !== '' });
  return (
    <>
      <Link to="/connections/$id" params={{ id }}>
        {connection.data?.data.name ?? 'A connection'}
      </Link>{' '}
      {causes[reason]}
    </>
  );
}

function ConnectionEnd({ gate: { reason, opens_at: at } }: { gate: RunGate }): ReactNode {
  return <GateEnd reason={reason ?? 'unavailable'} triedAt={at} />;
}

/** What opens the gate before a connection. */
export function GateEnd({
  reason,
  triedAt,
}: {
  reason: NonNullable<RunGate['reason']>;
  triedAt: string | undefined;
}): ReactNode {
  if (reason === 'disabled') return 'It goes on when the connection is enabled.';
  if (reason === 'refused') return 'It goes on when the credentials are replaced.';
  return triedAt === undefined ? (
    'It goes on when the system answers again.'
  ) : (
    <>
      The hub tries it again <Time at={triedAt} />; it goes on when the system answers.
    </>
  );
}
