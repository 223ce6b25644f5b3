import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { AuditEvent } from '../../../client/operations.data.ts';
import {
  type AuditSearch,
  describeActor,
  listActions,
  readDay,
  resourceTypes,
  toAuditQuery,
  toDeed,
} from '../../model/audit/audit-filters.ts';
import { pickSet } from '../../model/read-filters.ts';
import type { NameOf } from '../../model/revisions/change.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { DayFilter } from '../../parts/day-filter.tsx';
import { SelectFilter, TextFilter } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useNames } from '../../parts/use-names.ts';
import { EventDialog } from './event-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { useActorNames } from './use-actor-names.ts';
import { useVerification, VerificationNotice } from './verification.tsx';

const route = getRouteApi('/audit');

/** Who did what, in a log that cannot be changed unseen. */
export function AuditPage(): ReactNode {
  const { event, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const [isExporting, setExporting] = useState(false);
  const verification = useVerification();
  const names = useActorNames();
  const query = useMemo(() => toAuditQuery(filters), [filters]);
  const nameOf = useNames();
  const columns = useMemo(() => makeColumns(filters, (id) => nameOf(id) ?? names.get(id)), [filters, nameOf, names]);
  return (
    <Page
      title="Audit log"
      lead="Who changed what, and from where. Every event is sealed into a chain."
      actions={
        <>
          <Button icon="audit" busy={verification.state?.busy === true} onClick={() => void verification.start()}>
            Verify the chain
          </Button>
          <Button icon="export" onClick={() => setExporting(true)}>
            Export…
          </Button>
        </>
      }
    >
      <VerificationNotice {...verification} />
      <div className="card">
        <Filters filters={filters} names={names} />
        <DataList
          list="listAuditEvents"
          input={{ query }}
          name="Audit events"
          noun={['event', 'events']}
          columns={columns}
          empty={<EmptyState icon="audit" title="No event is like this" action={<Link to="/audit">Show all</Link>} />}
        />
      </div>
      {event !== undefined && (
        <EventDialog
          id={event}
          filters={filters}
          onClose={() => void navigate({ search: filters, replace: true, resetScroll: false })}
        />
      )}
      <ExportDialog open={isExporting} onClose={() => setExporting(false)} query={query} names={names} />
    </Page>
  );
}

function Filters({ filters, names }: { filters: AuditSearch; names: ReadonlyMap<string, string> }): ReactNode {
  const navigate = route.useNavigate();
  const set = useCallback(
    (change: AuditSearch) => void navigate({ search: (before) => pickSet({ ...before, ...change }), replace: true }),
    [navigate],
  );
  const setResource = useCallback((id: string | undefined) => set({ resource_id: id }), [set]);
  const { actor, action, resource_type: type } = filters;
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <div className="filters">
      <DayFilter label="From" value={filters.from} isDay={isDay} onChange={(from) => set({ from })} />
      <DayFilter label="To" value={filters.to} isDay={isDay} onChange={(to) => set({ to })} />
      <SelectFilter
        label="Who"
        none="everybody"
        value={actor}
        options={withChosen([...names], actor)}
        onChange={(next) => set({ actor: next })}
      />
      <SelectFilter
        label="Done to"
        none="anything"
        value={type}
        options={withChosen(resourceTypes, type)}
        // An action is one on a kind of thing.
        onChange={(next) => set({ resource_type: next, action: undefined })}
      />
      <SelectFilter
        label="What"
        none="anything"
        value={action}
        options={withChosen(listActions(type), action)}
        onChange={(next) => set({ action: next })}
      />
      <TextFilter label="Id of what it was done to" value={filters.resource_id} onChange={setResource} />
      {isFiltered && (
        <Link className="button small" to="/audit" replace>
          Show all
        </Link>
      )}
    </div>
  );
}

function isDay(text: string): boolean {
  return readDay(text) !== undefined;
}

type Option = readonly [value: string, words: string];

/** An address may name what is not offered: it is said as it is. */
function withChosen(options: readonly Option[], value: string | undefined): readonly Option[] {
  return value === undefined || options.some(([option]) => option === value) ? options : [[value, value], ...options];
}

function makeColumns(filters: AuditSearch, nameOf: NameOf): Column<AuditEvent>[] {
  return [
    {
      title: 'What',
      show: ({ id, action, resource_id: resource }) => (
        <>
          <Link className="row-link" to="/audit" search={pickSet({ ...filters, event: id })} resetScroll={false}>
            {toDeed(action)}
          </Link>
          <small className={nameOf(resource) === undefined ? 'mono break' : undefined}>
            {nameOf(resource) ?? resource}
          </small>
        </>
      ),
    },
    {
      title: 'Who',
      show: ({ actor, actor_name: known }) => {
        const { name, kind } = describeActor(actor, known);
        return (
          <>
            <span className={name === actor ? 'mono break' : undefined}>{name}</span>
            <small>{kind}</small>
          </>
        );
      },
    },
    {
      title: 'From',
      looks: ['fit', 'wide'],
      show: ({ address }) => <span className="mono">{address ?? '–'}</span>,
    },
    { title: 'When', looks: ['fit'], show: ({ created_at: at }) => <Time at={at} /> },
    {
      title: 'Number',
      looks: ['fit', 'number', 'wide'],
      show: ({ seal }) => (seal === undefined ? <small>not sealed yet</small> : seal.sequence),
    },
  ];
}
