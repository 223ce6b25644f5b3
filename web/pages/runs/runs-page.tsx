import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { AccountFilter, useAccountColumns } from '../../parts/account-fields.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { SelectFilter } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { runColumns } from '../../parts/run-columns.tsx';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/runs');
const statuses = [
  ['queued', 'Queued'],
  ['running', 'Running'],
  ['waiting', 'Waiting'],
  ['canceling', 'Canceling'],
  ['succeeded', 'Succeeded'],
  ['partially_succeeded', 'Partly succeeded'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
  ['skipped', 'Skipped'],
] as const;
const triggers = [
  ['manual', 'By hand'],
  ['schedule', 'Schedule'],
  ['event', 'Change'],
  ['webhook', 'Webhook'],
  ['after', 'After a run'],
  ['call', 'Call of a step'],
  ['retry', 'Retry'],
] as const;
const liveMs = 4000;

/** Behind the name of the integration. */
function withAccounts([first, ...rest]: readonly Column<Run>[], accounts: readonly Column<Run>[]): Column<Run>[] {
  return first === undefined ? [...accounts] : [first, ...accounts, ...rest];
}

export function RunsPage(): ReactNode {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const integrations = useQuery(ask('listIntegrations', { query: { per_page: 100, sort: 'name' } }));
  const names = (integrations.data?.data ?? []).map(({ id, name }) => [id, name] as const);
  const set = (change: typeof filters): void => void navigate({ search: { ...filters, ...change }, replace: true });
  const accounts = useAccountColumns<Run>('runs:read');
  const columns = useMemo(() => withAccounts(runColumns, accounts), [accounts]);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const query = pickSet({
    status: choose(statuses, filters.status),
    trigger: choose(triggers, filters.trigger),
    integration_id: filters.integration_id,
    account_id: filters.account_id,
  });
  return (
    <Page title="Runs" lead="Every time that an integration moved data, the newest first.">
      <div className="card">
        <div className="filters">
          <SelectFilter
            label="Status"
            value={filters.status}
            options={statuses}
            onChange={(status) => set({ status: status ?? undefined })}
          />
          <SelectFilter
            label="Started by"
            value={filters.trigger}
            options={triggers}
            onChange={(trigger) => set({ trigger: trigger ?? undefined })}
          />
          <AccountFilter
            scope="runs:read"
            value={filters.account_id}
            onChange={(id) => set({ account_id: id ?? undefined })}
          />
          <SelectFilter
            label="Integration"
            value={filters.integration_id}
            options={names}
            onChange={(id) => set({ integration_id: id ?? undefined })}
          />
        </div>
        <DataList
          list="listRuns"
          input={{ query }}
          name="Runs"
          noun={['run', 'runs']}
          columns={columns}
          everyMs={liveMs}
          empty={
            isFiltered ? (
              <EmptyState icon="filter" title="No run is like this" action={<Link to="/runs">Show all runs</Link>} />
            ) : (
              <EmptyState
                icon="runs"
                title="Nothing has run yet"
                action={
                  <Link className="button primary" to="/integrations">
                    To the integrations
                  </Link>
                }
              >
                Activate an integration with a schedule, or run one by hand.
              </EmptyState>
            )
          }
        />
      </div>
    </Page>
  );
}
