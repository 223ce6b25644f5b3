import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { DeadLetter, Operations, Run } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { formatAmount, formatCount } from '../../model/format.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { act } from '../../parts/toasts.tsx';
import { useLastRefusal } from '../../parts/use-query.ts';
import { CorrectRecord } from './correct-record.tsx';
import { dismissRecords, useProcessAgain } from './record-acts.ts';
import { RecordExplanation } from './record-explanation.tsx';

const pageSize = 50;

export type RecordFilter = NonNullable<Operations['listFailedRecords']['input']['query']>;

/** Failed records of a run, page by page: each opens on why it failed and what can be done about it. */
export function RecordPages({ run, query, mayWrite }: { run: Run; query: RecordFilter; mayWrite: boolean }): ReactNode {
  const found = useInfiniteQuery({
    queryKey: ['listFailedRecords', run.id, query, run.finished_at, 'pages'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => {
      const place = pageParam === undefined ? {} : { after: pageParam };
      const input = { params: { id: run.id }, query: { ...query, ...place, per_page: pageSize } };
      return hub.request('listFailedRecords', input, { signal });
    },
    getNextPageParam: ({ data }) => (data.length < pageSize ? undefined : data.at(-1)?.id),
  });
  const pages = useLastRefusal(found);
  if (pages.isPending) return <Skeleton lines={3} />;
  if (pages.isError) return <ErrorNotice error={pages.error} onRetry={() => void pages.refetch()} />;
  const records = pages.data.pages.flatMap(({ data }) => data);
  if (records.length === 0) return <EmptyState icon="filter" title="No record is like this" />;
  const total = pages.data.pages[0]?.meta?.total ?? records.length;
  return (
    <div>
      {records.map((record) => (
        <OneRecord key={record.id} run={run} record={record} mayWrite={mayWrite} />
      ))}
      <div className="list-foot">
        <span role="status">
          {total > records.length
            ? `${formatCount(records.length)} of ${formatAmount(total, 'record')}`
            : formatAmount(records.length, 'record')}
        </span>
        {pages.hasNextPage && (
          <Button looks={['small']} busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

function OneRecord({ run, record, mayWrite }: { run: Run; record: DeadLetter; mayWrite: boolean }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="grow mono">{record.source_key ?? 'Without a key'}</span>
        <StatusBadge status={record.status} />
      </summary>
      {isOpen && (
        <div className="inside">
          <p>
            <MarkedText text={record.message} />
          </p>
          {record.source_key !== undefined && <RecordExplanation run={run} recordKey={record.source_key} />}
          <JsonView value={record.record} what="the record as it was read" />
          {mayWrite && record.status === 'failed' && <CorrectRecord run={run} record={record} />}
          <RecordActs run={run} record={record} mayWrite={mayWrite} />
        </div>
      )}
    </details>
  );
}

function RecordActs({ run, record, mayWrite }: { run: Run; record: DeadLetter; mayWrite: boolean }): ReactNode {
  const again = useProcessAgain(run);
  const { id, source_key: key, status, resolved_by: resolvedBy } = record;
  const dismiss = (undo: boolean): void =>
    void act(
      () => dismissRecords(run.id, { record_ids: [id], ...(undo ? { undo } : {}) }),
      undo ? 'Open again' : 'Dismissed',
    );
  return (
    <div className="row">
      {mayWrite && status === 'failed' && (
        <>
          <Button looks={['small']} icon="retry" onClick={() => again({ record_ids: [id] })}>
            Process it again
          </Button>
          <Button looks={['small']} icon="cross" onClick={() => dismiss(false)}>
            Dismiss it
          </Button>
        </>
      )}
      {mayWrite && status === 'dismissed' && (
        <Button looks={['small']} icon="undo" onClick={() => dismiss(true)}>
          Open it again
        </Button>
      )}
      {key !== undefined && (
        <Link className="button small" to="/trace" search={{ integration_id: run.integration_id, key }}>
          Trace it over all runs
        </Link>
      )}
      {resolvedBy !== undefined && (
        <Link className="button small" to="/runs/$id" params={{ id: resolvedBy }}>
          The run that processed it
        </Link>
      )}
    </div>
  );
}
