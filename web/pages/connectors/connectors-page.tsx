import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import type { ConnectorSummary } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { categories, filterConnectors, levels } from '../../model/connectors/catalogue.ts';
import { formatAmount } from '../../model/format.ts';
import { pickSet } from '../../model/read-filters.ts';
import { Badge, Monogram } from '../../parts/badge.tsx';
import { type Column, Table } from '../../parts/data-list.tsx';
import { SelectFilter, TextFilter } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useCanIn } from '../../shell/session.tsx';

const route = getRouteApi('/connectors');
const categoryWords = new Map<string, string>(categories);

/** Every system that this hub can connect, and the organization's own connectors among them. */
export function ConnectorsPage(): ReactNode {
  const { tab } = route.useSearch();
  const mayWrite = useCanIn('connectors:write', undefined);
  const add = mayWrite && (
    <Link className="button primary" to="/connectors/new">
      <Icon name="plus" />
      Add your own
    </Link>
  );
  return (
    <Page
      title="Connectors"
      lead="What this hub can read from and write to, and how well each is proven."
      actions={add}
    >
      <nav className="tabs" aria-label="All connectors and your own">
        <Link to="/connectors" search={{ tab: 'all' }} aria-current={tab === 'own' ? false : 'page'} replace>
          All
        </Link>
        <Link to="/connectors" search={{ tab: 'own' }} aria-current={tab === 'own' ? 'page' : false} replace>
          Your own
        </Link>
      </nav>
      <ConnectorList add={add} />
    </Page>
  );
}

function ConnectorList({ add }: { add: ReactNode }): ReactNode {
  const { tab, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const found = useQuery(ask('listConnectors', {}));
  const set = useCallback(
    (change: typeof filters) => void navigate({ search: (before) => pickSet({ ...before, ...change }), replace: true }),
    [navigate],
  );
  const setText = useCallback((q: string | undefined) => set({ q }), [set]);
  const offered = useMemo(
    () => (found.data?.data ?? []).filter(({ origin }) => tab !== 'own' || origin === 'organization'),
    [found.data, tab],
  );
  const fitting = useMemo(() => filterConnectors(offered, filters), [offered, filters]);
  return (
    <div className="card">
      <div className="filters">
        <TextFilter label="Filter connectors" value={filters.q} onChange={setText} />
        <SelectFilter
          label="Kind"
          value={filters.category}
          options={categories}
          onChange={(category) => set({ category })}
        />
        {tab !== 'own' && (
          <SelectFilter label="Level" value={filters.level} options={levels} onChange={(level) => set({ level })} />
        )}
      </div>
      {found.isPending ? (
        <Skeleton lines={8} />
      ) : found.isError ? (
        <div className="card-body">
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        </div>
      ) : offered.length === 0 ? (
        <EmptyState icon="connectors" title="No connector of your own yet" action={add}>
          For a system that is not in the catalogue: drafted from the description of its API, without code.
        </EmptyState>
      ) : fitting.length === 0 ? (
        <EmptyState
          icon="filter"
          title="No connector is like this"
          action={
            <Link to="/connectors" search={pickSet({ tab })}>
              Show all
            </Link>
          }
        >
          Any system with an HTTP API, a database or a directory can be connected by its protocol: look for rest, sql or
          ldap.
        </EmptyState>
      ) : (
        <>
          <Table name="Connectors" columns={columns} items={fitting} linked />
          <div className="list-foot">
            <span role="status">{formatAmount(fitting.length, 'connector')}</span>
          </div>
        </>
      )}
    </div>
  );
}

const columns: readonly Column<ConnectorSummary>[] = [
  {
    title: 'Name',
    show: ({ id, name, vendor, origin }) => (
      <span className="row">
        <Monogram name={name} />
        <span>
          <Link className="row-link" to="/connectors/$id" params={{ id }}>
            {name}
          </Link>{' '}
          {origin === 'organization' && <Badge tone="busy">Your own</Badge>}
          <small>{origin === 'organization' ? id : vendor}</small>
        </span>
      </span>
    ),
  },
  {
    title: 'Kind',
    looks: ['wide'],
    show: ({ category }) => categoryWords.get(category) ?? category,
  },
  {
    title: 'Objects',
    looks: ['fit', 'number', 'titled'],
    show: ({ verification }) => verification.sheets.objects,
  },
  {
    title: 'Level',
    looks: ['fit'],
    show: ({ verification: { level } }) => <LevelBadge level={level} />,
  },
];

const levelTones = { proven: 'good', verified: 'good', described: 'busy', documented: 'idle' } as const;
const levelWords = new Map<string, string>(levels);

export function LevelBadge({ level }: { level: ConnectorSummary['verification']['level'] }): ReactNode {
  return <Badge tone={levelTones[level]}>{levelWords.get(level)}</Badge>;
}
