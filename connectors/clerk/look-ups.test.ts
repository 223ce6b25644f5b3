import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { base_url: stub.url },
    credentials: { secret_key: 'sk_test_1' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/clerk/look-ups', () => {
  it('includes an external id that begins with the sign that excludes one', async () => {
    stub.on(`GET /users?external_id=${encodeURIComponent('+-7')}`, { json: [{ id: 'user_1', external_id: '-7' }] });
    const target = session.openTarget({ object: 'users', operation: 'create', matchOn: ['external_id'], options: {} });

    const found = await target.find?.(toEffects([{ external_id: '-7' }]), AbortSignal.timeout(10_000));

    expect(found).toEqual([{ found: true, targetId: 'user_1', matchesBody: true }]);
  });
});
