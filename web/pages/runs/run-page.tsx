import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { ask, askFirst } from '../../hub.ts';
import { formatCount, formatDuration } from '../../model/format.ts';
import { isMoving, toStatus } from '../../model/status.ts';
import { AccountText } from '../../parts/account-fields.tsx';
import { StatusBadge } from '../../parts/badge.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { Time, useNow } from '../../parts/time.tsx';
import { FailedRecords } from './failed-records.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { RunAttempts } from './run-attempts.tsx';
import { RunActions } from './run-actions.tsx';
import { RunCause } from './run-cause.tsx';
import { RunFigures } from './run-figures.tsx';
import { RunItems } from './run-items.tsx';
import { RunLog } from './run-log.tsx';
import { RunSteps } from './run-steps.tsx';
import { RunTimeline } from './run-timeline.tsx';
import { RunWait } from './run-wait.tsx';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/runs/$id');
const liveMs = 1000;

/** One run: how it goes or ended, why it failed, and what can be done about it, on one screen. */
export function RunPage(): ReactNode {
  const { id } = route.useParams();
  const { tab = 'summary', level, ...search } = route.useSearch();
  const items = useQuery(askFirst('listRunItems', 1, { params: { id } }));
  const itemCount = items.data?.meta?.total ?? 0;
  const run = useQuery(
    ask('getRun', { params: { id } }, (answer) => (isMoving(answer?.data.status ?? '') ? liveMs : false)),
  );
  if (run.isPending) return <PendingPage title="Run" />;
  if (run.isError) {
    return (
      <Page title="Run" crumbs={<Link to="/runs">Runs</Link>}>
        <ErrorNotice error={run.error} onRetry={() => void run.refetch()} />
      </Page>
    );
  }
  const { data } = run.data;
  return (
    <Page
      title={data.integration_name ?? 'Run'}
      crumbs={<Link to="/runs">Runs</Link>}
      badge={<StatusBadge status={data.status} />}
      lead={<Lead run={data} />}
      actions={<RunActions run={data} />}
    >
      <span className="hidden-text" role="status">
        {toStatus(data.status).words}
      </span>
      <RunCause run={data} />
      <Rehearsal run={data} />
      <RunWait run={data} />
      <RunFigures counters={data.counters} />
      <nav className="tabs" aria-label="Parts of the run">
        <Tab tab="summary" open={tab} words="Steps" />
        {itemCount > 0 && <Tab tab="items" open={tab} words="Items" count={itemCount} />}
        <Tab tab="log" open={tab} words="Log" />
        <Tab tab="records" open={tab} words="Failed records" count={data.counters.failed} />
      </nav>
      {tab === 'log' ? (
        <RunLog run={data} level={level} />
      ) : tab === 'items' ? (
        <RunItems run={data} status={search.status} label={search.q} />
      ) : tab === 'records' ? (
        <FailedRecords run={data} search={search} />
      ) : (
        <>
          <RunSteps run={data} />
          <RunTimeline run={data} />
          <RunAttempts run={data} />
        </>
      )}
    </Page>
  );
}

function Tab({ tab, open, words, count = 0 }: { tab: string; open: string; words: string; count?: number }): ReactNode {
  const { id } = route.useParams();
  return (
    <Link to="/runs/$id" params={{ id }} search={{ tab }} aria-current={tab === open ? 'page' : false} replace>
      {words}
      {count > 0 && <span className="count">{formatCount(count)}</span>}
    </Link>
  );
}

function Lead({ run }: { run: Run }): ReactNode {
  const now = useNow(isMoving(run.status) ? 1000 : 60_000);
  const began = Date.parse(run.started_at ?? run.queued_at);
  const ended = run.finished_at === undefined ? now : Date.parse(run.finished_at);
  const by = {
    manual: 'by hand',
    schedule: 'by its schedule',
    webhook: 'by a webhook',
    event: 'by a change',
    after: 'after another run',
    call: 'by a step of another run',
    retry: 'as a retry',
  };
  return (
    <>
      Started {by[run.trigger]} <Time at={run.created_at} />, {isMoving(run.status) ? 'for' : 'took'}{' '}
      {formatDuration(ended - began)}. Revision{' '}
      <Link
        to="/integrations/$id"
        params={{ id: run.integration_id }}
        search={{ tab: 'revisions', revision: String(run.revision) }}
      >
        {run.revision}
      </Link>{' '}
      of{' '}
      <Link to="/integrations/$id" params={{ id: run.integration_id }}>
        the integration
      </Link>
      {run.account_id !== undefined && (
        <>
          {' '}
          of the account <AccountText id={run.account_id} />
        </>
      )}
      {run.retry_of !== undefined && (
        <>
          ; retries{' '}
          <Link to="/runs/$id" params={{ id: run.retry_of }}>
            an earlier run
          </Link>
        </>
      )}
      .
    </>
  );
}
