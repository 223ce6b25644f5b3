import type { ReactNode } from 'react';
import type { LookupTable } from '../../../client/operations.data.ts';
import { ask, hub, queries } from '../../hub.ts';
import { InputError } from '../../model/describe-error.ts';
import { readEntries, writeEntries } from '../../model/lookup-entries.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Characters that a text field takes without becoming slow. */
const editedMax = 200_000;

/** Makes a table, or changes its name and entries. */
export function LookupTableDialog({ table, onClose }: { table?: LookupTable; onClose: () => void }): ReactNode {
  const save = async (form: FormData): Promise<void> => {
    const name = readText(form, 'name').trim();
    const read = readEntries(readText(form, 'entries'));
    if (!read.ok) throw new InputError(read.message);
    const { entries } = read;
    if (table === undefined) {
      await hub.call('createLookupTable', { body: { name, entries } });
    } else {
      const params = { id: table.id };
      if (name !== table.name) await hub.call('patchLookupTable', { params, body: { name } });
      if (form.has('entries')) await hub.call('replaceLookupTableEntries', { params, body: { entries } });
    }
    await queries.invalidateQueries();
    sayDone(table === undefined ? 'The table is made' : 'The table is changed');
  };
  return (
    <FormDialog
      open
      onClose={onClose}
      title={table === undefined ? 'Make a lookup table' : `Change ${table.name}`}
      act={table === undefined ? 'Make the table' : 'Save'}
      onSubmit={save}
    >
      {() => (
        <>
          <TextField label="Name" name="name" defaultValue={table?.name} required autoFocus />
          {table === undefined ? <EntriesField text="" /> : <StoredEntries id={table.id} />}
        </>
      )}
    </FormDialog>
  );
}

function StoredEntries({ id }: { id: string }): ReactNode {
  const found = useQuery(ask('getLookupTableEntries', { params: { id } }));
  if (found.isPending) return <Skeleton lines={4} />;
  if (found.isError) return <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />;
  const text = writeEntries(found.data.data.entries);
  if (text === undefined || text.length > editedMax) {
    return <small>Its entries are too many, or their keys too unusual, for this page: change them by the API.</small>;
  }
  return <EntriesField text={text} />;
}

function EntriesField({ text }: { text: string }): ReactNode {
  return (
    <Field
      label="Entries"
      help="One on each line: the key, a tab or =, and the value. A column pair of a spreadsheet fits as it is."
    >
      {(control) => (
        <textarea {...control} className="input mono" name="entries" rows={10} defaultValue={text} spellCheck={false} />
      )}
    </Field>
  );
}
