import { sql } from 'drizzle-orm';
import { bigint, customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Raw bytes. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** Timestamps carry milliseconds, as the API shows them. */
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const orgId = () => uuid('org_id').notNull();
export const id = () => uuid('id').notNull();
export const optionalTime = time;
export const requiredTime = (name: string) => time(name).notNull();
export const defaultNow = (name: string) =>
  time(name)
    .notNull()
    .default(sql`now()`);

/** Both timestamps are written from one value at creation; `updated_at` moves only with a visible column. */
export const lifeTimes = () => ({ createdAt: defaultNow('created_at'), updatedAt: defaultNow('updated_at') });

/** Goes up with every visible change; the ETag is made of it. */
export const rowVersion = () => bigint('row_version', { mode: 'number' }).notNull().default(1);

export const counter = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
