import type { AuditEvent } from '../../../client/operations.data.ts';
import { describeActor } from './audit-filters.ts';

const columns = [
  'number',
  'at',
  'who',
  'actor',
  'action',
  'resource_type',
  'resource_id',
  'address',
  'request_id',
  'before',
  'after',
  'changes',
  'hash',
] as const;

export const csvHead = toLine(columns);

/** An event as a line of a table. @param name Of who did it, where that is known. */
export function toCsvLine(event: AuditEvent, name: string | undefined): string {
  const { seal, actor, created_at: at, before, after, changes, ...rest } = event;
  const json = (value: object | undefined): string => (value === undefined ? '' : JSON.stringify(value));
  const cells: Record<(typeof columns)[number], string> = {
    number: String(seal?.sequence ?? ''),
    at,
    who: describeActor(actor, name).name,
    actor,
    action: rest.action,
    resource_type: rest.resource_type,
    resource_id: rest.resource_id,
    address: rest.address ?? '',
    request_id: rest.request_id ?? '',
    before: json(before),
    after: json(after),
    changes: json(changes),
    hash: seal?.hash ?? '',
  };
  return toLine(columns.map((column) => cells[column]));
}

/** @see https://www.rfc-editor.org/rfc/rfc4180 */
function toLine(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/**
 * Names are chosen by those whom the log is about: a spreadsheet takes what begins like a formula for one.
 *
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
