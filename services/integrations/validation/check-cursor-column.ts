import type { DiscoveredObject } from '../../../core/connection-requests.ts';
import type { FieldError } from '../../../core/errors.ts';
import { formatPath } from '../../../core/paths.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { suggest } from '../../../core/names/suggest.ts';
import type { FoundEnd } from './find-ends.ts';
import { findDiscovered } from './find-discovered.ts';
import { messages } from '../../../core/messages.ts';

/** Names in one message. */
const allowedMax = 20;

const path = 'source.options.cursor_column';

/** What is wrong with the column that a table's changes are read along, or worth a second look. */
interface CheckedCursor {
  problems: FieldError[];
  warnings: FieldError[];
}

const nothing: CheckedCursor = { problems: [], warnings: [] };

/** Checks the column that a table's changes are read along against what the last discovery of its connection found. */
export async function checkCursorColumn(
  tx: Transaction,
  orgId: string,
  source: FoundEnd | undefined,
): Promise<CheckedCursor> {
  const { connectionId, description } = source ?? {};
  const column = description?.operations.list?.cursorColumn;
  if (connectionId === undefined || description === undefined || column === undefined) return nothing;
  const found = await findDiscovered(tx, orgId, { connectionId, object: description.id });
  return found === undefined ? nothing : judge(found, column);
}

function judge({ cursor_columns: usable, indexed, fields = [] }: DiscoveredObject, column: string): CheckedCursor {
  if (usable === undefined) return nothing;
  if (!usable.includes(column)) return { problems: [refuse(usable, column, findType(fields, column))], warnings: [] };
  if (indexed === undefined || indexed.includes(column)) return nothing;
  const message = messages.cursorColumnNotIndexed({ column });
  return { problems: [], warnings: [{ path, code: 'not_indexed', message }] };
}

function findType(fields: NonNullable<DiscoveredObject['fields']>, column: string): string | undefined {
  const field = fields.find((candidate) => candidate.path === formatPath([column]));
  return field && (field.native_type ?? field.type);
}

function refuse(usable: readonly string[], column: string, type: string | undefined): FieldError {
  const meant = suggest(column, usable);
  const allowed = meant === undefined ? usable.slice(0, allowedMax) : [meant];
  if (type === undefined) {
    const message = messages.cursorColumnUnknown({ column, meant });
    return { path, code: 'unknown_field', message, allowed };
  }
  const message = messages.cursorColumnUnsuitable({ type });
  return { path, code: 'unsupported', message, allowed };
}
