import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { formatShort } from '../../model/format.ts';
import { spans } from '../../model/spans.ts';
import { toSentence } from '../../model/status.ts';
import { runErrorCodes } from '../../model/runs/run-advice.ts';
import { AccountFilter, useAccountColumns } from '../../parts/account-fields.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { Button } from '../../parts/button.tsx';
import { SelectFilter, TextFilter, withChosen } from '../../parts/fields.tsx';
import { MultiFilter } from '../../parts/multi-filter.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { runColumns } from '../../parts/run-columns.tsx';
import { BulkBar, useSelection } from '../../parts/selection.tsx';
import { useIntegrationOptions } from '../../parts/use-all.ts';
import { useCan, useMe } from '../../shell/session.tsx';
import { listBulkActs } from './bulk-acts.ts';
import { readInstant, readStatuses, type RunSearch, statuses, toRunQuery, triggers } from './run-filters.ts';

const route = getRouteApi('/runs');
const liveMs = 4000;

/** Behind the name of the integration. */
function withAccounts([first, ...rest]: readonly Column<Run>[], accounts: readonly Column<Run>[]): Column<Run>[] {
  return first === undefined ? [...accounts] : [first, ...accounts, ...rest];
}

function nameRun({ integration_name: name, integration_id: id, created_at: at }: Run): string {
  return `${name ?? id}, ${formatShort(at)}`;
}

export function RunsPage(): ReactNode {
  const me = useMe();
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: RunSearch): void => void navigate({ search: pickSet({ ...filters, ...change }), replace: true });
  const accounts = useAccountColumns<Run>('runs:read');
  const selection = useSelection(nameRun);
  const acts = useMemo(() => listBulkActs(me), [me]);
  const mayAct = useCan('runs:write');
  const columns = useMemo(
    () => [...(mayAct ? [selection.column] : []), ...withAccounts(runColumns, accounts)],
    [mayAct, selection.column, accounts],
  );
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const query = useMemo(() => toRunQuery(filters), [filters]);
  return (
    <Page title="Runs" lead="Every time that an integration moved data, the newest first.">
      <div className="card">
        <Filters filters={filters} set={set} />
        <DataList
          list="listRuns"
          input={{ query }}
          since={choose(spans, filters.since)}
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
      <BulkBar selection={selection} acts={acts} nameOf={nameRun} noun={['run', 'runs']} />
    </Page>
  );
}

function Filters({ filters, set }: { filters: RunSearch; set: (change: RunSearch) => void }): ReactNode {
  const { options: integrations } = useIntegrationOptions(filters.integration_id);
  const [from, to] = [readInstant(filters.from), readInstant(filters.to)];
  return (
    <div className="filters">
      <TextFilter label="Name of the integration" value={filters.q} onChange={(q) => set({ q })} />
      <MultiFilter
        label="Status"
        values={readStatuses(filters.status)}
        options={statuses}
        onChange={(chosen) => set({ status: chosen.length === 0 ? undefined : chosen.join(',') })}
      />
      <SelectFilter
        label="Started by"
        value={choose(triggers, filters.trigger)}
        options={triggers}
        onChange={(trigger) => set({ trigger })}
      />
      <AccountFilter scope="runs:read" value={filters.account_id} onChange={(id) => set({ account_id: id })} />
      <SelectFilter
        label="Integration"
        value={filters.integration_id}
        options={integrations}
        onChange={(id) => set({ integration_id: id })}
      />
      <SelectFilter
        label="Error"
        none="any or none"
        value={filters.error_code}
        options={withChosen(
          runErrorCodes.map((code) => [code, toSentence(code)] as const),
          filters.error_code,
        )}
        onChange={(code) => set({ error_code: code })}
      />
      <SelectFilter
        label="Begun"
        none="at any time"
        value={choose(spans, filters.since)}
        options={spans}
        onChange={(since) => set({ since })}
      />
      {(from !== undefined || to !== undefined) && (
        <Button looks={['small']} icon="cross" onClick={() => set({ from: undefined, to: undefined })}>
          Ended {from !== undefined && `from ${formatShort(from)}`} {to !== undefined && `to ${formatShort(to)}`}
          <span className="hidden-text">: show all times</span>
        </Button>
      )}
    </div>
  );
}
