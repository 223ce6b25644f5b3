import { newUuid } from '../core/ids.ts';
import type { JsonObject } from '../core/json.ts';
import { type Database, withTenantPipelined } from '../drizzle/index.ts';
import type { RunAddress } from './load-run.ts';
import { toStorable } from './mask-values.ts';

export interface RunLogEntry {
  level: 'info' | 'warn' | 'error';
  code: string;
  /** For whoever owns the run. Holds no value of a record. */
  message: string;
  details?: JsonObject;
}

/** Entries that one run may have: a run that is retried for weeks stays readable. */
const entriesMax = 1000;

/**
 * Writes down what is worth knowing of a run. Ordinary runs have nothing to write, so this costs them nothing.
 *
 * Never throws: a log that cannot be written must not end what it tells of.
 *
 * @idempotency none: an activity that is repeated tells again what happens again.
 */
export async function writeRunLog(
  database: Database,
  { orgId, runId }: RunAddress,
  { level, code, message, details }: RunLogEntry,
): Promise<void> {
  const stored = details === undefined ? null : JSON.stringify(details);
  await withTenantPipelined(database, orgId, ({ sql }) =>
    sql`
      insert into run_logs (org_id, id, run_id, level, code, message, details, created_at)
      select ${orgId}, ${newUuid()}, ${runId}, ${level}, ${code}, ${toStorable(message)}, ${stored}::jsonb, clock_timestamp()
      where (select count(*) from run_logs where org_id = ${orgId} and run_id = ${runId}) < ${entriesMax}`.execute(),
  ).catch(() => undefined);
}
