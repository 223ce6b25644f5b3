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
    config: { server_url: stub.url, store_id: '01HVMMBCMGZNT3SED4Z17ECXCA' },
    credentials: { token: 't' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/openfga/stores', () => {
  it('does not take another store of its name for one whose answer was lost', async () => {
    stub.on('POST /stores', (_, response) => void response.destroy());
    const target = session.openTarget({ object: 'stores', operation: 'create', matchOn: ['name'], options: {} });

    const { results } = await target.write(toEffects([{ name: 'Demo' }], 'create'));

    expect(results).toEqual([{ outcome: 'in_doubt' }]);
    expect(target.find).toBeUndefined();
  });
});
