import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLookup } from '../../services/shared/schemas.ts';
import { HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { type Answer, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let worker: ConnectionWorker;
let stub: HttpStub;

beforeAll(async () => {
  api = await startTestApi();
  stub = await HttpStub.start();
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  stub.always('GET /', { json: {} });
});

afterAll(async () => {
  await worker.stop();
  await stub.stop();
  await api.close();
});

async function add(): Promise<string> {
  const { data } = await api.request('POST', '/v1/connections', {
    body: { name: 'API', service_type: 'http', credentials: { token: 'first' }, config: { base_url: stub.url } },
  });
  return data.id;
}

function replace(id: string, token: string, more: object = {}): Promise<Answer> {
  return api.request('PUT', `/v1/connections/${id}/credentials`, { body: { credentials: { token }, ...more } });
}

function rollBack(id: string): Promise<Answer> {
  return api.request('POST', `/v1/connections/${id}/credentials/rollback`);
}

/** What the third party is shown. */
async function readUsed(id: string): Promise<unknown> {
  await api.request('POST', `/v1/connections/${id}/test`);
  return stub.requests.at(-1)?.headers['authorization'];
}

function read(id: string): Promise<Answer> {
  return api.request('GET', `/v1/connections/${id}`);
}

async function countKept(id: string): Promise<number> {
  const rows = await api.admin`
    select 1 from connection_credentials where connection_id = ${toLookup('connection', id)}`;
  return rows.length;
}

describe('test/api/credentials', () => {
  it('replaces them, goes back to those before, once, and shows none', async () => {
    const id = await add();

    const replaced = await replace(id, 'second');
    expect(await readUsed(id)).toBe('Bearer second');
    const rolledBack = await rollBack(id);
    expect(await readUsed(id)).toBe('Bearer first');
    const again = await rollBack(id);

    expect([replaced.status, rolledBack.status, again.status, again.error.code]).toEqual([
      200,
      200,
      409,
      'invalid_state',
    ]);
    expect(JSON.stringify([replaced.body, rolledBack.body, api.logged])).not.toMatch(/first|second/);
  });

  it('never uses a version twice, so that no remembered session stands for others', async () => {
    const id = await add();

    await replace(id, 'second');
    expect(await readUsed(id)).toBe('Bearer second');
    await rollBack(id);
    await replace(id, 'third');

    expect(await readUsed(id)).toBe('Bearer third');
    await rollBack(id);
    expect(await readUsed(id)).toBe('Bearer first');
  });

  it('says by which form it signs in, also after another one and back', async () => {
    const id = await add();
    const methods = [(await read(id)).data['auth_method']];
    const credentials = { username: 'ann', password: 'CANARY-basic' };

    const replaced = await api.request('PUT', `/v1/connections/${id}/credentials`, { body: { credentials } });
    methods.push(replaced.data['auth_method'], (await read(id)).data['auth_method']);
    methods.push((await rollBack(id)).data['auth_method'], (await read(id)).data['auth_method']);

    expect(methods).toEqual(['bearer', 'basic', 'basic', 'bearer', 'bearer']);
  });

  it('keeps the ones before only, and for a day only', async () => {
    const id = await add();
    await replace(id, 'second');
    await replace(id, 'third');

    expect(await countKept(id)).toBe(2);
    await api.admin`
      update connections set rollback_until = now() - interval '1 second' where id = ${toLookup('connection', id)}`;
    expect((await rollBack(id)).error.code).toBe('invalid_state');
  });

  it('changes the version and not updated_at, for nothing that a record shows has changed', async () => {
    const id = await add();
    const before = await read(id);

    await replace(id, 'second');
    const after = await read(id);

    expect(after.data).toEqual(before.data);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const late = await api.request('PUT', `/v1/connections/${id}/credentials`, {
      body: { credentials: { token: 'late' } },
      headers: { 'if-match': before.headers.get('etag') ?? '' },
    });
    expect(late.status).toBe(412);
  });

  it.each([
    ['error', 'active'],
    ['expired', 'active'],
    ['disabled', 'disabled'],
  ])('makes a connection in %s %s', async (from, to) => {
    const id = await add();
    await api.admin`update connections set status = ${from} where id = ${toLookup('connection', id)}`;

    expect((await replace(id, 'second')).data.status).toBe(to);
  });

  it('refuses what no form of the connector takes', async () => {
    const id = await add();

    const { status, error } = await api.request('PUT', `/v1/connections/${id}/credentials`, {
      body: { credentials: { colour: 'canary' } },
    });

    expect([status, error.details.errors[0]?.path.startsWith('credentials')]).toEqual([400, true]);
    expect(JSON.stringify(error)).not.toContain('canary');
  });

  it('takes another address along with them, and then keeps no others that a rollback would send there', async () => {
    const id = await add();

    const moved = await replace(id, 'second', { config: { base_url: 'https://other.example' } });

    expect(Object(moved.data['config']).base_url).toBe('https://other.example');
    expect(await countKept(id)).toBe(1);
    expect((await rollBack(id)).status).toBe(409);
  });

  it('keeps none for a detour over credentials that are no secret', async () => {
    const id = await add();

    await api.request('PUT', `/v1/connections/${id}/credentials`, { body: { credentials: {} } });
    const moved = await api.request('PATCH', `/v1/connections/${id}`, {
      body: { config: { base_url: 'https://evil.example' } },
    });

    expect(moved.status).toBe(200);
    expect(await countKept(id)).toBe(1);
    expect((await rollBack(id)).status).toBe(409);
  });
});
