import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMockSession } from '../../test/contract/behaviour/mock-session.ts';
import { MockVendor } from '../../test/contract/behaviour/mock-vendor.ts';
import { VendorSignIn } from '../../test/contract/behaviour/vendor-sign-in.ts';
import { createSystemClock } from '../../test/contract/meaning/system-clock.ts';
import { toEffects } from '../../test/harness/http-session.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

/** As it was seen: a few seconds. @see https://github.com/digitalocean/api-v2/issues/202 */
const hiddenMs = 5000;

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
    const isListed = createdMs !== undefined && createdMs + hiddenMs <= system.nowMs;
    return { body: JSON.stringify({ droplets: isListed ? [{ id: 7, name: 'web' }] : [], links: {} }) };
  });
  ({ session } = await openMockSession(connector, vendor, new VendorSignIn(connector), createSystemClock(system)));
});

afterEach(async () => {
  await session.close();
  await vendor.stop();
});

describe('connectors/digitalocean/look-ups', () => {
  it('looks for a Droplet whose creation got no answer when the list has it', async () => {
    const target = session.openTarget({ object: 'droplets', operation: 'create', matchOn: ['name'], options: {} });
    const effects = toEffects([{ name: 'web', size: 's-1vcpu-1gb', image: 'debian-13-x64' }], 'create');

    const { results } = await target.write(effects);
    system.nowMs += target.searchLagMs;
    const found = await target.find?.(effects, AbortSignal.timeout(9000));

    expect(results).toEqual([{ outcome: 'in_doubt' }]);
    expect(found).toMatchObject([{ found: true, targetId: '7' }]);
  });
});
