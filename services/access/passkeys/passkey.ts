import { z } from 'zod';
import { toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { passkeys } from '../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { idOf, nameSchema, timestamp } from '../../shared/schemas.ts';

export const passkeyRecord = z
  .object({
    id: idOf('passkey'),
    name: z.string(),
    backed_up: z
      .boolean()
      .meta({ description: 'It is kept in more places than one, such as an account of its vendor.' }),
    last_used_at: timestamp.optional(),
    created_at: timestamp,
  })
  .meta({ id: 'Passkey' });

export type PasskeyRecord = z.infer<typeof passkeyRecord>;

export const passkeyName = nameSchema.meta({ examples: ['Laptop'] });

export type PasskeyRow = Row<typeof passkeys, 'id' | 'name' | 'backedUp' | 'lastUsedAt' | 'createdAt'>;

export function toPasskeyRecord(row: PasskeyRow): PasskeyRecord {
  return {
    id: toId('passkey', row.id),
    name: row.name,
    backed_up: row.backed_up,
    ...(row.last_used_at === null ? {} : { last_used_at: fromTime(row.last_used_at) }),
    created_at: fromTime(row.created_at),
  };
}

/** What a browser is told of a passkey to find it. */
export interface KnownPasskey {
  credential_id: Buffer;
  transports: string[];
}

/** The passkeys of a person, as their browser finds them. The transaction acts for the person. */
export function selectKnownPasskeys({ sql }: Transaction, userId: string): PromiseLike<KnownPasskey[]> {
  return sql<KnownPasskey[]>`select credential_id, transports from passkeys where user_id = ${userId} order by id`;
}
