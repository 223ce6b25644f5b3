import { z } from 'zod';
import { messages } from '../../../core/messages.ts';
import { listNearest, suggest } from '../../../core/names/suggest.ts';
import type { TableName } from '../../kit/sql/identifiers.ts';
import type { Fault } from '../../kit/fault.ts';

/** Of the tables that may be meant in place of one that is missing, as many as are looked at. */
export const likelyMax = 1000;

/** Rows that name tables. */
export const tableNames = z.array(z.object({ schema: z.string(), name: z.string() }));

/**
 * Says that there is no such table, and which is probably meant: one with a name like it, or of its name in another schema.
 *
 * @param shown The table as the database names it.
 * @param likely Tables of its schema, and those of its name elsewhere.
 */
export function missingTable({ schema, name }: TableName, shown: string, likely: readonly TableName[]): Fault {
  const beside = likely.filter((table) => table.schema === schema).map((table) => table.name);
  const elsewhere = likely.find((table) => table.schema !== schema && table.name === name);
  const meant = suggest(name, beside) ?? (elsewhere && `${elsewhere.schema}.${elsewhere.name}`);
  const known = listNearest(name, beside).map((table) => `${schema}.${table}`);
  return { kind: 'config', message: messages.tableMissing({ table: shown, meant }), missing: { of: 'object', known } };
}
