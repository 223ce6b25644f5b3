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
    config: { server_url: stub.url },
    credentials: { api_key: 'encoded' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/elasticsearch/settings', () => {
  it.each([
    [
      'keeps what a changed role has beside',
      { json: { ops: { cluster: ['all'], run_as: ['a'] } } },
      { cluster: ['all'] },
    ],
    ['creates a role', { status: 404, json: {} }, {}],
  ])('%s', async (_, read, kept) => {
    stub.on('GET /_security/role/ops', read).on('PUT /_security/role/ops', { json: { role: { created: true } } });
    const target = session.openTarget({ object: 'roles', operation: 'upsert', matchOn: ['name'], options: {} });

    await target.write(toEffects([{ name: 'ops', run_as: ['b'] }], 'upsert'));

    const sent = stub.requests.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
    expect(sent).toEqual([{ ...kept, run_as: ['b'] }]);
  });
});
