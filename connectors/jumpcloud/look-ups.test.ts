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
    credentials: { api_key: 'k' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/jumpcloud/look-ups', () => {
  it('finds a group with an asterisk in its name behind those that fit it as a wildcard', async () => {
    const others = Array.from({ length: 100 }, (_, n) => ({ id: `g${n}`, name: `Dev ${n}` }));
    stub.on('GET /v2/usergroups', { json: others }, { json: [{ id: 'g100', name: 'Dev *' }] }, { json: [] });
    const target = session.openTarget({ object: 'user_groups', operation: 'upsert', matchOn: ['name'], options: {} });

    const found = await target.find?.(toEffects([{ name: 'Dev *' }]), AbortSignal.timeout(10_000));

    expect(found).toMatchObject([{ found: true, targetId: 'g100' }]);
    expect(stub.requests.map(({ url }) => new URL(url, stub.url).searchParams.get('skip'))).toEqual([
      '0',
      '100',
      '101',
    ]);
  });
});
