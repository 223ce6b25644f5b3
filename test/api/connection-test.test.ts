import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { createForeignDatabase } from '../harness/database.ts';
import { createCertificate } from '../harness/http-certificate.ts';
import { HttpStub } from '../harness/http.ts';
import { type ConnectionWorker, startConnectionWorker } from './connection-worker.ts';
import { type Answer, type Item, startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let worker: ConnectionWorker;
let stub: HttpStub;
let strange: HttpStub;
let foreign: Awaited<ReturnType<typeof createForeignDatabase>>;
const canary = 'canary/Zx81+unsaved=value';

beforeAll(async () => {
  api = await startTestApi();
  worker = await startConnectionWorker(api, ['127.0.0.0/8', '::1/128']);
  stub = await HttpStub.start();
  strange = await HttpStub.start(createCertificate('localhost'));
  foreign = await createForeignDatabase();
});

afterAll(async () => {
  await worker.stop();
  await Promise.all([stub.stop(), strange.stop()]);
  await api.close();
  await foreign.drop();
});

function httpInput(path: string, url = stub.url) {
  return {
    name: 'API',
    service_type: 'http',
    credentials: { token: canary },
    config: { base_url: url, test_path: path },
  };
}

function postgresInput(change: { password?: string; database?: string } = {}) {
  const url = new URL(foreign.url);
  return {
    name: 'Database',
    service_type: 'postgres',
    credentials: { user: url.username, password: change.password ?? url.password },
    config: {
      host: url.hostname,
      port: Number(url.port),
      database: change.database ?? url.pathname.slice(1),
      ssl: 'disable',
    },
  };
}

function stagesOf({ data }: Answer): string[] {
  const checks = data['checks'] as { name: string; code: string }[];
  return checks.map(({ name, code }) => `${name} ${code}`);
}

async function closedPort(): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function create(input: object): Promise<Item> {
  const created = await api.request('POST', '/v1/connections', { body: input });
  expect(created.status).toBe(201);
  return created.data;
}

async function readStatus(id: string): Promise<string> {
  return (await api.request('GET', `/v1/connections/${id}`)).data.status;
}

function setStatus(id: string, status: string): PromiseLike<unknown> {
  return api.admin`update connections set status = ${status} where id = ${toLookup('connection', id)}`;
}

describe('test/api/connection-test', () => {
  it('tests a stored connection stage by stage', async () => {
    stub.on('GET /me', { json: {} });
    const { id } = await create(httpInput('/me'));

    const answer = await api.request('POST', `/v1/connections/${id}/test`);

    expect(answer.status).toBe(200);
    expect(stagesOf(answer)).toEqual(['tcp ok', 'auth ok', 'permission ok']);
    expect(stub.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${canary}`);
    expect(await api.admin`select * from connection_requests`).toHaveLength(0);
  });

  it.each(['error', 'expired'])(
    'makes a connection in %s active again when it works, and only then',
    async (status) => {
      stub.on('GET /back', { status: 401 }, { json: {} });
      const { id } = await create(httpInput('/back'));
      await setStatus(id, status);

      const refused = await api.request('POST', `/v1/connections/${id}/test`);
      expect(refused.data['ok']).toBe(false);
      expect(await readStatus(id)).toBe(status);

      await api.request('POST', `/v1/connections/${id}/test`);
      expect(await readStatus(id)).toBe('active');
    },
  );

  it('tests a disabled connection, and leaves it disabled', async () => {
    stub.on('GET /off', { json: {} });
    const { id } = await create(httpInput('/off'));
    await setStatus(id, 'disabled');

    expect((await api.request('POST', `/v1/connections/${id}/test`)).data['ok']).toBe(true);
    expect(await readStatus(id)).toBe('disabled');
  });

  describe('of a connection that is not stored', () => {
    it('reads a first row of a database', async () => {
      const answer = await api.request('POST', '/v1/connections/test', { body: postgresInput() });

      expect(stagesOf(answer).slice(0, 3)).toEqual(['tcp ok', 'auth ok', 'permission ok']);
      expect(answer.data['ok']).toBe(true);
    });

    it.each<[string, () => object | Promise<object>, string]>([
      ['a wrong password', () => postgresInput({ password: canary }), 'auth auth_invalid'],
      ['a database that is not there', () => postgresInput({ database: 'nowhere' }), 'read config'],
      ['a closed port', async () => httpInput('', `http://127.0.0.1:${await closedPort()}`), 'tcp connection_refused'],
      ['a host that is not there', () => httpInput('', 'https://nowhere.invalid'), 'dns host_not_found'],
      [
        'a certificate of its own',
        () => httpInput('', strange.url.replace('127.0.0.1', 'localhost')),
        'tls certificate_untrusted',
      ],
      ['an address of the hub’s own network', () => httpInput('', 'https://10.1.2.3'), 'tcp address_not_allowed'],
    ])('says what stops %s, and what helps', async (_, makeInput, last) => {
      const answer = await api.request('POST', '/v1/connections/test', { body: await makeInput() });

      expect(answer.status).toBe(200);
      expect(answer.data['ok']).toBe(false);
      expect(stagesOf(answer).at(-1)).toBe(last);
      expect((answer.data['checks'] as { remedy?: string }[]).at(-1)?.remedy).toMatch(/\.$/);
      expect(JSON.stringify(answer.body)).not.toContain('canary');
    });

    it('needs no name', async () => {
      stub.on('GET /nameless', { json: {} });
      const { name, ...unnamed } = httpInput('/nameless');
      expect(name).toBeDefined();

      const { status, data } = await api.request('POST', '/v1/connections/test', { body: unnamed });

      expect([status, data['ok']]).toEqual([200, true]);
    });

    it('refuses forms that do not fit before it asks anybody', async () => {
      const { status, error } = await api.request('POST', '/v1/connections/test', {
        body: { ...httpInput(''), credentials: { colour: canary } },
      });

      expect([status, error.code]).toEqual([400, 'invalid_request']);
    });

    it('keeps its credentials nowhere in clear, and not at all once it is answered', async () => {
      stub.on('GET /held', async (_request, response) => {
        // While the system is asked, and before the answer: nothing of the credentials is left in the table.
        const rows = await api.admin`select t::text as row, sealed from connection_requests t`;
        expect(rows.map(({ sealed }) => sealed)).toEqual([null]);
        expect(JSON.stringify(rows)).not.toContain('canary');
        response.end('{}');
      });
      const answer = await api.request('POST', '/v1/connections/test', { body: httpInput('/held') });
      expect(answer.data['ok']).toBe(true);

      const tables = await api.admin<{ name: string }[]>`
        select table_name as name from information_schema.tables where table_schema = 'public'`;
      const dump = await Promise.all(tables.map(({ name }) => api.admin`select t::text from ${api.admin(name)} t`));
      const everything = JSON.stringify([dump, api.logged, worker.logged]);
      const bytes = Buffer.from(canary);
      for (const form of [canary, bytes.toString('base64'), bytes.toString('hex'), encodeURIComponent(canary)]) {
        expect(everything).not.toContain(form);
      }
    });
  });

  describe('with verify=true', () => {
    it('creates what works', async () => {
      stub.on('GET /verified', { json: {} });

      const { status } = await api.request('POST', '/v1/connections?verify=true', { body: httpInput('/verified') });

      expect(status).toBe(201);
    });

    it('creates nothing that does not, and says why', async () => {
      stub.on('GET /refused', { status: 401 });
      const before = (await api.request('GET', '/v1/connections')).meta.total;

      const { status, error } = await api.request('POST', '/v1/connections?verify=true', {
        body: httpInput('/refused'),
      });

      expect([status, error.code]).toEqual([422, 'connection_test_failed']);
      expect(error.details['checks']).toEqual([
        expect.objectContaining({ name: 'tcp', ok: true }),
        expect.objectContaining({ name: 'auth', ok: false, code: 'auth_invalid' }),
      ]);
      expect((await api.request('GET', '/v1/connections')).meta.total).toBe(before);
    });

    it('answers a repetition under one Idempotency-Key without trying again', async () => {
      stub.on('GET /tried-once', { json: {} });
      const ask = () =>
        api.request('POST', '/v1/connections?verify=true', {
          body: httpInput('/tried-once'),
          headers: { 'idempotency-key': 'tried once' },
        });

      const first = await ask();
      const again = await ask();

      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body).toEqual(first.body);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(stub.requests.filter(({ url }) => url === '/tried-once')).toHaveLength(1);
    });
  });

  describe('with verify=true and an Idempotency-Key', () => {
    const verify = (path: string, key: string) =>
      api.request('POST', '/v1/connections?verify=true', {
        body: httpInput(path),
        headers: { 'idempotency-key': key },
      });

    it('asks the third party once, whatever it would say by now', async () => {
      stub.on('GET /verified-once', { json: {} });
      const first = await verify('/verified-once', 'verified');
      const again = await verify('/verified-once', 'verified');

      expect([first.status, again.status, again.data.id]).toEqual([201, 201, first.data.id]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });

    it('gives a test that failed again', async () => {
      stub.on('GET /refused-once', { status: 401 });
      const first = await verify('/refused-once', 'refused');
      const again = await verify('/refused-once', 'refused');

      expect([first.status, again.status]).toEqual([422, 422]);
      expect(again.body).toEqual(first.body);
    });
  });

  it('asks no worker about a connection that does not exist', async () => {
    expect((await api.request('POST', `/v1/connections/${newId('connection')}/test`)).status).toBe(404);
  });
});
