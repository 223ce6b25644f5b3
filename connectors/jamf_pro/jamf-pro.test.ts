import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { instance: 'acme', base_url: stub.url },
    credentials: { client_id: 'id', client_secret: 'secret' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const token = { json: { access_token: 'token', expires_in: 1200 } };

describe('connectors/jamf_pro/jamf-pro', () => {
  it('asks for the sections of computers whose inventory is newer', async () => {
    const sections = ['GENERAL', 'HARDWARE', 'OPERATING_SYSTEM', 'USER_AND_LOCATION', 'PURCHASING', 'SECURITY'];
    const query = [
      ...sections.map((name) => `section=${name}`),
      'sort=id%3Aasc',
      'page-size=200',
      'page=0',
      `filter=${encodeURIComponent('general.reportDate>="2026-11-28T12:00:00.000Z"')}`,
    ].join('&');
    stub
      .on('POST /api/v1/oauth/token', token)
      .on(`GET /api/v3/computers-inventory?${query}`, { json: { totalCount: 0, results: [] } });
    const source = session.openSource({ object: 'computers', options: {} });
    const begin = source.begin?.({ since: '2026-11-28T12:00:00.000Z' }) ?? null;

    expect((await source.readPage(begin, AbortSignal.timeout(10_000))).records).toEqual([]);
    expect(stub.requests[1]?.headers['authorization']).toBe('Bearer token');
  });

  it('reads each user of the classic API by its id', async () => {
    stub
      .on('POST /api/v1/oauth/token', token)
      .on('GET /JSSResource/users', { json: { users: [{ id: 4, name: 'ann' }] } })
      .on('GET /JSSResource/users/id/4', { json: { user: { id: 4, name: 'ann', email: 'ann@acme.example' } } });

    const { pages } = await readAll(session.openSource({ object: 'users', options: {} }));

    expect(pages.flat()).toEqual([{ id: 4, name: 'ann', email: 'ann@acme.example' }]);
  });

  it('makes no department that is there in another case, since Jamf may take it for the same', async () => {
    stub
      .on('POST /api/v1/oauth/token', token)
      .on('GET /api/v1/departments?sort=id%3Aasc&page-size=1000&page=0', {
        json: { totalCount: 1, results: [{ id: '2', name: 'Sales' }] },
      })
      .on('GET /api/v1/departments?sort=id%3Aasc&page-size=1000&page=1', { json: { totalCount: 1, results: [] } });
    const target = session.openTarget({ object: 'departments', operation: 'create', matchOn: ['name'], options: {} });

    const found = await target.find?.(toEffects([{ name: 'sales' }], 'create'), AbortSignal.timeout(10_000));

    expect(found).toMatchObject([{ found: false, refused: expect.any(String) }]);
  });
});
