import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Calendar } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { describeCalendar } from '../../model/describe-calendar.ts';
import { pickSet } from '../../model/read-filters.ts';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { TextFilter } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useNameFilter } from '../../parts/use-name-filter.ts';
import { useCanIn } from '../../shell/session.tsx';

/** Times at which integrations may write, or may not. */
export function CalendarsPage(): ReactNode {
  const mayWrite = useCanIn('integrations:write', undefined);
  const [q, setQ] = useNameFilter();
  const [asked, setAsked] = useState<Calendar>();
  const make = mayWrite && (
    <Link className="button primary" to="/calendars/new">
      <Icon name="plus" />
      Make a calendar
    </Link>
  );
  return (
    <Page
      title="Calendars"
      lead="Office hours, change freezes, holidays: when integrations may write, and when they wait."
      actions={make}
    >
      <div className="card">
        <div className="filters">
          <TextFilter label="Filter by name" value={q} onChange={setQ} />
        </div>
        <DataList
          list="listCalendars"
          input={{ query: pickSet({ q }) }}
          name="Calendars"
          noun={['calendar', 'calendars']}
          columns={makeColumns(mayWrite ? setAsked : undefined)}
          empty={
            q === undefined ? (
              <EmptyState icon="calendars" title="There are no calendars" action={make}>
                An integration that names one writes only in it, or waits until it is over.
              </EmptyState>
            ) : (
              <EmptyState
                icon="filter"
                title="No calendar is called so"
                action={<Link to="/calendars">Show all</Link>}
              />
            )
          }
        />
      </div>
      {asked !== undefined && <DeleteCalendar calendar={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  );
}

function makeColumns(onDelete: ((calendar: Calendar) => void) | undefined): Column<Calendar>[] {
  const acts: Column<Calendar> = {
    title: '',
    looks: ['fit'],
    show: (calendar) => (
      <Menu
        label={`Acts on ${calendar.name}`}
        icon="more"
        quiet
        entries={[{ label: 'Delete…', icon: 'cross', danger: true, onSelect: () => onDelete?.(calendar) }]}
      />
    ),
  };
  return [
    {
      title: 'Calendar',
      show: (calendar) => (
        <>
          <Link className="row-link" to="/calendars/$id" params={{ id: calendar.id }}>
            {calendar.name}
          </Link>
          <small>{describeCalendar(calendar)}</small>
        </>
      ),
    },
    { title: 'Time zone', looks: ['fit', 'wide'], show: ({ timezone }) => timezone },
    { title: 'Changed', looks: ['fit', 'wide'], show: ({ updated_at: at }) => <Time at={at} /> },
    ...(onDelete === undefined ? [] : [acts]),
  ];
}

function DeleteCalendar({ calendar: { id, name }, onClose }: { calendar: Calendar; onClose: () => void }): ReactNode {
  return (
    <DeleteDialog name={name} onDelete={() => hub.call('deleteCalendar', { params: { id } })} onClose={onClose}>
      A calendar that an integration names cannot be deleted.
    </DeleteDialog>
  );
}
