import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;
const body = { representation: 'storage', value: '<p>Text</p>' };

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { site: 'acme', base_url: stub.url },
    credentials: { email: 'hub@acme.example', api_token: 'token' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/confluence/confluence', () => {
  it('changes a page to the version after the one that is there', async () => {
    stub
      .on('GET /wiki/api/v2/pages/7', { json: { id: '7', version: { number: 3 } } })
      .on('PUT /wiki/api/v2/pages/7', { json: { id: '7' } });
    const target = session.openTarget({ object: 'pages', operation: 'update', matchOn: ['id'], options: {} });

    const { results } = await target.write(toEffects([{ id: '7', title: 'Runbook', body }], 'update'));

    expect(results).toMatchObject([{ outcome: 'updated' }]);
    expect(JSON.parse(String(stub.requests[1]?.body))).toEqual({
      id: '7',
      status: 'current',
      title: 'Runbook',
      body,
      version: { number: 4 },
    });
  });

  it('makes no second page of a title in a space', async () => {
    const record = { spaceId: '1', title: 'Runbook', body };
    stub.on('GET /wiki/api/v2/pages?space-id=1&title=Runbook&status=current', {
      json: { results: [{ id: '7', ...record }], _links: {} },
    });
    const target = session.openTarget({
      object: 'pages',
      operation: 'create',
      matchOn: ['spaceId', 'title'],
      options: {},
    });

    const found = await target.find?.(toEffects([record], 'create'), AbortSignal.timeout(10_000));

    expect(found).toMatchObject([{ found: true, targetId: '7' }]);
  });

  it('follows the address of the next page', async () => {
    stub
      .on('GET /wiki/api/v2/labels?sort=id&limit=250', {
        json: { results: [{ id: '1' }], _links: { next: '/wiki/api/v2/labels?limit=250&cursor=x' } },
      })
      .on('GET /wiki/api/v2/labels?limit=250&cursor=x', { json: { results: [{ id: '2' }], _links: {} } });

    const { pages } = await readAll(session.openSource({ object: 'labels', options: {} }));

    expect(pages.flat()).toEqual([{ id: '1' }, { id: '2' }]);
  });
});
