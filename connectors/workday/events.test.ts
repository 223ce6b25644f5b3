import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { tenant: 'acme', base_url: stub.url },
    credentials: { username: 'hub@acme', password: 'p' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const page = 'limit=100&offset=0';

describe('connectors/workday/events', () => {
  it('asks for the events of each worker: without one, the answer is empty', async () => {
    stub
      .on(`GET /ccx/api/v1/acme/workers?${page}`, { json: { total: 2, data: [{ id: 'w1' }, { id: 'w2' }] } })
      .on(`GET /ccx/api/businessProcess/v1/acme/events?worker=w1&${page}`, { json: { total: 1, data: [{ id: 'e1' }] } })
      .on(`GET /ccx/api/businessProcess/v1/acme/events?worker=w2&${page}`, {
        json: { total: 1, data: [{ id: 'e2' }] },
      });

    const { pages } = await readAll(session.openSource({ object: 'events', options: {} }));

    expect(pages.flat()).toMatchObject([
      { worker_id: 'w1', id: 'e1' },
      { worker_id: 'w2', id: 'e2' },
    ]);
  });

  it('reads all of them each time: a filter by completion leaves out those that are under way', () => {
    expect(connector.objects['events']?.operations.list).not.toHaveProperty('incremental');
  });
});
