import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Run, Workflow } from '../../../client/operations.data.ts';
import { ask, askFirst } from '../../hub.ts';
import { nameWorkflow } from '../../model/name-workflow.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { type Column, Table } from '../../parts/data-list.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RunBars } from './run-bars.tsx';
import { askAll } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';

const newest = 8;
const liveMs = 5000;
const upcomingMs = 30_000;

/** What needs a person first; then what happened, what happens now and what comes. */
export function OverviewPage(): ReactNode {
  const runs = useQuery(askFirst('listRuns', newest, {}, liveMs));
  const stats = useQuery(ask('getRunStats', {}, liveMs));
  return (
    <Page title="Overview" lead="What needs you, what happened, and what comes next.">
      <FirstSteps />
      <Attention />
      <div className="columns">
        <div className="stack">
          <Card
            title="Last 24 hours"
            note="Runs by the hour in which they ended"
            actions={<Link to="/runs">All runs</Link>}
          >
            {stats.isPending ? (
              <Skeleton lines={4} />
            ) : stats.isError ? (
              <ErrorNotice error={stats.error} onRetry={() => void stats.refetch()} />
            ) : (
              <RunBars buckets={stats.data.data.buckets} />
            )}
          </Card>
          <Card title="Newest runs" flush>
            {runs.isPending ? (
              <Skeleton />
            ) : runs.isError ? (
              <div className="card-body">
                <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} />
              </div>
            ) : (
              <NewestRuns runs={runs.data.data} />
            )}
          </Card>
        </div>
        <Upcoming />
      </div>
    </Page>
  );
}

const columns: readonly Column<Run>[] = [
  {
    title: 'Integration',
    show: (run) => (
      <Link className="row-link" to="/runs/$id" params={{ id: run.id }}>
        {run.integration_name ?? run.integration_id}
      </Link>
    ),
  },
  { title: 'Status', looks: ['fit'], show: (run) => <StatusBadge status={run.status} /> },
  { title: 'Started', looks: ['fit'], show: (run) => <Time at={run.created_at} /> },
];

function NewestRuns({ runs }: { runs: readonly Run[] }): ReactNode {
  if (runs.length === 0) {
    return (
      <EmptyState icon="runs" title="No runs yet">
        A run starts by its schedule, by an event of a system, or by hand on the page of an integration.
      </EmptyState>
    );
  }
  return <Table name="Newest runs" columns={columns} items={runs} linked />;
}

function Upcoming(): ReactNode {
  const workflows = useQuery(askAll('listWorkflows', { query: { type: 'scheduled', status: 'active' } }, upcomingMs));
  const next = (workflows.data ?? [])
    .filter((workflow): workflow is Workflow & { next_run_at: string } => workflow.next_run_at !== undefined)
    .toSorted((a, b) => a.next_run_at.localeCompare(b.next_run_at))
    .slice(0, 7);
  return (
    <Card title="Next runs" flush>
      {workflows.isPending ? (
        <Skeleton lines={3} />
      ) : workflows.isError ? (
        <div className="card-body">
          <ErrorNotice error={workflows.error} onRetry={() => void workflows.refetch()} />
        </div>
      ) : next.length === 0 ? (
        <EmptyState icon="schedules" title="Nothing is scheduled">
          Give an integration a schedule, and its next times stand here.
        </EmptyState>
      ) : (
        <ul className="steps">
          {next.map((workflow) => (
            <li key={workflow.id}>
              <Link className="name" to="/schedules/$id" params={{ id: workflow.id }}>
                {nameWorkflow(workflow)}
              </Link>
              <span className="soft">
                <Time at={workflow.next_run_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
