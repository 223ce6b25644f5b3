import { type Loop, startLoop } from '../../core/loop.ts';
import type { Database } from '../../drizzle/client.ts';
import { inTenant } from '../shared/transaction.ts';

/** A watch is renewed this often, and ends after three times without. */
const renewMs = 20_000;

/** Has changes of organizations reported. */
export interface Watches {
  /** From now on, for as long as it is renewed. */
  watch(orgId: string): Promise<unknown>;
  stop(): Promise<void>;
}

/** @param listWatched Organizations whose watches are renewed. */
export function startWatches(
  database: Database,
  listWatched: () => Iterable<string>,
  onFailure: (error: unknown) => void,
): Watches {
  const watch = (orgId: string): Promise<unknown> =>
    inTenant(
      { database, orgId },
      ({ sql }) => sql`
        insert into live_watches (org_id, until) values (${orgId}, now() + ${3 * renewMs} * interval '1 ms')
        on conflict (org_id) do update set until = excluded.until`,
    );
  const renewal: Loop = startLoop(
    async () => {
      for (const orgId of new Set(listWatched())) await watch(orgId);
      return 'idle';
    },
    { everyMs: renewMs, onError: onFailure },
  );
  return { watch, stop: () => renewal.stop() };
}
