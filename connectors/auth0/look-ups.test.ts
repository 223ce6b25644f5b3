import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMockSession } from '../../test/contract/behaviour/mock-session.ts';
import { MockVendor } from '../../test/contract/behaviour/mock-vendor.ts';
import { VendorSignIn } from '../../test/contract/behaviour/vendor-sign-in.ts';
import { toEffects } from '../../test/harness/http-session.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let vendor: MockVendor;
let session: ConnectorSession;

beforeEach(async () => {
  vendor = await MockVendor.start();
  const signIn = new VendorSignIn(connector);
  const roles = Array.from({ length: 150 }, (_, index) => ({ id: `rol_${index}`, name: `Support ${index}` }));
  vendor.play(
    ({ url }) => {
      const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page') ?? 50)];
      const asked = url.searchParams.get('name_filter')?.toLowerCase() ?? '';
      const named = [...roles, { id: 'rol_last', name: 'Support' }].filter(({ name }) =>
        name.toLowerCase().includes(asked),
      );
      return { body: JSON.stringify(named.slice(page * size, (page + 1) * size)) };
    },
    (request) => signIn.answer(request),
  );
  ({ session } = await openMockSession(connector, vendor, signIn));
});

afterEach(async () => {
  await session.close();
  await vendor.stop();
});

describe('connectors/auth0/look-ups', () => {
  it('finds a role behind a page of others whose names contain its own', async () => {
    const target = session.openTarget({ object: 'roles', operation: 'upsert', matchOn: ['name'], options: {} });

    const { results } = await target.write(toEffects([{ name: 'Support' }]));

    expect(results).toEqual([{ outcome: 'unchanged', targetId: 'rol_last' }]);
    // The last page is one behind it: another role of the same name would be there.
    expect(vendor.requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET']);
  });
});
