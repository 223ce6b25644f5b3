import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import type { Item, Run } from '../../../client/operations.data.ts';
import { choose, pickSet } from '../../model/read-filters.ts';
import { isMoving } from '../../model/status.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { InfoDialog } from '../../parts/dialogs.tsx';
import { SelectFilter, TextFilter } from '../../parts/fields.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useCanIn } from '../../shell/session.tsx';
import { type AskedOfItem, ItemDialog, ItemMenu } from './item-acts.tsx';
import { ItemTimeline } from './item-timeline.tsx';
import { RetryItems } from './retry-items.tsx';

const route = getRouteApi('/runs/$id');
const everyMs = 3000;
const statuses = [
  ['proposed', 'Proposed'],
  ['ready', 'Ready'],
  ['parked', 'Parked'],
  ['held', 'Held'],
  ['succeeded', 'Succeeded'],
  ['skipped', 'Skipped'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
] as const;

/** The changes of records that the run takes through the steps of its flow: where each stands. */
export function RunItems({
  run,
  status,
  label,
}: {
  run: Run;
  status: string | undefined;
  label: string | undefined;
}): ReactNode {
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<Item>();
  const [asked, setAsked] = useState<AskedOfItem>();
  const mayWrite = useCanIn('runs:write', run.account_id);
  const mayReadRecords = useCanIn('records:read', run.account_id);
  const wanted = choose(statuses, status);
  const setLabel = useCallback(
    (q: string | undefined) => void navigate({ search: (before) => pickSet({ ...before, q }), replace: true }),
    [navigate],
  );
  return (
    <div className="card">
      <div className="filters">
        <SelectFilter
          label="Status"
          value={wanted}
          options={statuses}
          onChange={(next) =>
            void navigate({ search: pickSet({ tab: 'items', status: next, q: label }), replace: true })
          }
        />
        <TextFilter label="Label contains" value={label} onChange={setLabel} />
        {mayWrite && run.counters.failed > 0 && <RetryItems run={run} />}
      </div>
      <DataList
        list="listRunItems"
        input={{ params: { id: run.id }, query: pickSet({ status: wanted, label }) }}
        name="Items"
        noun={['item', 'items']}
        columns={makeColumns(run, setShown, mayWrite ? setAsked : undefined)}
        linked={false}
        {...(isMoving(run.status) ? { everyMs } : {})}
        empty={<EmptyState icon="filter" title="No item is like this" />}
      />
      <InfoDialog
        open={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={shown?.label ?? shown?.key ?? ''}
      >
        {shown !== undefined && <ItemTimeline id={shown.id} mayReadRecords={mayReadRecords} />}
      </InfoDialog>
      {asked !== undefined && <ItemDialog run={run} asked={asked} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

function makeColumns(
  run: Run,
  show: (item: Item) => void,
  onAsk: ((asked: AskedOfItem) => void) | undefined,
): Column<Item>[] {
  return [
    {
      title: 'Record',
      show: ({ key, label, child }) => (
        <>
          {label === undefined ? <strong className="mono">{key}</strong> : <strong>{label}</strong>}
          {label !== undefined && <small className="mono">{key}</small>}
          {child !== undefined && <small className="mono">{child}</small>}
        </>
      ),
    },
    {
      title: 'Change',
      looks: ['fit', 'wide'],
      show: ({ change }) => (
        <span className="soft">{{ created: 'Created', updated: 'Updated', deleted: 'Deleted' }[change]}</span>
      ),
    },
    { title: 'Status', looks: ['fit'], show: ({ status }) => <StatusBadge status={status} /> },
    {
      title: 'Step',
      looks: ['fit', 'wide'],
      show: ({ step }) => (step === undefined ? <span className="soft">–</span> : <code>{step}</code>),
    },
    { title: 'Changed', looks: ['fit', 'wide'], show: ({ updated_at: at }) => <Time at={at} /> },
    {
      title: '',
      looks: ['fit'],
      show: (item) => (
        <span className="row-acts">
          <Button looks={['small']} aria-label={`Steps of ${item.key} ${item.seq}`} onClick={() => show(item)}>
            Steps
          </Button>
          <Link
            className="button small"
            to="/trace"
            search={{ integration_id: run.integration_id, key: item.key }}
            aria-label={`Trace of ${item.key} ${item.seq}`}
          >
            Trace
          </Link>
          {onAsk !== undefined && <ItemMenu item={item} onAsk={onAsk} />}
        </span>
      ),
    },
  ];
}
