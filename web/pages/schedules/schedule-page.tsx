import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { HookEvent, Tick, Workflow } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { describeReason } from '../../model/describe-tick.ts';
import { nameWorkflow } from '../../model/name-workflow.ts';
import { formatExact } from '../../model/format.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { SelectFilter } from '../../parts/fields.tsx';
import { Page, PendingPage } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Notice } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { act } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { HookChecks } from './hook-checks.tsx';
import { describeStart } from './schedules-page.tsx';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/schedules/$id');
const statuses = [
  ['ran', 'Ran'],
  ['skipped', 'Skipped'],
  ['missed', 'Missed'],
  ['paused', 'Paused'],
] as const;

/** One trigger: when it starts runs, and what became of every time that it should have. */
export function SchedulePage(): ReactNode {
  const { id } = route.useParams();
  const found = useQuery(ask('getWorkflow', { params: { id } }, 15_000));
  const crumbs = <Link to="/schedules">Schedules and hooks</Link>;
  if (found.isPending) return <PendingPage title="Schedule" />;
  if (found.isError) {
    return (
      <Page title="Schedule" crumbs={crumbs}>
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      </Page>
    );
  }
  const { data: workflow } = found.data;
  const zone = workflow.schedule?.timezone;
  return (
    <Page
      title={nameWorkflow(workflow)}
      crumbs={crumbs}
      badge={<StatusBadge status={workflow.status} />}
      lead={
        <>
          {describeStart(workflow)}.{' '}
          <Link to="/integrations/$id" params={{ id: workflow.integration_id }}>
            Open the integration
          </Link>
        </>
      }
      actions={<Pause workflow={workflow} />}
    >
      {workflow.next_run_at !== undefined && (
        <Notice tone="idle">
          <p>
            The next run starts <Time at={workflow.next_run_at} />: {formatExact(workflow.next_run_at, zone)}.
          </p>
        </Notice>
      )}
      {workflow.type === 'scheduled' && <Ticks id={id} zone={zone} />}
      {workflow.hook !== undefined && <Hook workflow={workflow} hook={workflow.hook} />}
    </Page>
  );
}

function Pause({ workflow: { id, status, account_id: accountId } }: { workflow: Workflow }): ReactNode {
  const mayWrite = useCanIn('workflows:write', accountId);
  if (!mayWrite || status === 'inactive') return null;
  const change = (what: 'pauseWorkflow' | 'resumeWorkflow'): Promise<void> =>
    hub.call(what, { params: { id } }).then(() => queries.invalidateQueries());
  return status === 'paused' ? (
    <Button looks={['primary']} icon="play" onClick={() => void act(() => change('resumeWorkflow'), 'It goes on')}>
      Resume
    </Button>
  ) : (
    <Button icon="pause" onClick={() => void act(() => change('pauseWorkflow'), 'It is paused')}>
      Pause
    </Button>
  );
}

const toColumns = (zone: string | undefined): readonly Column<Tick>[] => [
  {
    title: 'Due',
    show: ({ scheduled_at: at, run_id: run }) =>
      run === undefined ? (
        <Time at={at} />
      ) : (
        <Link className="row-link" to="/runs/$id" params={{ id: run }}>
          <Time at={at} />
        </Link>
      ),
  },
  {
    title: 'Exactly',
    looks: ['wide'],
    show: ({ scheduled_at: at }) => <span className="soft">{formatExact(at, zone)}</span>,
  },
  {
    title: 'What became of it',
    show: ({ status, reason }) => (
      <>
        <StatusBadge status={status} />
        {reason !== undefined && <small>{describeReason(reason)}</small>}
      </>
    ),
  },
];

/** @param zone Whose clock the schedule goes by. */
function Ticks({ id, zone }: { id: string; zone: string | undefined }): ReactNode {
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useMemo(() => toColumns(zone), [zone]);
  return (
    <Card
      title="Every time that was due"
      actions={
        <SelectFilter
          label="Outcome"
          value={status}
          options={statuses}
          onChange={(next) => void navigate({ search: pickSet({ status: next }), replace: true })}
        />
      }
      flush
    >
      <DataList
        list="listTicks"
        input={{ params: { id }, query: pickSet({ status: choose(statuses, status) }) }}
        name="Ticks"
        noun={['time', 'times']}
        columns={columns}
        everyMs={15_000}
        empty={
          status === undefined ? (
            <EmptyState icon="schedules" title="No time was due yet">
              Each time that comes is listed here, with the run that it started or why it started none.
            </EmptyState>
          ) : (
            <EmptyState icon="filter" title="No time that was due ended like this" />
          )
        }
      />
    </Card>
  );
}

const eventColumns: readonly Column<HookEvent>[] = [
  {
    title: 'Event',
    show: ({ name, run_id: run }) =>
      run === undefined ? (
        name
      ) : (
        <Link className="row-link" to="/runs/$id" params={{ id: run }}>
          {name}
        </Link>
      ),
  },
  {
    title: 'Merged',
    show: ({ merged_into: into, merged }) =>
      into === undefined ? (
        merged !== undefined && <span className="soft">and {merged} more</span>
      ) : (
        <span className="soft">into another one</span>
      ),
  },
  { title: 'Received', looks: ['fit'], show: ({ received_at: at }) => <Time at={at} /> },
];

function Hook({ workflow, hook }: { workflow: Workflow; hook: NonNullable<Workflow['hook']> }): ReactNode {
  return (
    <>
      {!hook.has_credentials && (
        <Notice tone="warn" title="All deliveries are refused">
          <p>It is not known yet what deliveries are checked by: give the hook its secret.</p>
        </Notice>
      )}
      <Card title="Address of the hook" note="To be registered with the system that sends events.">
        <div className="secret">
          <code>{hook.url}</code>
          <CopyButton text={hook.url} what="the address" />
        </div>
      </Card>
      <HookChecks workflow={workflow} hook={hook} />
      <Card title="Events" flush>
        <DataList
          list="listHookEvents"
          input={{ params: { id: workflow.id } }}
          name="Events"
          noun={['event', 'events']}
          columns={eventColumns}
          everyMs={5000}
          empty={<EmptyState icon="webhooks" title="No event was received yet" />}
        />
      </Card>
    </>
  );
}
