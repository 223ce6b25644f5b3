import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { accountStatuses } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { accounts } from '../../drizzle/schema/index.ts';
import { fromJsonb, fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

/** What the metadata of an account may take, as JSON. */
export const metadataBytesMax = 64 * 1024;

/** An account as the API shows it. @see docs/concepts.md#who */
export const accountRecord = z
  .object({
    id: idOf('account'),
    name: z.string(),
    status: z.enum(accountStatuses),
    external_ref: z.string().optional(),
    metadata: z.record(z.string(), freeJson).optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Account' });

export type AccountRecord = z.infer<typeof accountRecord>;

export type AccountRow = Row<
  typeof accounts,
  'id' | 'name' | 'status' | 'externalRef' | 'metadata' | 'createdAt' | 'updatedAt'
>;

export function toAccountRecord(row: AccountRow): AccountRecord {
  return {
    id: toId('account', row.id),
    name: row.name,
    status: row.status,
    ...(row.external_ref === null ? {} : { external_ref: row.external_ref }),
    ...(row.metadata === null ? {} : { metadata: fromJsonb(row.metadata) }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}
