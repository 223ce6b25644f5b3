import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { DeadLetter, RetryRecordsInput, Run } from '../../../client/operations.data.ts';
import { ask, hub } from '../../hub.ts';
import { formatAmount, formatCount } from '../../model/format.ts';
import { type FailureGroup, groupFailures } from '../../model/group-failures.ts';
import { isMoving, toSentence } from '../../model/status.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { act } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { CorrectRecord } from './correct-record.tsx';
import { RecordExplanation } from './record-explanation.tsx';
import { useQuery } from '../../parts/use-query.ts';

const shownMax = 100;

/** Records that could not be processed, by what went wrong: one look at each group, and it can be processed again. */
export function FailedRecords({ run }: { run: Run }): ReactNode {
  const isLive = isMoving(run.status);
  const records = useQuery({
    ...ask('listFailedRecords', { params: { id: run.id }, query: { per_page: shownMax } }, isLive ? 3000 : false),
    queryKey: ['listFailedRecords', run.id, run.finished_at],
  });
  const again = useProcessAgain(run);
  const mayWrite = useCanIn('runs:write', run.account_id) && !isLive;
  if (records.isPending) return <Skeleton />;
  if (records.isError) return <ErrorNotice error={records.error} onRetry={() => void records.refetch()} />;
  const { data, meta } = records.data;
  if (data.length === 0) return <EmptyState icon="check" title="No record of this run failed" />;
  const groups = groupFailures(data);
  const open = data.filter(({ status }) => status === 'failed').length;
  return (
    <Card
      title="Failed records"
      note={
        (meta?.total ?? 0) > shownMax
          ? `The first ${shownMax} of ${formatCount(meta?.total ?? 0)}, by what went wrong. Values are masked.`
          : 'By what went wrong. Values are masked.'
      }
      actions={
        mayWrite &&
        open > 0 && (
          <Button looks={['small']} icon="retry" onClick={() => again({ all: true })}>
            Process all again
          </Button>
        )
      }
      flush
    >
      {groups.map((group) => (
        <Group
          key={`${group.code} ${group.field}`}
          run={run}
          group={group}
          {...(mayWrite ? { onAgain: () => again({ record_ids: openIds(group) }) } : {})}
        />
      ))}
    </Card>
  );
}

function openIds({ records }: FailureGroup): string[] {
  return records.filter(({ status }) => status === 'failed').map(({ id }) => id);
}

/** A run of its own processes them again; its page shows how that goes. */
function useProcessAgain(run: Run): (which: RetryRecordsInput) => void {
  const navigate = useNavigate();
  return (which) =>
    void act(async () => {
      const started = await hub.call('retryFailedRecords', { params: { id: run.id }, body: which });
      await navigate({ to: '/runs/$id', params: { id: started.id } });
    }, 'They are being processed again');
}

function Group({ run, group, onAgain }: { run: Run; group: FailureGroup; onAgain?: () => void }): ReactNode {
  const { code, field, message, records, open } = group;
  return (
    <details className="fold" open={undefined}>
      <summary>
        <span className="grow">
          <strong>
            {toSentence(code)}
            {field !== undefined && (
              <>
                {' '}
                in <code>{field}</code>
              </>
            )}
          </strong>
          <br />
          <span className="soft">
            <MarkedText text={message} />
          </span>
        </span>
        <span className="tag">{open === 0 ? 'All resolved' : formatAmount(open, 'record')}</span>
      </summary>
      <div className="inside">
        {onAgain !== undefined && open > 0 && (
          <div className="row">
            <Button looks={['small']} icon="retry" onClick={onAgain}>
              Process {open === 1 ? 'it' : `these ${formatCount(open)}`} again
            </Button>
            <small>With the present revision of the integration.</small>
          </div>
        )}
        {records.slice(0, 20).map((record) => (
          <OneRecord key={record.id} run={run} record={record} mayCorrect={onAgain !== undefined} />
        ))}
        {records.length > 20 && <small>And {formatAmount(records.length - 20, 'more record')} like these.</small>}
      </div>
    </details>
  );
}

function OneRecord({ run, record, mayCorrect }: { run: Run; record: DeadLetter; mayCorrect: boolean }): ReactNode {
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
          {mayCorrect && record.status === 'failed' && <CorrectRecord run={run} record={record} />}
        </div>
      )}
    </details>
  );
}
