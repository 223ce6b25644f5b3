import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { FailedRecordGroup } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { formatAmount, formatCount } from '../../model/format.ts';
import { toSentence } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { useQuery } from '../../parts/use-query.ts';

const everyMs = 10_000;
/** Each run that is processed again makes a run of its own. */
const againMax = 5;

/** Records of all runs that could not be processed, by what they have in common: seen, corrected, and processed again. */
export function FailedRecordsPage(): ReactNode {
  const groups = useQuery(ask('listFailedRecordGroups', {}, everyMs));
  const [asked, setAsked] = useState<FailedRecordGroup>();
  return (
    <Page
      title="Failed records"
      lead="Those that no run has processed since, by what went wrong. Correct the mapping or the source, then process them again."
    >
      {groups.isPending ? (
        <Skeleton lines={6} />
      ) : groups.isError ? (
        <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />
      ) : groups.data.data.length === 0 ? (
        <div className="card">
          <EmptyState icon="check" title="No record is left behind">
            A record that cannot be processed stands here until a run has processed it.
          </EmptyState>
        </div>
      ) : (
        <div className="card">
          {groups.data.data.map((group) => (
            <Group
              key={`${group.integration_id} ${group.code} ${group.field}`}
              group={group}
              onAgain={() => setAsked(group)}
            />
          ))}
        </div>
      )}
      {asked !== undefined && <Again group={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

function Group({ group, onAgain }: { group: FailedRecordGroup; onAgain: () => void }): ReactNode {
  const mayWrite = useCanIn('runs:write', group.account_id);
  const { integration_id: integration, integration_name: name, code, field, message, count, runs } = group;
  return (
    <details className="fold">
      <summary>
        <span className="grow">
          <strong>
            {name}: {toSentence(code).toLowerCase()}
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
        <span className="tag">{formatAmount(count, 'record')}</span>
      </summary>
      <div className="inside">
        <div className="row">
          {mayWrite && (
            <Button looks={['small']} icon="retry" onClick={onAgain}>
              Process again…
            </Button>
          )}
          <Link className="button small" to="/integrations/$id" params={{ id: integration }}>
            Open the integration
          </Link>
          <small className="soft">
            The newest failed <Time at={group.newest_at} />.
          </small>
        </div>
        <ul className="steps">
          {runs.map(({ run_id: run, count: failed }) => (
            <li key={run}>
              <Link className="name mono" to="/runs/$id" params={{ id: run }} search={{ tab: 'records' }}>
                {run}
              </Link>
              <span className="soft">{formatAmount(failed, 'record')}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function Again({ group, onClose }: { group: FailedRecordGroup; onClose: () => void }): ReactNode {
  const runs = group.runs.slice(0, againMax);
  const records = runs.reduce((sum, { count }) => sum + count, 0);
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Process ${formatAmount(records, 'record')} again?`}
      act="Process again"
      onConfirm={async () => {
        for (const { run_id: id } of runs) {
          await hub.call('retryFailedRecords', { params: { id }, body: { code: group.code } });
        }
        await queries.invalidateQueries();
        sayDone('They are being processed again');
      }}
    >
      <p>
        With the present revision of {group.integration_name}, as they were read then:{' '}
        {formatAmount(runs.length, 'run')} of their own, one after another.
        {group.runs.length > againMax &&
          ` ${formatCount(group.runs.length - againMax)} older runs of this group follow when you do it again.`}
      </p>
      <p>Every record of these runs that failed as “{toSentence(group.code).toLowerCase()}” is processed.</p>
    </ConfirmDialog>
  );
}
