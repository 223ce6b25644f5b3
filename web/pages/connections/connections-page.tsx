import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Connection } from '../../../client/operations.data.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { AccountFilter, useAccountColumns } from '../../parts/account-fields.tsx';
import { Monogram, StatusBadge } from '../../parts/badge.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { SelectFilter, TextFilter } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useConnectorNames } from '../../parts/use-connector-names.ts';
import { useCan } from '../../shell/session.tsx';
import { LinksCard } from './links-card.tsx';

const route = getRouteApi('/connections');
const statuses = [
  ['active', 'Active'],
  ['error', 'Error'],
  ['expired', 'Expired'],
  ['disabled', 'Disabled'],
] as const;

/** @param nameOf Of a connector, by its id. @param accounts What says to which account they belong. */
function makeColumns(nameOf: (id: string) => string, accounts: readonly Column<Connection>[]): Column<Connection>[] {
  return [
    {
      title: 'Name',
      show: (connection) => (
        <span className="row">
          <Monogram name={nameOf(connection.service_type)} />
          <span>
            <Link className="row-link" to="/connections/$id" params={{ id: connection.id }}>
              {connection.name}
            </Link>
            <small>{nameOf(connection.service_type)}</small>
          </span>
        </span>
      ),
    },
    {
      title: 'Status',
      show: ({ status, status_reason: reason }) => (
        <>
          <StatusBadge status={status} />
          {reason !== undefined && <small>{reason}</small>}
        </>
      ),
    },
    ...accounts,
    { title: 'Changed', looks: ['fit', 'wide'], show: ({ updated_at: at }) => <Time at={at} /> },
  ];
}

export function ConnectionsPage(): ReactNode {
  const filters = route.useSearch();
  const mayWrite = useCan('connections:write');
  const connect = mayWrite && (
    <Link className="button primary" to="/connections/new">
      <Icon name="plus" />
      Connect a system
    </Link>
  );
  return (
    <Page
      title="Connections"
      lead="The systems that this organization has connected. Their credentials are kept sealed and never shown again."
      actions={connect}
    >
      <nav className="tabs" aria-label="Connections and links">
        <Link to="/connections" search={{ tab: 'all' }} aria-current={filters.tab === 'links' ? false : 'page'} replace>
          Connections
        </Link>
        <Link
          to="/connections"
          search={{ tab: 'links' }}
          aria-current={filters.tab === 'links' ? 'page' : false}
          replace
        >
          Links for customers
        </Link>
      </nav>
      {filters.tab === 'links' ? <LinksCard /> : <ConnectionList connect={connect} />}
    </Page>
  );
}

function ConnectionList({ connect }: { connect: ReactNode }): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const nameOf = useConnectorNames();
  const accounts = useAccountColumns<Connection>('connections:read');
  const columns = useMemo(() => makeColumns(nameOf, accounts), [nameOf, accounts]);
  const setText = useCallback(
    (q: string | undefined) => void navigate({ search: (before) => pickSet({ ...before, q }), replace: true }),
    [navigate],
  );
  return (
    <div className="card">
      <div className="filters">
        <TextFilter label="Filter by name" value={filters.q} onChange={setText} />
        <SelectFilter
          label="Status"
          value={filters.status}
          options={statuses}
          onChange={(status) => void navigate({ search: pickSet({ ...filters, status }), replace: true })}
        />
        <AccountFilter
          scope="connections:read"
          value={filters.account_id}
          onChange={(id) => void navigate({ search: pickSet({ ...filters, account_id: id }), replace: true })}
        />
      </div>
      <DataList
        list="listConnections"
        input={{
          query: pickSet({
            q: filters.q,
            status: choose(statuses, filters.status),
            account_id: filters.account_id,
          }),
        }}
        name="Connections"
        noun={['connection', 'connections']}
        columns={columns}
        everyMs={15_000}
        empty={
          filters.q === undefined && filters.status === undefined && filters.account_id === undefined ? (
            <EmptyState icon="connections" title="No system is connected" action={connect}>
              Choose a system, give the credentials that the hub may use, and test them.
            </EmptyState>
          ) : (
            <EmptyState
              icon="filter"
              title="No connection is like this"
              action={<Link to="/connections">Show all</Link>}
            />
          )
        }
      />
    </div>
  );
}
