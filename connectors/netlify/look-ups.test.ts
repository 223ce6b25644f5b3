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
    config: { account_slug: 'acme', base_url: stub.url },
    credentials: { token: 't' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/netlify/look-ups', () => {
  it('finds a site behind others whose names contain its own, in any case', async () => {
    const next = `<${stub.url}/acme/sites?name=Shop&page=2&per_page=100>; rel="next"`;
    stub
      .on('GET /acme/sites', { headers: { link: next }, json: [{ id: 's1', name: 'shop-docs' }] })
      .on('GET /acme/sites', { json: [{ id: 's2', name: 'shop' }] });
    const target = session.openTarget({ object: 'sites', operation: 'create', matchOn: ['name'], options: {} });

    const found = await target.find?.(toEffects([{ name: 'Shop' }], 'create'), AbortSignal.timeout(10_000));

    expect(found).toMatchObject([{ found: true, targetId: 's2' }]);
  });
});
