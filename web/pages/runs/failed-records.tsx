import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { FailedRecordGroup, Run } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatAmount } from '../../model/format.ts';
import { listNames, toGroupFilter, toGroupKey } from '../../model/runs/group-failures.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { isMoving, toSentence } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { ConfirmDialog } from '../../parts/dialogs.tsx';
import { FailureTitle } from '../../parts/failure-title.tsx';
import { SelectFilter, TextFilter } from '../../parts/fields.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useCanIn } from '../../shell/session.tsx';
import { dismissRecords, useProcessAgain } from './record-acts.ts';
import { type RecordFilter, RecordPages } from './record-pages.tsx';

const route = getRouteApi('/runs/$id');
const everyMs = 3000;
const statuses = [
  ['resolved', 'Resolved'],
  ['dismissed', 'Dismissed'],
] as const;

export interface RecordSearch {
  status?: string | undefined;
  code?: string | undefined;
  step?: string | undefined;
  q?: string | undefined;
}

/** Records that could not be processed: those that are open by what went wrong, the others one after another. */
export function FailedRecords({ run, search }: { run: Run; search: RecordSearch }): ReactNode {
  const navigate = route.useNavigate();
  const isLive = isMoving(run.status);
  const mayWrite = useCanIn('runs:write', run.account_id) && !isLive;
  const all = useQuery(ask('listFailedRecordGroups', { query: { run_id: run.id } }, isLive ? everyMs : false));
  const [isAsked, setAsked] = useState(false);
  const again = useProcessAgain(run);
  const status = choose(statuses, search.status);
  const filter = pickSet({ code: search.code, step: search.step, q: search.q });
  const set = (change: RecordSearch): void => {
    void navigate({ search: pickSet({ tab: 'records', ...search, ...change }), replace: true });
  };
  if (all.isPending) return <Skeleton />;
  if (all.isError) return <ErrorNotice error={all.error} onRetry={() => void all.refetch()} />;
  if (run.counters.failed === 0 && all.data.data.length === 0) {
    return <EmptyState icon="check" title="No record of this run failed" />;
  }
  const codes = listNames([...all.data.data.map(({ code }) => code), search.code]);
  const steps = listNames([...all.data.data.map(({ step }) => step), search.step]);
  return (
    <Card
      title="Failed records"
      note="By what went wrong. Values are masked."
      actions={
        mayWrite &&
        status === undefined &&
        all.data.data.length > 0 && (
          <>
            <Button looks={['small']} icon="retry" onClick={() => again({ all: true })}>
              Process all again
            </Button>
            <Button looks={['small']} icon="cross" onClick={() => setAsked(true)}>
              Dismiss all…
            </Button>
          </>
        )
      }
      flush
    >
      <div className="filters">
        <TextFilter label="Key or message" value={search.q} onChange={(q) => set({ q })} />
        <SelectFilter
          label="State"
          none="Open"
          value={status}
          options={statuses}
          onChange={(next) => set({ status: next })}
        />
        <SelectFilter
          label="What went wrong"
          value={search.code}
          options={codes.map((code) => [code, toSentence(code)] as const)}
          onChange={(code) => set({ code })}
        />
        {steps.length > 0 && (
          <SelectFilter
            label="Step"
            value={search.step}
            options={steps.map((step) => [step, step] as const)}
            onChange={(step) => set({ step })}
          />
        )}
      </div>
      {status === undefined ? (
        <Groups run={run} filter={filter} mayWrite={mayWrite} />
      ) : (
        <RecordPages run={run} query={{ ...filter, status }} mayWrite={mayWrite} />
      )}
      <DismissDialog
        run={run}
        open={isAsked}
        onClose={() => setAsked(false)}
        what="all open records"
        which={{ all: true }}
      />
    </Card>
  );
}

function Groups({ run, filter, mayWrite }: { run: Run; filter: RecordFilter; mayWrite: boolean }): ReactNode {
  const query = { run_id: run.id, ...filter };
  const groups = useQuery(ask('listFailedRecordGroups', { query }, isMoving(run.status) ? everyMs : false));
  if (groups.isPending) return <Skeleton />;
  if (groups.isError) return <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />;
  if (groups.data.data.length === 0) {
    return Object.keys(filter).length > 0 ? (
      <EmptyState icon="filter" title="No open record is like this" />
    ) : (
      <EmptyState icon="check" title="No record of this run is open">
        They were processed by later runs, or dismissed: choose another state to see them.
      </EmptyState>
    );
  }
  return groups.data.data
    .toSorted((a, b) => b.count - a.count)
    .map((group) => <Group key={toGroupKey(group)} run={run} group={group} filter={filter} mayWrite={mayWrite} />);
}

function Group({
  run,
  group,
  filter,
  mayWrite,
}: {
  run: Run;
  group: FailedRecordGroup;
  filter: RecordFilter;
  mayWrite: boolean;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const again = useProcessAgain(run);
  const which = toGroupFilter(group);
  const { count } = group;
  return (
    <details
      className="fold"
      onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary>
        <FailureTitle group={group} />
        <span className="tag">{formatAmount(count, 'record')}</span>
      </summary>
      {isOpen && (
        <div className="inside">
          {/* Narrowed by a text, a group is not all of it: an act would take in more than is seen. */}
          {mayWrite && filter.q === undefined && (
            <div className="row">
              <Button looks={['small']} icon="retry" onClick={() => again(which)}>
                Process {count === 1 ? 'it' : `these ${formatAmount(count, 'record')}`} again
              </Button>
              <Button looks={['small']} icon="cross" onClick={() => setAsked(true)}>
                Dismiss {count === 1 ? 'it' : 'them'}…
              </Button>
              <small>With the present revision of the integration.</small>
            </div>
          )}
          <RecordPages run={run} query={{ ...filter, ...which, status: 'failed' }} mayWrite={mayWrite} />
        </div>
      )}
      <DismissDialog
        run={run}
        open={isAsked}
        onClose={() => setAsked(false)}
        what={formatAmount(count, 'record')}
        which={which}
      />
    </details>
  );
}

function DismissDialog({
  run,
  open,
  onClose,
  what,
  which,
}: {
  run: Run;
  open: boolean;
  onClose: () => void;
  what: string;
  which: Parameters<typeof dismissRecords>[1];
}): ReactNode {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Dismiss ${what}?`}
      act="Dismiss"
      onConfirm={async () => sayDone(await dismissRecords(run.id, which))}
    >
      They are not processed, and need attention no more. They stay in the list of dismissed ones, where they can be
      opened again.
    </ConfirmDialog>
  );
}
