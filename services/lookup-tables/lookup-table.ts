import { z } from 'zod';
import { toId } from '../../core/ids.ts';
import type { lookupTables } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import type { Versioned } from '../shared/versions.ts';

/** A lookup table as the API shows it, without its entries. */
export const lookupTableRecord = z
  .object({
    id: idOf('lookupTable'),
    name: z.string(),
    version: z.number().int().min(1).meta({ description: 'The newest version; each change of the entries makes one.' }),
    entry_count: z.number().int().min(0).meta({ description: 'Entries of the newest version.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'LookupTable' });

export type LookupTableRecord = z.infer<typeof lookupTableRecord>;

export type LookupTableRow = Row<
  typeof lookupTables,
  'id' | 'name' | 'version' | 'entryCount' | 'rowVersion' | 'createdAt' | 'updatedAt'
>;

export function toLookupTableRecord(row: LookupTableRow): LookupTableRecord {
  return {
    id: toId('lookupTable', row.id),
    name: row.name,
    version: row.version,
    entry_count: row.entry_count,
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

export function toVersionedLookupTable(row: LookupTableRow): Versioned<LookupTableRecord> {
  return { data: toLookupTableRecord(row), version: row.row_version };
}
