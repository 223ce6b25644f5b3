import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Workflow } from '../../../client/operations.data.ts';
import { describeTrigger } from '../../model/describe-trigger.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { SelectFilter } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';

const route = getRouteApi('/schedules');
const types = [
  ['scheduled', 'Schedule'],
  ['event', 'Event'],
  ['webhook', 'Hook'],
  ['manual', 'By hand'],
] as const;
const statuses = [
  ['active', 'Active'],
  ['paused', 'Paused'],
  ['inactive', 'Inactive'],
] as const;

const columns: readonly Column<Workflow>[] = [
  {
    title: 'Integration',
    show: (workflow) => (
      <>
        <Link className="row-link" to="/schedules/$id" params={{ id: workflow.id }}>
          {workflow.name}
        </Link>
        <small>{describeStart(workflow)}</small>
      </>
    ),
  },
  { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Next run', looks: ['fit'], show: ({ next_run_at: at }) => <Time at={at} /> },
  {
    title: 'Last run',
    looks: ['fit', 'wide'],
    show: ({ last_run: last }) =>
      last === undefined ? <span className="soft">–</span> : <StatusBadge status={last.status} />,
  },
];

export function describeStart({ type, schedule }: Workflow): string {
  if (schedule !== undefined) return describeTrigger({ type: 'schedule', ...schedule });
  return describeTrigger({ type: type === 'scheduled' ? 'manual' : type });
}

export function SchedulesPage(): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title="Schedules and hooks" lead="What starts runs, and when each starts the next one.">
      <div className="card">
        <div className="filters">
          <SelectFilter
            label="Started by"
            value={filters.type}
            options={types}
            onChange={(type) => void navigate({ search: pickSet({ ...filters, type }), replace: true })}
          />
          <SelectFilter
            label="Status"
            value={filters.status}
            options={statuses}
            onChange={(status) => void navigate({ search: pickSet({ ...filters, status }), replace: true })}
          />
        </div>
        <DataList
          list="listWorkflows"
          input={{ query: pickSet({ type: choose(types, filters.type), status: choose(statuses, filters.status) }) }}
          name="Schedules and hooks"
          noun={['workflow', 'workflows']}
          columns={columns}
          everyMs={15_000}
          empty={
            <EmptyState icon="schedules" title="Nothing starts runs by itself">
              Give an integration a schedule or a webhook trigger, and it stands here.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}
