import type { ReactNode } from 'react';
import type { LookupTable } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { InputError } from '../../model/describe-error.ts';
import { isSame, type JsonObject } from '../../model/json.ts';
import { readEntries, writeEntries } from '../../model/lookup-entries.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Characters that a text field takes without becoming slow. */
const editedMax = 200_000;

/** A table with its entries, as they were when the dialog opened. */
interface Opened {
  name: string;
  entries: JsonObject;
  etag: string | undefined;
}

const openedKey = (id: string): readonly string[] => ['lookup table as opened', id];

/** The version before the entries: what somebody else saves in between is refused later, and never overwritten. */
async function openTable(id: string, signal: AbortSignal): Promise<Opened> {
  const { data, etag } = await hub.request('getLookupTable', { params: { id } }, { signal });
  const { entries } = (await hub.request('getLookupTableEntries', { params: { id } }, { signal })).data;
  return { name: data.name, entries, etag };
}

/** Makes a table. */
export function NewLookupTableDialog({ onClose }: { onClose: () => void }): ReactNode {
  const save = async (form: FormData): Promise<void> => {
    await hub.call('createLookupTable', { body: { name: readName(form), entries: readRows(form) } });
    await queries.invalidateQueries();
    sayDone('The table is made');
  };
  return (
    <FormDialog open onClose={onClose} title="Make a lookup table" act="Make the table" onSubmit={save}>
      {() => (
        <>
          <TextField label="Name" name="name" required autoFocus />
          <EntriesField text="" />
        </>
      )}
    </FormDialog>
  );
}

/** Changes the name and the entries of a table: what differs from what it showed, unless somebody else changed it meanwhile. */
export function LookupTableDialog({
  table: { id, name },
  onClose,
}: {
  table: LookupTable;
  onClose: () => void;
}): ReactNode {
  // Read each time that it opens, and not again while somebody writes in it.
  const found = useQuery({
    queryKey: openedKey(id),
    queryFn: ({ signal }) => openTable(id, signal),
    staleTime: 'static',
    gcTime: 0,
  });
  const save = async (form: FormData): Promise<void> => {
    if (found.data === undefined) return;
    await saveChanges(id, found.data, form);
    await queries.invalidateQueries();
    sayDone('The table is changed');
  };
  return (
    <FormDialog open onClose={onClose} title={`Change ${name}`} act="Save" onSubmit={save}>
      {() =>
        found.isPending ? (
          <Skeleton lines={4} />
        ) : found.isError ? (
          <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
        ) : (
          <>
            <TextField label="Name" name="name" defaultValue={found.data.name} required autoFocus />
            <StoredEntries entries={found.data.entries} />
          </>
        )
      }
    </FormDialog>
  );
}

async function saveChanges(id: string, opened: Opened, form: FormData): Promise<void> {
  const params = { id };
  let now = opened;
  // What is saved is no longer a change, also where the next part is refused.
  const note = (change: Partial<Opened>): void => {
    now = { ...now, ...change };
    queries.setQueryData(openedKey(id), now);
  };
  const ifSame = (): { ifMatch?: string } => (now.etag === undefined ? {} : { ifMatch: now.etag });
  const name = readName(form);
  const entries = form.has('entries') ? readRows(form) : opened.entries;
  if (name !== now.name) {
    const { etag } = await hub.request('patchLookupTable', { params, body: { name } }, ifSame());
    note({ name, etag });
  }
  if (!isSame(entries, now.entries)) {
    const { etag } = await hub.request('replaceLookupTableEntries', { params, body: { entries } }, ifSame());
    note({ entries, etag });
  }
}

function readName(form: FormData): string {
  return readText(form, 'name').trim();
}

/** @throws {InputError} that says which line is wrong. */
function readRows(form: FormData): JsonObject {
  const read = readEntries(readText(form, 'entries'));
  if (!read.ok) throw new InputError(read.message);
  return read.entries;
}

function StoredEntries({ entries }: { entries: JsonObject }): ReactNode {
  const text = writeEntries(entries);
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
