import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { LookupTable } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { formatCount } from '../../model/format.ts';
import { pickSet } from '../../model/read-filters.ts';
import { Button } from '../../parts/button.tsx';
import { type Column, DataList } from '../../parts/data-list.tsx';
import { DeleteDialog } from '../../parts/delete-dialog.tsx';
import { TextFilter } from '../../parts/fields.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useNameFilter } from '../../parts/use-name-filter.ts';
import { useCanIn } from '../../shell/session.tsx';
import { LookupTableDialog, NewLookupTableDialog } from './lookup-table-dialog.tsx';

interface Question {
  what: 'change' | 'delete';
  table: LookupTable;
}

/** Tables by which mappings and formulas replace values. */
export function LookupTablesPage(): ReactNode {
  const mayWrite = useCanIn('integrations:write', undefined);
  const [q, setQ] = useNameFilter();
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<Question>();
  const close = (): void => setAsked(undefined);
  const make = mayWrite && (
    <Button looks={['primary']} icon="plus" onClick={() => setMaking(true)}>
      Make a table
    </Button>
  );
  return (
    <Page
      title="Lookup tables"
      lead="By which mappings and formulas replace values. Each change makes a version; runs use the one of their start."
      actions={make}
    >
      <div className="card">
        <div className="filters">
          <TextFilter label="Filter by name" value={q} onChange={setQ} />
        </div>
        <DataList
          list="listLookupTables"
          input={{ query: pickSet({ q }) }}
          name="Lookup tables"
          noun={['table', 'tables']}
          columns={makeColumns(mayWrite ? setAsked : undefined)}
          linked={false}
          empty={
            q === undefined ? (
              <EmptyState icon="tables" title="There are no lookup tables" action={make}>
                A table turns the codes of one system into the words of another.
              </EmptyState>
            ) : (
              <EmptyState
                icon="filter"
                title="No table is called so"
                action={<Link to="/lookup-tables">Show all</Link>}
              />
            )
          }
        />
      </div>
      {isMaking && <NewLookupTableDialog onClose={() => setMaking(false)} />}
      {asked?.what === 'change' && <LookupTableDialog table={asked.table} onClose={close} />}
      {asked?.what === 'delete' && <DeleteTable table={asked.table} onClose={close} />}
    </Page>
  );
}

function makeColumns(onAsk: ((question: Question) => void) | undefined): Column<LookupTable>[] {
  const acts: Column<LookupTable> = {
    title: '',
    looks: ['fit'],
    show: (table) => (
      <Menu
        label={`Acts on ${table.name}`}
        icon="more"
        quiet
        entries={[
          { label: 'Change…', icon: 'edit', onSelect: () => onAsk?.({ what: 'change', table }) },
          { label: 'Delete…', icon: 'cross', danger: true, onSelect: () => onAsk?.({ what: 'delete', table }) },
        ]}
      />
    ),
  };
  return [
    {
      title: 'Table',
      show: ({ name, id }) => (
        <>
          <strong>{name}</strong>
          <small className="mono">{id}</small>
        </>
      ),
    },
    { title: 'Entries', looks: ['number', 'fit'], show: ({ entry_count: count }) => formatCount(count) },
    { title: 'Version', looks: ['number', 'fit', 'wide'], show: ({ version }) => version },
    { title: 'Changed', looks: ['fit', 'wide'], show: ({ updated_at: at }) => <Time at={at} /> },
    ...(onAsk === undefined ? [] : [acts]),
  ];
}

function DeleteTable({ table: { id, name }, onClose }: { table: LookupTable; onClose: () => void }): ReactNode {
  return (
    <DeleteDialog name={name} onDelete={() => hub.call('deleteLookupTable', { params: { id } })} onClose={onClose}>
      A table that an integration uses cannot be deleted.
    </DeleteDialog>
  );
}
