import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { type ConnectionWorker, startConnectionWorker } from '../api/connection-worker.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';
import { createForeignDatabase } from '../harness/database.ts';
import { dnsApiKey, startPowerdns } from '../lab/powerdns.ts';
import type { Peer } from '../lab/start-peer.ts';

const { powerdns: root = '' } = inject('lab');

let api: TestApi;
let worker: ConnectionWorker;
let activities: TestActivities;
let server: Peer;
let database: Awaited<ReturnType<typeof createForeignDatabase>>;
let sql: postgres.Sql;

const zonesPath = '/api/v1/servers/localhost/zones';

/** Asks the server itself, past the hub. */
async function ask(path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { 'x-api-key': dnsApiKey },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  return path === '/api/docs' ? answer.text() : answer.json();
}

function member(value: Json | undefined, ...names: string[]): JsonObject {
  const found = names.reduce<Json | undefined>((at, name) => (isJsonObject(at) ? at[name] : undefined), value);
  return isJsonObject(found) ? found : {};
}

/** What a person makes of a draft: only zones, and how one is recognized, which the description does not tell. */
function complete(definition: JsonObject): JsonObject {
  const zones = member(definition, 'objects', 'zones');
  const operations = member(zones, 'operations');
  const create = {
    ...member(operations, 'create'),
    idempotency: {
      kind: 'find',
      request: { method: 'GET', path: '/servers/localhost/zones', query: { zone: '{name}' } },
      idPath: 'id',
      ignoresCase: true,
    },
  };
  const update = { method: 'PUT', path: '/servers/localhost/zones/{$target_id}' };
  const written = { list: operations['list'] ?? null, create, upsert: { ...create, update } };
  const test = { request: { method: 'GET', path: '/servers/localhost' } };
  return { ...definition, test, objects: { zones: { ...zones, operations: written } } };
}

async function connect(service: string, credentials: object, config: object): Promise<string> {
  const body = { name: service, service_type: service, credentials, config };
  const made = await api.request('POST', '/v1/connections', { body });
  expect(made.error?.details.errors).toBeUndefined();
  return made.data.id;
}

async function integrate(source: object, target: object, ...fields: string[]): Promise<string> {
  const mapping = fields.map((name) => ({ to: name, from: name }));
  const made = await api.request('POST', '/v1/integrations', { body: { name: 'Zones', source, target, mapping } });
  expect(made.error?.details.errors).toBeUndefined();
  return made.data.id;
}

beforeAll(async () => {
  if (root === '') return;
  api = await startTestApi();
  worker = await startConnectionWorker(api, ['127.0.0.0/8']);
  activities = await openActivities(api);
  server = await startPowerdns(root);
  database = await createForeignDatabase();
  sql = postgres(database.url, { max: 2, onnotice: () => undefined });
});

afterAll(async () => {
  if (root === '') return;
  await Promise.all([worker.stop(), activities.close(), sql.end(), server.stop()]);
  await Promise.all([api.close(), database.drop()]);
});

/** @see https://doc.powerdns.com/authoritative/http-api/ */
describe.skipIf(root === '')('test/integration/own-powerdns', { timeout: 60_000 }, () => {
  it('drafts a connector from the description that a server gives of itself, and copies zones out of it and back', async () => {
    const document = await ask('/api/docs');
    const draft = await api.request('POST', '/v1/connectors/draft', {
      body: { document, parameters: { server_id: 'localhost' } },
    });
    expect(draft.status).toBe(200);
    const definition: unknown = draft.data['definition'];
    if (!isJsonObject(definition)) throw new TypeError('No definition.');
    expect(Object.keys(member(definition, 'objects'))).toEqual(expect.arrayContaining(['zones', 'tsigkeys']));
    const findings = JSON.stringify(draft.data['findings']);
    expect(findings).toContain('creation_not_recognized');
    const saved = await api.request('POST', '/v1/connectors', {
      body: { id: 'x_names', definition: complete(definition) },
    });
    expect([saved.status, saved.error?.details.errors]).toEqual([201, undefined]);

    const dns = await connect('x_names', { api_key: dnsApiKey }, { base_url: `http://127.0.0.1:${server.port}` });
    const tested = await api.request('POST', `/v1/connections/${dns}/test`);
    expect(tested.data['ok']).toBe(true);
    const url = new URL(database.url);
    const tables = await connect(
      'postgres',
      { user: url.username, password: url.password },
      { host: '127.0.0.1', port: Number(url.port), database: url.pathname.slice(1), ssl: 'disable' },
    );
    await sql`create table zones (name text primary key, kind text, account text)`;
    await ask(zonesPath, { name: 'one.example.', kind: 'Native', nameservers: [], account: 'a' });

    const out = await integrate(
      { connection_id: dns, object: 'zones' },
      { connection_id: tables, object: 'zones', operation: 'upsert', match_on: ['name'] },
      'name',
      'kind',
      'account',
    );
    const preview = await api.request('POST', `/v1/integrations/${out}/preview`, { body: {} });
    expect(JSON.stringify(preview.list)).toContain('one.example.');
    expect(await activities.runSegment(await activities.begin(out))).toMatchObject({ counters: { created: 1 } });
    expect(await sql`select * from zones`).toEqual([{ name: 'one.example.', kind: 'Native', account: 'a' }]);

    await sql`update zones set account = 'b'`;
    await sql`insert into zones values ('two.example.', 'Native', 'c')`;
    const back = await integrate(
      { connection_id: tables, object: 'zones', key: ['name'] },
      { connection_id: dns, object: 'zones', operation: 'upsert', match_on: ['name'] },
      'name',
      'kind',
      'account',
    );
    const report = await activities.runSegment(await activities.begin(back));
    expect(report).toMatchObject({ status: 'done', counters: { read: 2, failed: 0 } });
    expect(await ask(zonesPath)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'one.example.', account: 'b' }),
        expect.objectContaining({ name: 'two.example.', account: 'c' }),
      ]),
    );
  });
});
