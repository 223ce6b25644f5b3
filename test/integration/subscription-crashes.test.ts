import { describe, expect, it } from 'vitest';
import { failAt } from '../harness/fail-at-commit.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnSubscriptions } from './subscription-acts.ts';
import { vendors } from './subscription-vendors.ts';

const hub = useStubbedHub();
const acts = actOnSubscriptions(hub);

describe('test/integration/subscription-crashes', { timeout: 120_000 }, () => {
  it.each(Object.entries(vendors))(
    'has one subscription at %s and none left behind, whichever commit is lost, or its answer',
    async (_, start) => {
      const vendor = start(hub.stub);
      /** Works as a worker that is killed at one of its commits, and as others after it. */
      const keepKilled = async (path: string, commit: number, fate: 'forgotten' | 'answer lost'): Promise<number> => {
        const failing = failAt(hub.activities.deps.database, commit, fate);
        for (let tries = 0; tries < 3; tries += 1) await acts.keep(path, failing.database).catch(() => undefined);
        return failing.commits();
      };
      let commits = { make: Number.POSITIVE_INFINITY, remove: Number.POSITIVE_INFINITY };
      const added = await acts.add(vendor);
      for (let commit = 1; commit <= Math.max(commits.make, commits.remove); commit += 1) {
        for (const fate of ['forgotten', 'answer lost'] as const) {
          const make = await keepKilled(added.path, commit, fate);
          expect({ commit, fate, hooks: vendor.hooks.length }).toEqual({ commit, fate, hooks: 1 });
          const [{ id } = {}] = vendor.hooks;
          expect(await acts.subscriptionOf(added.workflow)).toMatchObject({ status: 'active', id });

          await hub.api.request('POST', `/v1/integrations/${added.integration}/deactivate`);
          const remove = await keepKilled(added.path, commit, fate);
          expect({ commit, fate, hooks: vendor.hooks.length }).toEqual({ commit, fate, hooks: 0 });
          expect(await acts.subscriptionOf(added.workflow)).toBeUndefined();
          commits = { make, remove };
          await hub.api.request('POST', `/v1/integrations/${added.integration}/activate`);
        }
      }
      expect(commits.make).toBeGreaterThan(3);
    },
  );
});
