import { describe, expect, it } from 'vitest';
import { toUuid } from '../../core/ids.ts';
import { failAt } from '../harness/fail-at-commit.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { actOnSubscriptions } from './subscription-acts.ts';
import { startGraph, startPagerduty, type TestVendor, vendors } from './subscription-vendors.ts';

const hub = useStubbedHub();
const acts = actOnSubscriptions(hub);

/** A subscription at the vendor, and the connection that made it. */
async function register(vendor: TestVendor) {
  const added = await acts.add(vendor);
  await acts.keep(added.path);
  expect(vendor.hooks).toHaveLength(1);
  const connection = toUuid('connection', added.connection) ?? '';
  return {
    ...added,
    remove: async () => {
      const gone = await hub.api.request('DELETE', `/v1/connections/${added.connection}?cascade=pause`);
      expect(gone.status).toBe(200);
    },
    deactivate: () => hub.api.request('POST', `/v1/integrations/${added.integration}/deactivate`),
    change: async (status: string) => {
      const body = { status };
      const changed = await hub.api.request('PATCH', `/v1/connections/${added.connection}`, { body });
      expect(changed.error).toBeUndefined();
    },
    matters: async () => {
      const { list } = await hub.api.request('GET', '/v1/attention');
      return list.filter((matter) => Object(matter['subject']).id === added.connection);
    },
    /** For how many hours its credentials are kept on. */
    hoursKept: async () => {
      const [row] = await hub.api.admin<{ hours: number }[]>`
        select round(extract(epoch from rollback_until - now()) / 3600)::int as hours from connections where id = ${connection}`;
      return row?.hours;
    },
    forget: () =>
      acts.inTenant(({ sql }) => sql`delete from connection_credentials where connection_id = ${connection}`),
  };
}

describe('test/integration/subscription-removal', { timeout: 120_000 }, () => {
  it.each(Object.entries(vendors))(
    'removes what is at %s after its connection was deleted, whichever commit is lost, or its answer',
    async (_, start) => {
      const vendor = start(hub.stub);
      for (let commit = 1, commits = 1; commit <= commits; commit += 1) {
        for (const fate of ['forgotten', 'answer lost'] as const) {
          const hook = await register(vendor);
          await hook.remove();
          expect(await hook.hoursKept()).toBe(7 * 24 + 1);
          const failing = failAt(hub.activities.deps.database, commit, fate);
          for (let tries = 0; tries < 3; tries += 1)
            await acts.keep(hook.path, failing.database).catch(() => undefined);
          commits = failing.commits();

          expect({ commit, fate, hooks: vendor.hooks.length }).toEqual({ commit, fate, hooks: 0 });
          expect(await acts.subscriptionOf(hook.workflow)).toBeUndefined();
          expect(await hook.hoursKept()).toBe(1);
          expect(await hook.matters()).toEqual([]);
        }
      }
    },
  );

  it('keeps credentials of a deleted connection for an hour where nothing is at a vendor', async () => {
    const hook = await register(startPagerduty(hub.stub));
    await hook.deactivate();
    await acts.keep(hook.path);
    await hook.remove();

    expect(await hook.hoursKept()).toBe(1);
  });

  it('makes nothing with a deleted connection', async () => {
    const vendor = startPagerduty(hub.stub);
    const added = await acts.add(vendor);
    await acts.inTenant(
      ({ sql }) =>
        sql`update connections set deleted_at = now() where id = ${toUuid('connection', added.connection) ?? ''}`,
    );
    await acts.keep(added.path);

    expect(vendor.hooks).toEqual([]);
    expect(await acts.subscriptionOf(added.workflow)).toMatchObject({
      status: 'failing',
      last_error: { code: 'config' },
    });
  });

  it('names what is left at which vendor after tries of seven days, and forgets it after thirty more', async () => {
    const vendor = startGraph(hub.stub);
    const hook = await register(vendor);
    const [made] = vendor.hooks;
    await hook.remove();
    vendor.denied = { status: 403, json: { error: { code: 'Forbidden' } } };
    await acts.keep(hook.path);
    expect(await hook.matters()).toEqual([]);
    await acts.age(hook.path, 'failing_since', '20 minutes');
    await acts.keep(hook.path);
    const [matter] = await hook.matters();
    expect(matter).toMatchObject({ kind: 'subscription_left', severity: 'medium', action: 'remove_at_vendor' });

    await acts.age(hook.path, 'failing_since', '8 days');
    await acts.keep(hook.path);

    const [left] = await hook.matters();
    expect(left).toMatchObject({ kind: 'subscription_left', integration_id: hook.integration });
    expect(left?.['cause']).toContain('Microsoft Entra ID');
    expect(left?.['cause']).toContain(`https://hub.example.com${hook.path}`);
    expect(left?.['cause']).toContain('id 1');
    expect(JSON.stringify(left)).not.toContain(made?.secret);
    expect(JSON.stringify(left)).not.toContain('CANARY');
    const asked = hub.stub.requests.length;
    await acts.rest(hook.path);
    expect(hub.stub.requests).toHaveLength(asked);
    await acts.keep(hook.path);
    expect(hub.stub.requests).toHaveLength(asked);
    expect(await hook.matters()).toEqual([]);
    expect(await acts.subscriptionOf(hook.workflow)).toBeUndefined();
  });

  it('names at once what cannot be asked for any more, since the credentials are gone', async () => {
    const vendor = startPagerduty(hub.stub);
    const hook = await register(vendor);
    await hook.remove();
    await hook.forget();
    await acts.keep(hook.path);

    expect(vendor.hooks).toHaveLength(1);
    expect(await hook.matters()).toMatchObject([{ kind: 'subscription_left' }]);
  });

  it('waits for a disabled connection, and removes once it may be used again', async () => {
    const vendor = startPagerduty(hub.stub);
    const hook = await register(vendor);
    await hook.change('disabled');
    await hook.deactivate();
    await acts.keep(hook.path);
    await acts.age(hook.path, 'failing_since', '20 minutes');

    expect(vendor.hooks).toHaveLength(1);
    expect(await hook.matters()).toMatchObject([{ kind: 'subscription_left' }]);
    await acts.age(hook.path, 'failing_since', '8 days');
    await acts.keep(hook.path);
    await hook.change('active');
    await acts.rest(hook.path);

    expect(vendor.hooks).toEqual([]);
    expect(await hook.matters()).toEqual([]);
  });
});
