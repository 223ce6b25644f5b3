import { type Database, withTenant } from '../drizzle/index.ts';
import type { Clock } from '../core/clock.ts';
import { openCredentialListener } from '../services/access/credentials/credential-listener.ts';

/** Tells segments at work that their organization was suspended. */
export interface OrganizationWatch {
  /** @returns a signal that aborts within a second of the suspension; to be ended. A suspension of before is not told. */
  follow(orgId: string): { signal: AbortSignal; end(): void };
  close(): Promise<void>;
}

/** Looks at the organizations that are followed whenever one of them was changed, or changes may have been missed. */
export function openOrganizationWatch(deps: {
  /** Of the database, to listen at. */
  url: string;
  database: Database;
  clock: Clock;
  onFailure: (error: unknown) => void;
}): OrganizationWatch {
  const followers = new Map<string, Set<AbortController>>();
  const look = async (orgId: string): Promise<void> => {
    const [suspended] = await withTenant(
      deps.database,
      orgId,
      async ({ sql }) => await sql`select 1 from organizations where id = ${orgId} and suspended_at is not null`,
    );
    if (suspended === undefined) return;
    for (const follower of followers.get(orgId) ?? []) follower.abort(new Error('The organization is suspended.'));
  };
  const listener = openCredentialListener(deps);
  listener.onChange((uuid) => {
    const changed = uuid === undefined ? [...followers.keys()] : followers.has(uuid) ? [uuid] : [];
    // What is not seen now, the next segment sees: it gets no slot.
    for (const orgId of changed) look(orgId).catch(deps.onFailure);
  });
  return {
    close: () => listener.close(),
    follow: (orgId) => {
      const follower = new AbortController();
      const all = followers.get(orgId) ?? new Set();
      followers.set(orgId, all.add(follower));
      return {
        signal: follower.signal,
        end: () => {
          all.delete(follower);
          if (all.size === 0 && followers.get(orgId) === all) followers.delete(orgId);
        },
      };
    },
  };
}
