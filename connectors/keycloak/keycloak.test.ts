import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub, type Reply } from '../../test/harness/http.ts';
import type { JsonObject } from '../../core/json.ts';
import type { EffectResult, WriteOperation } from '../../core/records.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

const realm = '/admin/realms/acme';
/** Changes are answered so, whatever they took away. */
const changed: Reply = { status: 204 };

function write(object: string, operation: WriteOperation, body: JsonObject): Promise<EffectResult[]> {
  const target = session.openTarget({ object, operation, matchOn: [Object.keys(body)[0] ?? ''], options: {} });
  return target.write(toEffects([body], operation)).then(({ results }) => results);
}

function sent(method: string): unknown[] {
  return stub.requests.filter((request) => request.method === method).map(({ body }) => JSON.parse(body));
}

beforeEach(async () => {
  stub = await HttpStub.start();
  stub.always('POST /realms/acme/protocol/openid-connect/token', {
    json: { access_token: 't', token_type: 'Bearer', expires_in: 3600 },
  });
  session = openTestSession(connector, {
    config: { server_url: stub.url, realm: 'acme' },
    credentials: { client_id: 'hub', client_secret: 's' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

/** Answers are those of Keycloak 26.7, shortened. */
describe('connectors/keycloak/keycloak', () => {
  it('knows the id of a user that it created', async () => {
    const location = `${stub.url}${realm}/users/4fe6e06a-2394-4326-b17b-3dc6889bac3e`;
    stub.on(`POST ${realm}/users`, { status: 201, headers: { location } });

    expect(await write('users', 'create', { username: 'anna' })).toEqual([
      { outcome: 'created', targetId: '4fe6e06a-2394-4326-b17b-3dc6889bac3e' },
    ]);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['keeps names and address where attributes change', { attributes: { a: ['b'] } }, { attributes: { a: ['b'] } }],
    ['empties a name', { firstName: null }, { firstName: null }],
  ])('%s', async (_, change, expected) => {
    const anna = { id: '7429fd94', username: 'anna', firstName: 'A', lastName: 'B', email: 'anna@example.com' };
    stub
      .on(`GET ${realm}/users?username=anna&exact=true`, { json: [anna] })
      .on(`GET ${realm}/users/7429fd94`, { json: anna })
      .on(`PUT ${realm}/users/7429fd94`, changed);

    await write('users', 'update', { username: 'anna', ...change });

    // Without attributes, the server leaves alone what is null.
    expect(sent('PUT')).toEqual([{ attributes: {}, ...anna, ...expected }]);
  });

  it('tells what is wrong with which field, one or several', async () => {
    const one = { field: 'email', errorMessage: 'error-invalid-email', params: ['email', 'x y'] };
    const errors = [
      { field: 'username', errorMessage: 'error-invalid-length', params: ['username', 3, 255] },
      { field: 'username', errorMessage: 'error-username-invalid-character', params: ['username'] },
    ];
    stub.on(`POST ${realm}/users`, { status: 400, json: one }, { status: 400, json: { errors } });

    expect([
      await write('users', 'create', { username: 'anna', email: 'x y' }),
      await write('users', 'create', { username: '日本' }),
    ]).toEqual([
      [{ outcome: 'rejected', code: 'validation', message: 'error-invalid-email', field: 'email' }],
      [{ outcome: 'rejected', code: 'validation', message: 'error-invalid-length', field: 'username' }],
    ]);
  });

  it('changes a role by its name, and keeps the rest of it', async () => {
    const role = { id: '49ca68b0', name: 'a/b', description: 'Old', composite: false, attributes: { k: ['v'] } };
    stub.on(`GET ${realm}/roles/a%2Fb`, { json: role }).on(`PUT ${realm}/roles/a%2Fb`, changed);

    expect(await write('roles', 'update', { name: 'a/b', attributes: { k: ['w'] } })).toEqual([{ outcome: 'updated' }]);
    expect(sent('PUT')).toEqual([{ ...role, attributes: { k: ['w'] } }]);
  });

  it('changes an identity provider, and keeps its alias and settings', async () => {
    const provider = { alias: 'goo', providerId: 'google', enabled: true, config: { clientSecret: '**********' } };
    const path = `${realm}/identity-provider/instances/goo`;
    stub.on(`GET ${path}`, { json: provider }).on(`PUT ${path}`, changed);

    await write('identity_providers', 'update', { alias: 'goo', enabled: false });

    expect(sent('PUT')).toEqual([{ ...provider, enabled: false }]);
  });

  it('changes the attributes of a group whose name is not given', async () => {
    const group = { id: '7a33a882', name: 'g10', attributes: { cost: ['1'] } };
    stub.on(`GET ${realm}/groups/7a33a882`, { json: group }).on(`PUT ${realm}/groups/7a33a882`, changed);

    await write('groups', 'update', { id: '7a33a882', attributes: {} });

    expect(sent('PUT')).toEqual([{ name: 'g10', attributes: {} }]);
  });

  it('leaves the secrets of clients out', async () => {
    const client = { id: 'f8730f19', clientId: 'c7', secret: 'CANARY-secret' };
    stub.on(`GET ${realm}/clients?max=100&first=0`, { json: [client] });
    stub.on(`GET ${realm}/clients/f8730f19`, { json: client });

    const { pages } = await readAll(session.openSource({ object: 'clients', options: {} }));
    const finder = session.openFinder?.({ object: 'clients', key: 'id', options: {} });
    const found = await finder?.find(['f8730f19'], AbortSignal.timeout(10_000));

    expect([pages.flat(), found]).toEqual([[{ id: 'f8730f19', clientId: 'c7' }], [{ id: 'f8730f19', clientId: 'c7' }]]);
  });
});
