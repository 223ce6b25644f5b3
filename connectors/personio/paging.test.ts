import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  stub.on('POST /auth', { json: { success: true, data: { token: 't' } } });
  session = openTestSession(connector, {
    config: { base_url: stub.url },
    credentials: { client_id: 'hub', client_secret: 's' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

/** Answers two pages of two records, and an empty third, at these offsets. */
function answer(path: string, limit: number, offsets: readonly [number, number, number]): void {
  for (const [page, offset] of offsets.entries()) {
    const ids = page < 2 ? [2 * page, 2 * page + 1] : [];
    const data = ids.map((id) => ({ attributes: { id: { value: id } } }));
    stub.on(`GET ${path}?limit=${limit}&offset=${offset}`, { json: { success: true, data } });
  }
}

async function countRecords(object: string): Promise<number> {
  const { pages } = await readAll(session.openSource({ object, options: {} }));
  return pages.flat().length;
}

describe('connectors/personio/paging', () => {
  it('asks for a hundred employees at most, by the number of those before', async () => {
    answer('/company/employees', 100, [0, 2, 4]);

    expect(await countRecords('employees')).toBe(4);
  });

  it('asks for absences in hours by the number of the page', async () => {
    answer('/company/absence-periods', 200, [0, 1, 2]);

    expect(await countRecords('absence_periods')).toBe(4);
  });
});
