import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { FailedRecordGroup, Operations } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { formatAmount, formatCount } from '../../model/format.ts';
import { listNames, toGroupFilter, toGroupKey } from '../../model/runs/group-failures.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { sinceInstant, type Span, spans } from '../../model/spans.ts';
import { toSentence } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { AccountFilter } from '../../parts/account-fields.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { FailureTitle } from '../../parts/failure-title.tsx';
import { SelectFilter, TextFilter, withChosen } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/failed-records');
const everyMs = 10_000;

/** Records of all runs that could not be processed, by what they have in common: seen, corrected, and processed again. */
export function FailedRecordsPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: Search): void => void navigate({ search: pickSet({ ...search, ...change }), replace: true });
  const span = choose(spans, search.since);
  const query = pickSet({
    q: search.q,
    code: search.code,
    step: search.step,
    integration_id: search.integration_id,
    account_id: search.account_id,
  });
  const isFiltered = span !== undefined || Object.keys(query).length > 0;
  // What can be chosen is what there is, whatever is chosen now.
  const all = useQuery(ask('listFailedRecordGroups', {}, everyMs));
  const groups = useQuery(askGroups(query, span));
  const [asked, setAsked] = useState<Asked>();
  const present = all.data?.data ?? [];
  const isNarrowed = search.q !== undefined || span !== undefined;
  return (
    <Page
      title="Failed records"
      lead="Those that no run has processed since, by what went wrong. Correct the mapping or the source, then process them again."
    >
      <div className="card">
        {(isFiltered || present.length > 0) && <Filters search={search} set={set} present={present} />}
        {groups.isPending ? (
          <Skeleton lines={6} />
        ) : groups.isError ? (
          <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />
        ) : groups.data.data.length === 0 ? (
          isFiltered ? (
            <EmptyState
              icon="filter"
              title="No failed record is like this"
              action={<Link to="/failed-records">Show all failed records</Link>}
            />
          ) : (
            <EmptyState icon="check" title="No record is left behind">
              A record that cannot be processed stands here until a run has processed it, or somebody dismissed it.
            </EmptyState>
          )
        ) : (
          groups.data.data.map((group) => (
            <Group
              key={`${group.integration_id} ${toGroupKey(group)}`}
              group={group}
              q={search.q}
              onAsk={isNarrowed ? undefined : (act) => setAsked({ group, act })}
            />
          ))
        )}
      </div>
      {asked !== undefined && <AskedDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

type GroupQuery = NonNullable<Operations['listFailedRecordGroups']['input']['query']>;

/** Those of a span are asked for by its name: a group that was opened stays open while time goes on. */
function askGroups(query: GroupQuery, span: Span | undefined) {
  const asked = ask('listFailedRecordGroups', Object.keys(query).length > 0 ? { query } : {}, everyMs);
  if (span === undefined) return asked;
  return {
    ...asked,
    queryKey: [...asked.queryKey, span],
    queryFn: ({ signal }: { signal: AbortSignal }) => {
      const narrowed = { ...query, created_after: sinceInstant(span, Date.now()) };
      return hub.request('listFailedRecordGroups', { query: narrowed }, { signal });
    },
  };
}

interface Search {
  q?: string | undefined;
  code?: string | undefined;
  step?: string | undefined;
  integration_id?: string | undefined;
  account_id?: string | undefined;
  since?: string | undefined;
}

/** @param present All groups that there are, whatever is chosen: what they have in common can be chosen. */
function Filters({
  search,
  set,
  present,
}: {
  search: Search;
  set: (change: Search) => void;
  present: readonly FailedRecordGroup[];
}): ReactNode {
  const integrations = new Map(present.map(({ integration_id: id, integration_name: name }) => [id, name]));
  return (
    <div className="filters">
      <TextFilter label="Key or message" value={search.q} onChange={(q) => set({ q })} />
      <SelectFilter
        label="What went wrong"
        value={search.code}
        options={listNames([...present.map(({ code }) => code), search.code]).map(
          (code) => [code, toSentence(code)] as const,
        )}
        onChange={(code) => set({ code })}
      />
      <SelectFilter
        label="Integration"
        value={search.integration_id}
        options={withChosen([...integrations], search.integration_id)}
        onChange={(id) => set({ integration_id: id })}
      />
      {(search.step !== undefined || present.some(({ step }) => step !== undefined)) && (
        <SelectFilter
          label="Step"
          value={search.step}
          options={listNames([...present.map(({ step }) => step), search.step]).map((name) => [name, name] as const)}
          onChange={(step) => set({ step })}
        />
      )}
      <AccountFilter scope="records:read" value={search.account_id} onChange={(id) => set({ account_id: id })} />
      <SelectFilter
        label="Failed"
        none="at any time"
        value={choose(spans, search.since)}
        options={spans}
        onChange={(since) => set({ since })}
      />
    </div>
  );
}

interface Asked {
  group: FailedRecordGroup;
  act: 'retry' | 'dismiss';
}

/** @param onAsk Absent where a group is not all of it, so that an act would take in more than is seen. */
function Group({
  group,
  q,
  onAsk,
}: {
  group: FailedRecordGroup;
  q: string | undefined;
  onAsk: ((act: Asked['act']) => void) | undefined;
}): ReactNode {
  const mayWrite = useCanIn('runs:write', group.account_id);
  const { integration_id: integration, integration_name: name, code, step, count, records, runs } = group;
  return (
    <details className="fold">
      <summary>
        <FailureTitle group={group} of={name} />
        <span className="tag">{formatAmount(records, 'record')}</span>
      </summary>
      <div className="inside">
        <div className="row">
          {mayWrite && onAsk !== undefined && (
            <>
              <Button looks={['small']} icon="retry" onClick={() => onAsk('retry')}>
                Process again…
              </Button>
              <Button looks={['small']} icon="cross" onClick={() => onAsk('dismiss')}>
                Dismiss…
              </Button>
            </>
          )}
          <Link className="button small" to="/integrations/$id" params={{ id: integration }}>
            Open the integration
          </Link>
          <small className="soft">
            {count > records && `They failed ${formatCount(count)} times. `}The newest failed{' '}
            <Time at={group.newest_at} />.
          </small>
        </div>
        <ul className="steps">
          {runs.map(({ run_id: run, count: failed }) => (
            <li key={run}>
              <Link
                className="name mono"
                to="/runs/$id"
                params={{ id: run }}
                search={pickSet({ tab: 'records', code, step, q })}
              >
                {run}
              </Link>
              <span className="soft">{formatAmount(failed, 'record')}</span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function AskedDialog({ asked: { group, act }, onClose }: { asked: Asked; onClose: () => void }): ReactNode {
  return act === 'retry' ? <Again group={group} onClose={onClose} /> : <Dismiss group={group} onClose={onClose} />;
}

function Dismiss({ group, onClose }: { group: FailedRecordGroup; onClose: () => void }): ReactNode {
  const dismiss = async (): Promise<void> => {
    for (const { run_id: id } of group.runs) {
      const body = toGroupFilter(group);
      let hasMore = true;
      while (hasMore) ({ has_more: hasMore } = await hub.call('dismissFailedRecords', { params: { id }, body }));
    }
    await queries.invalidateQueries();
    sayDone('They are dismissed');
  };
  return (
    <ConfirmDialog open onClose={onClose} title={`Dismiss ${describeExtent(group)}?`} act="Dismiss" onConfirm={dismiss}>
      <p>
        They are not processed, and need attention no more. Each run keeps them in its list of dismissed ones, where
        they can be opened again.
      </p>
      <OlderRuns group={group} />
    </ConfirmDialog>
  );
}

function Again({ group, onClose }: { group: FailedRecordGroup; onClose: () => void }): ReactNode {
  const { runs } = group;
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Process ${describeExtent(group)} again?`}
      act="Process again"
      onConfirm={async () => {
        for (const { run_id: id } of runs) {
          await hub.call('retryFailedRecords', { params: { id }, body: toGroupFilter(group) });
        }
        await queries.invalidateQueries();
        sayDone('They are being processed again');
      }}
    >
      <p>
        With the present revision of {group.integration_name}, as they were read then:{' '}
        {formatAmount(runs.length, 'run')} of their own, one after another.
      </p>
      <OlderRuns group={group} />
      <p>What fails again stands in the list of the new run.</p>
    </ConfirmDialog>
  );
}

/** A group names its newest runs, and acts are done with these. */
function isWhole({ count, runs }: FailedRecordGroup): boolean {
  return runs.reduce((sum, run) => sum + run.count, 0) === count;
}

/** What an act takes in. */
function describeExtent(group: FailedRecordGroup): string {
  return isWhole(group)
    ? formatAmount(group.records, 'record')
    : `the records of ${formatAmount(group.runs.length, 'run')}`;
}

function OlderRuns({ group }: { group: FailedRecordGroup }): ReactNode {
  return isWhole(group) ? null : <p>Older runs of this group follow when you do it again.</p>;
}
