import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMockSession } from '../../test/contract/behaviour/mock-session.ts';
import { MockVendor } from '../../test/contract/behaviour/mock-vendor.ts';
import { VendorSignIn } from '../../test/contract/behaviour/vendor-sign-in.ts';
import { createSystemClock } from '../../test/contract/meaning/system-clock.ts';
import { toEffects } from '../../test/harness/http-session.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

/** How long the vendor's own client waits at most. */
const syncMs = 2000;

const system = { nowMs: Date.UTC(2026, 10, 23) };
let createdMs: number | undefined;
let vendor: MockVendor;
let session: ConnectorSession;

beforeEach(async () => {
  createdMs = undefined;
  vendor = await MockVendor.start();
  vendor.play(({ method }) => {
    if (method === 'POST') {
      createdMs = system.nowMs;
      return 'hang_up';
    }
    const isSynced = createdMs !== undefined && createdMs + syncMs <= system.nowMs;
    return { body: JSON.stringify(isSynced ? [{ id: 'item-1', title: 'Router', vault: { id: 'v' } }] : []) };
  });
  ({ session } = await openMockSession(connector, vendor, new VendorSignIn(connector), createSystemClock(system)));
});

afterEach(async () => {
  await session.close();
  await vendor.stop();
});

describe('connectors/onepassword_connect/look-ups', () => {
  it('looks for an item whose creation got no answer when the server has synced it', async () => {
    const target = session.openTarget({ object: 'items', operation: 'create', matchOn: ['title'], options: {} });
    const effects = toEffects([{ title: 'Router', category: 'LOGIN', vault: { id: 'v' } }], 'create');

    const { results } = await target.write(effects);
    system.nowMs += target.searchLagMs;
    const found = await target.find?.(effects, AbortSignal.timeout(9000));

    expect(results).toEqual([{ outcome: 'in_doubt' }]);
    expect(found).toMatchObject([{ found: true, targetId: 'item-1' }]);
  });
});
