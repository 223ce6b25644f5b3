import { type Loop, startLoop } from '../core/loop.ts';
import { type Database, withTenant } from '../drizzle/index.ts';
import type { Row } from '../drizzle/rows.ts';
import type { runs } from '../drizzle/schema/index.ts';

const everyMs = 60_000;
/** A run that makes no progress for this long waits too long. */
const stalledMs = 3_600_000;

export interface WaitingDeps {
  /** As `hub_app`: notifications are written within the run's tenant. */
  database: Database;
  /** As `hub_relay`: sees the runs of every tenant. */
  relayDatabase: Database;
  log: { warn(fields: object, message: string): void };
}

/** Notifies people of runs that wait: nothing else changes a row of them. */
export function startWaitingNotifier(deps: WaitingDeps): Loop {
  return startLoop(() => notifyWaiting(deps), {
    everyMs,
    onError: (error) => deps.log.warn({ error }, 'waiting runs could not be told; will retry'),
  });
}

/** Opens a problem for each integration with such a run, where people are not told already. Safe beside another one. */
export async function notifyWaiting({ database, relayDatabase }: Omit<WaitingDeps, 'log'>): Promise<'idle'> {
  const waiting = await relayDatabase.sql<Row<typeof runs, 'orgId' | 'integrationId' | 'id'>[]>`
    select distinct on (org_id, integration_id) org_id, integration_id, id from runs
    where status in ('queued', 'running') and updated_at < clock_timestamp() - ${stalledMs} * interval '1 millisecond'
    order by org_id, integration_id, updated_at`;
  for (const { org_id: orgId, integration_id: integrationId, id } of waiting) {
    await withTenant(
      database,
      orgId,
      ({ sql }) => sql`
        select hub_open_problem(i.org_id, i.id, 'waiting_too_long', jsonb_build_object(
          'integration_id', i.id, 'run_id', ${id}::uuid, 'name', i.name
        ))
        from integrations i
        where i.org_id = ${orgId} and i.id = ${integrationId} and not exists (
          select 1 from problems p
          where p.org_id = i.org_id and p.subject = i.id and p.cause = 'waiting_too_long'
            and p.notified_at > clock_timestamp() - interval '1 day'
        )`,
    );
  }
  return 'idle';
}
