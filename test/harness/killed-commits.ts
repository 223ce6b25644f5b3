import type { RunInput } from '../../core/pure/run-messages.ts';
import { toUuid } from '../../core/ids.ts';
import { withTenant } from '../../drizzle/index.ts';
import type { TestActivities } from './activities.ts';
import { failAt, type Fate } from './fail-at-commit.ts';

/** A commit that no run comes to. */
export const neverKilled = Number.POSITIVE_INFINITY;

/**
 * Works on a run as a worker does that is killed at one of its commits, and others after it.
 *
 * @param between Happens before the next worker goes on.
 * @returns the commits.
 */
export async function workKilled(
  activities: TestActivities,
  input: RunInput,
  commit: number,
  fate: Fate,
  between?: () => PromiseLike<unknown>,
): Promise<number> {
  const { deps } = activities;
  const { database } = deps;
  const failing = failAt(database, commit, fate);
  deps.database = failing.database;
  try {
    for (let tries = 1; ; tries += 1) {
      const segment = await activities.runSegment(input).catch((error: unknown) => {
        if (tries > 3) throw error;
      });
      if (segment?.status === 'done') break;
      // What the worker held is over, as if time had passed.
      await withTenant(
        database,
        toUuid('organization', input.orgId) ?? '',
        ({ sql }) => sql`
        update streams set lease_until = clock_timestamp() - interval '1 s' where lease_until is not null`,
      );
      await between?.();
    }
  } finally {
    deps.database = database;
  }
  await activities.finishRun({ ...input, outcome: 'succeeded' });
  return failing.commits();
}
