import type { ReactNode } from 'react';
import { readLines } from '../../../client/read-lines.ts';
import type { AuditEvent } from '../../../client/operations.data.ts';
import { confirmed } from '../../confirmation.ts';
import { csvHead, toCsvLine } from '../../model/audit/to-csv.ts';
import { formatAmount } from '../../model/format.ts';
import { readText } from '../../model/read-text.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { sayDone } from '../../parts/toasts.tsx';

const formats = [
  ['csv', 'Table (CSV)', 'For a spreadsheet, with the names of who did it.'],
  ['ndjson', 'Lines of JSON (NDJSON)', 'As they are sealed. Without filters, they can be verified far from the hub.'],
] as const;

/** The events of the filters as a file, oldest first. */
export function ExportDialog({
  open,
  onClose,
  query,
  names,
}: {
  open: boolean;
  onClose: () => void;
  query: object;
  /** Of who did it, by ids: an export has the ids only. */
  names: ReadonlyMap<string, string>;
}): ReactNode {
  const isAll = Object.keys(query).length === 0;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Export events"
      lead={
        isAll ? 'All sealed events, the oldest first.' : 'The sealed events that fit the filters, the oldest first.'
      }
      act="Export"
      onSubmit={async (form) => {
        const format = readText(form, 'format') === 'ndjson' ? 'ndjson' : 'csv';
        const lines = await confirmed(() => readAll(query));
        const parts = format === 'csv' ? [csvHead, ...toTable(lines, names)] : lines.map((line) => `${line}\n`);
        const day = new Date().toISOString().slice(0, 10);
        saveFile(`audit-${day}.${format}`, parts, format === 'csv' ? 'text/csv' : 'application/x-ndjson');
        // The first line says how far the chain goes.
        sayDone(`${formatAmount(Math.max(0, lines.length - 1), 'event')} exported`);
      }}
    >
      {() => (
        <fieldset className="roles">
          <legend>As</legend>
          {formats.map(([format, words, note], index) => (
            <label key={format} className="role">
              <input type="radio" name="format" value={format} defaultChecked={index === 0} />
              {words}
              <small>{note}</small>
            </label>
          ))}
        </fieldset>
      )}
    </FormDialog>
  );
}

async function readAll(query: object): Promise<string[]> {
  const lines: string[] = [];
  const session = { baseUrl: location.origin, session: true } as const;
  for await (const line of readLines(session, '/audit-events/export', query)) if (line !== '') lines.push(line);
  return lines;
}

function toTable(lines: readonly string[], names: ReadonlyMap<string, string>): string[] {
  return lines.flatMap((line) => {
    const read: unknown = JSON.parse(line);
    return isEvent(read) ? [toCsvLine(read, names.get(read.actor))] : [];
  });
}

/** Every line but the first, which is about the chain, is an event of the hub's own. */
function isEvent(line: unknown): line is AuditEvent {
  return typeof line === 'object' && line !== null && 'action' in line;
}
