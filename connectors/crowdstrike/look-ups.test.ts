import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMockSession } from '../../test/contract/behaviour/mock-session.ts';
import { MockVendor } from '../../test/contract/behaviour/mock-vendor.ts';
import { VendorSignIn } from '../../test/contract/behaviour/vendor-sign-in.ts';
import { toEffects } from '../../test/harness/http-session.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const groups = [
  { id: 'g-1', name: 'Production Servers (old)' },
  { id: 'g-2', name: 'Production Servers' },
];

let vendor: MockVendor;
let session: ConnectorSession;

/** As the vendor's own clients know it: names match in lower case only, and in parts without brackets. */
function search(filter: string): object[] {
  const [, bracket, asked = '?'] = /^name:(\[?)'([^']*)'\]?$/.exec(filter) ?? [];
  const isWhole = bracket === '[';
  return groups.filter(({ name }) => (isWhole ? name.toLowerCase() === asked : name.toLowerCase().includes(asked)));
}

beforeEach(async () => {
  vendor = await MockVendor.start();
  const signIn = new VendorSignIn(connector);
  vendor.play(
    ({ url }) => {
      const { searchParams } = url;
      const found = search(searchParams.get('filter') ?? '');
      const offset = Number(searchParams.get('offset'));
      const pagination = { offset, limit: 1, total: found.length };
      return { body: JSON.stringify({ meta: { pagination }, resources: found.slice(offset, offset + 1), errors: [] }) };
    },
    (request) => signIn.answer(request),
  );
  ({ session } = await openMockSession(connector, vendor, signIn));
});

afterEach(async () => {
  await session.close();
  await vendor.stop();
});

describe('connectors/crowdstrike/look-ups', () => {
  it.each(['Production Servers', 'production servers'])(
    'finds the host group named %s behind another',
    async (name) => {
      const target = session.openTarget({ object: 'host_groups', operation: 'create', matchOn: ['name'], options: {} });

      const found = await target.find?.(
        toEffects([{ name, group_type: 'static' }], 'create'),
        AbortSignal.timeout(9000),
      );

      expect(found).toMatchObject([{ found: true, targetId: 'g-2' }]);
    },
  );
});
