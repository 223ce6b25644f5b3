import type { ReactNode } from 'react';
import type { ItemDetail, TimelineEntry } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useQuery } from '../../parts/use-query.ts';

type Wait = NonNullable<TimelineEntry['waits']>[number];

/** An item step by step; with what it carries for who may see records. */
export function ItemTimeline({ id, mayReadRecords }: { id: string; mayReadRecords: boolean }): ReactNode {
  const found = useQuery(ask('getItem', { params: { id } }));
  if (found.isPending) return <Skeleton lines={3} />;
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  const { timeline } = found.data.data;
  return (
    <div className="stack">
      <ol className="steps">
        {timeline.map((entry) => (
          <Entry key={entry.step} entry={entry} />
        ))}
        {timeline.length === 0 && <li className="soft">It has come through no step yet.</li>}
      </ol>
      {mayReadRecords && <Values id={id} />}
    </div>
  );
}

function Entry({ entry }: { entry: TimelineEntry }): ReactNode {
  const { step, status, attempts, started_at: startedAt, finished_at: finishedAt, error, waits = [], children } = entry;
  return (
    <li>
      <code className="name">{step}</code>
      {attempts > 1 && <span className="soft">{formatAmount(attempts, 'attempt')}</span>}
      {children !== undefined && (
        <span className="soft">
          {formatAmount(children.total, 'child', 'children')}
          {children.failed > 0 && `, ${children.failed} failed`}
          {children.open > 0 && `, ${children.open} under way`}
        </span>
      )}
      <span className="soft">
        <Time at={finishedAt ?? startedAt} />
      </span>
      <StatusBadge status={status} />
      {waits.map((wait) => (
        <small key={`${wait.kind} ${wait.since ?? ''}`} style={{ flexBasis: '100%' }}>
          {waitWords[wait.kind]}: {wait.status}
          {wait.until !== undefined && wait.status === 'open' && (
            <>
              , until <Time at={wait.until} />
            </>
          )}
        </small>
      ))}
      {error !== undefined && (
        <small className={status === 'failed' ? 'level-error' : 'soft'} style={{ flexBasis: '100%' }}>
          <code>{error.code}</code> {error.message}
        </small>
      )}
    </li>
  );
}

const waitWords: Readonly<Record<Wait['kind'], string>> = {
  time: 'Waits for a time',
  approval: 'Waits for a decision',
  callback: 'Waits for another system',
  event: 'Waits for a delivery',
  check: 'Looks again and again',
  batch: 'Waits for its batch',
  retry: 'Waits before it is tried again',
  call: 'Waits for another integration',
  sync: 'Waits for another integration',
};

function Values({ id }: { id: string }): ReactNode {
  const found = useQuery(ask('getItem', { params: { id }, query: { values: 'true' } }));
  if (found.isPending) return <Skeleton lines={3} />;
  // Without a worker the timeline above still tells what it can.
  if (found.isError) return <small>Its values cannot be shown: {found.error.message}</small>;
  return <ValueList item={found.data.data} />;
}

function ValueList({ item: { values } }: { item: ItemDetail }): ReactNode {
  if (values === undefined) return null;
  const { record, element, outputs, problems, masked, truncated } = values;
  return (
    <div className="stack">
      {problems.map(({ step, code, message }) => (
        <small key={step} className="level-error">
          <code>{step}</code> <code>{code}</code> {message}
        </small>
      ))}
      {record !== undefined && <Value title="Record" value={record} />}
      {element !== undefined && <Value title="Element" value={element} />}
      {outputs.map(({ step, output }) => (
        <Value key={step} title={`Output of ${step}`} value={output} />
      ))}
      {masked && <small>Some values are shown as their shapes: sensitive fields, and what may be made of them.</small>}
      {truncated && <small>Some values are left out: together they are too much to show.</small>}
    </div>
  );
}

function Value({ title, value }: { title: string; value: unknown }): ReactNode {
  return (
    <div>
      <h3>{title}</h3>
      <JsonView value={value} what={title} />
    </div>
  );
}
