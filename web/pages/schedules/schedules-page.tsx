import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Workflow } from '../../../client/operations.data.ts';
import { describeTrigger } from '../../model/describe-trigger.ts';
import { nameWorkflow } from '../../model/name-workflow.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { SelectFilter } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { WeekView } from './week-view.tsx';

const route = getRouteApi('/schedules');
const types = [
  ['scheduled', 'Schedules', 'No integration has a schedule'],
  ['webhook', 'Hooks', 'No system reports changes'],
  ['event', 'Changes', 'No source is asked for changes'],
  ['after', 'After runs', 'No integration starts after another one'],
  ['manual', 'By hand', 'There is no integration yet'],
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
          {nameWorkflow(workflow)}
        </Link>
        <small>{describeStart(workflow)}</small>
      </>
    ),
  },
  { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Next run', looks: ['fit', 'titled'], show: ({ next_run_at: at }) => <Time at={at} /> },
  {
    title: 'Last run',
    looks: ['fit', 'wide'],
    show: ({ last_run: last }) =>
      last === undefined ? <span className="soft">–</span> : <StatusBadge status={last.status} />,
  },
];

export function describeStart({ type, schedule }: Workflow): string {
  if (schedule !== undefined) return describeTrigger({ type: 'schedule', ...schedule });
  if (type === 'after') return describeTrigger({ type, integration_id: '' });
  return describeTrigger({ type: type === 'scheduled' ? 'manual' : type });
}

const tabs = [types[0], ['week', 'Week'] as const, ...types.slice(1)];

/** What starts runs, kind by kind: schedules first, since they come by themselves. */
export function SchedulesPage(): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const isWeek = filters.type === 'week';
  const [type, , none] = types.find(([one]) => one === filters.type) ?? types[0];
  return (
    <Page title="Schedules and hooks" lead="What starts runs, and when each starts the next one.">
      <nav className="tabs" aria-label="What starts runs">
        {tabs.map(([value, words]) => (
          <Link
            key={value}
            to="/schedules"
            search={pickSet({ status: filters.status, type: value === 'scheduled' ? undefined : value })}
            // Without it, the address of the first holds for all of them.
            activeOptions={{ exact: true }}
            aria-current={value === (isWeek ? 'week' : type) ? 'page' : false}
            replace
          >
            {words}
          </Link>
        ))}
      </nav>
      {isWeek ? (
        <WeekView
          from={filters.from}
          account={filters.account_id}
          onChange={(change) => void navigate({ search: pickSet({ ...filters, ...change }), replace: true })}
        />
      ) : (
        <TriggerList type={type} none={none} />
      )}
    </Page>
  );
}

function TriggerList({ type, none }: { type: (typeof types)[number][0]; none: string }): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className="card">
      <div className="filters">
        <SelectFilter
          label="Status"
          value={filters.status}
          options={statuses}
          onChange={(status) => void navigate({ search: pickSet({ ...filters, status }), replace: true })}
        />
      </div>
      <DataList
        list="listWorkflows"
        input={{ query: pickSet({ type, status: choose(statuses, filters.status) }) }}
        name="Schedules and hooks"
        noun={['trigger', 'triggers']}
        columns={type === 'scheduled' ? columns : columns.filter(({ title }) => title !== 'Next run')}
        everyMs={15_000}
        empty={
          filters.status === undefined ? (
            <EmptyState
              icon="schedules"
              title={none}
              action={
                <Link className="button" to="/integrations">
                  To the integrations
                </Link>
              }
            >
              What starts an integration is chosen where it is edited, among its triggers.
            </EmptyState>
          ) : (
            <EmptyState
              icon="filter"
              title="Nothing is in this state"
              action={
                <Link to="/schedules" search={pickSet({ type: filters.type })} replace>
                  Show all
                </Link>
              }
            />
          )
        }
      />
    </div>
  );
}
