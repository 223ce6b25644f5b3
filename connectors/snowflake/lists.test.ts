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
    config: { account: 'acme-production', base_url: `${stub.url}/api/v2` },
    credentials: { token: 'secret-token' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const limit = 10_000;
const users = (from: number, to: number): object[] =>
  Array.from({ length: to - from }, (_, index) => ({ name: `U${from + index}` }));
const readUsers = () => readAll(session.openSource({ object: 'users', options: {} }));
const asked = () => stub.requests.map(({ url }) => new URL(url, stub.url).search);

describe('connectors/snowflake/lists', () => {
  it('asks for what is behind the last name of a full list, whose pages links lead through', async () => {
    stub.on(
      'GET /api/v2/users',
      {
        json: users(0, 4000),
        headers: { link: '</api/v2/results/a?page=0>; rel="first",</api/v2/results/a?page=1>; rel="next"' },
      },
      { json: users(limit, limit + 3) },
    );
    stub.on('GET /api/v2/results/a', { json: [...users(4000, limit - 1), { name: '"zoë ""z"""' }] });

    const { pages } = await readUsers();

    expect(pages.map(({ length }) => length)).toEqual([4000, 6000, 3]);
    expect(asked()).toEqual(['?showLimit=10000', '?page=1', '?showLimit=10000&fromName=zo%C3%AB%20%22z%22']);
  });

  it('ends with a list that is not full', async () => {
    stub.on('GET /api/v2/users', { json: users(0, limit - 1) });

    const { pages } = await readUsers();

    expect(pages.flat()).toHaveLength(limit - 1);
    expect(asked()).toHaveLength(1);
  });

  it('ends where a full list was all', async () => {
    stub.on('GET /api/v2/users', { json: users(0, limit) }, { json: [] });

    const { pages } = await readUsers();

    expect(pages.flat()).toHaveLength(limit);
    expect(asked()).toEqual(['?showLimit=10000', '?showLimit=10000&fromName=U9999']);
  });
});
