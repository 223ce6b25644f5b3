import { newUuid } from '../core/ids.ts';
import type { WarningLog } from '../core/telemetry/log-fields.ts';
import type { RunLogEntry } from '../core/runs/run-log-entry.ts';
import { maskSecretForms } from '../core/secret.ts';
import { type Database, withTenantPipelined } from '../drizzle/index.ts';
import { type RunAddress, toLogIds } from './load/load-run.ts';
import { toStorable } from '../core/mask-values.ts';
import { messages } from '../core/messages.ts';

export interface RunLogDeps {
  database: Database;
  log: WarningLog;
}

/** Entries that one run may have: a run that is retried for weeks stays readable. */
const entriesMax = 1000;

/** Of a message, which may quote what a system answered. */
const charactersMax = 2000;

/** The last one that fits says so, in place of what it was to say. */
const full = {
  level: 'warn',
  code: 'log_full',
  message: messages.logFull,
};

/**
 * Writes notable events of a run to its log. Ordinary runs have none, so this costs them nothing.
 *
 * Never throws: a log that cannot be written must not end the run. The log of the process reports it.
 *
 * @idempotency none: a repeated activity writes its entries again.
 */
export async function writeRunLog(
  { database, log }: RunLogDeps,
  address: RunAddress,
  { level, code, message, details, leavesRoom = false }: RunLogEntry,
): Promise<void> {
  const { orgId, runId } = address;
  const stored = details === undefined ? null : JSON.stringify(details);
  const text = toStorable(maskSecretForms(message)).slice(0, charactersMax).toWellFormed();
  await withTenantPipelined(database, orgId, ({ sql }) =>
    sql`
      insert into run_logs (org_id, id, run_id, level, code, message, details, created_at)
      select ${orgId}, ${newUuid()}, ${runId}, case when fits then ${level} else ${full.level} end,
        case when fits then ${code} else ${full.code} end, case when fits then ${text} else ${full.message} end,
        case when fits then ${stored}::jsonb end, clock_timestamp()
      from (
        select count(*) < ${entriesMax - 1} as fits, count(*) < ${leavesRoom ? entriesMax / 2 : entriesMax} as has_room
        from run_logs where org_id = ${orgId} and run_id = ${runId}
      ) as log where has_room`.execute(),
  ).catch((error: unknown) => {
    log.warn({ ...toLogIds(address), code, error }, 'run log entry could not be written');
  });
}
