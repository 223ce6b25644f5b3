import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Connection, Integration } from '../../../client/operations.data.ts';
import { covers } from '../../model/access/describe-scopes.ts';
import { countFlowSteps } from '../../model/flow-steps.ts';
import { formatAmount } from '../../model/format.ts';
import { describeTrigger } from '../../model/describe-trigger.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { AccountFilter, useAccountColumns } from '../../parts/account-fields.tsx';
import { Badge, StatusBadge } from '../../parts/badge.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { SelectFilter, TextFilter } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { BulkBar, useSelection } from '../../parts/selection.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCan, useMe } from '../../shell/session.tsx';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';
import { listBulkActs } from './bulk-acts.ts';
import { UnsavedList } from './unsaved-work.tsx';

const route = getRouteApi('/integrations');
const everyMs = 10_000;
const statuses = [
  ['active', 'Active'],
  ['inactive', 'Inactive'],
  ['draft', 'Draft'],
] as const;

export function IntegrationsPage(): ReactNode {
  const mayWrite = useCan('integrations:write');
  return (
    <Page
      title="Integrations"
      lead="Each moves records from one system to another, and keeps them in step."
      actions={
        mayWrite && (
          <Link className="button primary" to="/integrations/new">
            <Icon name="plus" />
            New integration
          </Link>
        )
      }
    >
      <UnsavedList />
      <IntegrationList />
    </Page>
  );
}

function IntegrationList(): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const connections = useQuery(askAll('listConnections', byName));
  const byId = new Map((connections.data ?? []).map((connection) => [connection.id, connection]));
  const include = useCan('runs:read') ? ('last_run' as const) : undefined;
  const setText = useCallback(
    (q: string | undefined) => void navigate({ search: (before) => pickSet({ ...before, q }), replace: true }),
    [navigate],
  );
  const set = (change: typeof filters): void =>
    void navigate({ search: pickSet({ ...filters, ...change }), replace: true });
  const accounts = useAccountColumns<Integration>('integrations:read');
  const { q, status, account_id } = filters;
  const me = useMe();
  const selection = useSelection(nameIntegration);
  const acts = useMemo(() => listBulkActs(me), [me]);
  const mayAct = ['integrations:write', 'integrations:execute', 'workflows:write'].some((scope) =>
    covers(me.scopes, scope),
  );
  return (
    <>
      <div className="card">
        <div className="filters">
          <TextFilter label="Filter by name" value={q} onChange={setText} />
          <SelectFilter
            label="Status"
            value={status}
            options={statuses}
            onChange={(next) => set({ status: next ?? undefined })}
          />
          <AccountFilter
            scope="integrations:read"
            value={account_id}
            onChange={(next) => set({ account_id: next ?? undefined })}
          />
        </div>
        <DataList
          list="listIntegrations"
          input={{ query: pickSet({ q, status: choose(statuses, status), account_id, include }) }}
          everyMs={everyMs}
          name="Integrations"
          noun={['integration', 'integrations']}
          columns={[...(mayAct ? [selection.column] : []), ...makeColumns(byId, accounts)]}
          empty={<NoIntegration isFiltered={Object.values(filters).some((value) => value !== undefined)} />}
        />
      </div>
      <BulkBar selection={selection} acts={acts} nameOf={nameIntegration} noun={['integration', 'integrations']} />
    </>
  );
}

function nameIntegration({ name }: Integration): string {
  return name;
}

function NoIntegration({ isFiltered }: { isFiltered: boolean }): ReactNode {
  const mayConnect = useCan('connections:write');
  return isFiltered ? (
    <EmptyState icon="filter" title="No integration is like this" action={<Link to="/integrations">Show all</Link>} />
  ) : (
    <EmptyState
      icon="integrations"
      title="No integration yet"
      action={
        mayConnect && (
          <Link className="button primary" to="/connections/new">
            Connect a system
          </Link>
        )
      }
    >
      Connect the two systems first; an integration then says what goes from one to the other.
    </EmptyState>
  );
}

function makeColumns(
  connections: ReadonlyMap<string, Connection>,
  accounts: readonly Column<Integration>[],
): Column<Integration>[] {
  const place = (of: { connection_id: string; object: string } | undefined): string => {
    if (of === undefined) return 'not set';
    return connections.get(of.connection_id)?.name ?? 'a connection';
  };
  return [
    {
      title: 'Name',
      show: (integration) => (
        <>
          <Link className="row-link" to="/integrations/$id" params={{ id: integration.id }}>
            {integration.name}
          </Link>
          <small>
            {(integration.triggers ?? [])
              .map((trigger) => describeTrigger(trigger, integration.timezone))
              .join(' · ') || 'By hand'}
          </small>
        </>
      ),
    },
    {
      title: 'From and to',
      looks: ['wide'],
      show: ({ source, target, steps }) => (
        <>
          <span className="way">
            {place(source)} <Icon name="arrow" />{' '}
            {steps === undefined ? place(target) : formatAmount(countFlowSteps(steps), 'step')}
          </span>
          <small>{[source?.object, target?.object].filter((object) => object !== undefined).join(' → ')}</small>
        </>
      ),
    },
    {
      title: 'Status',
      looks: ['fit'],
      show: ({ status, readiness, cools_until: coolsUntil }) => (
        <span className="row">
          <StatusBadge status={status} />
          {status !== 'draft' && !readiness.ready && <Badge tone="warn">Not ready</Badge>}
          {coolsUntil !== undefined && <Badge tone="bad">Held back</Badge>}
        </span>
      ),
    },
    {
      title: 'Last run',
      looks: ['fit', 'titled'],
      show: ({ last_run: last }) => last !== undefined && <StatusBadge status={last.status} />,
    },
    ...accounts,
    { title: 'Changed', looks: ['fit', 'wide'], show: ({ updated_at: at }) => <Time at={at} /> },
  ];
}
