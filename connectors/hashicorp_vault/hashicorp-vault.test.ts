import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

function open(config: JsonObject = {}, credentials: JsonObject = { token: 'hvs.1' }): ConnectorSession {
  return openTestSession(connector, {
    config: { server_url: stub.url, approle_mount: 'approle', ...config },
    credentials,
    allow: [`127.0.0.1:${stub.port}`],
  });
}

async function read(object: string): Promise<JsonObject[]> {
  return (await readAll(session.openSource({ object, options: {} }))).pages.flat();
}

beforeEach(async () => {
  stub = await HttpStub.start();
  session = open();
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/hashicorp_vault/hashicorp-vault', () => {
  it('reads no groups where there are none, which Vault answers with 404', async () => {
    stub.on('GET /v1/identity/group/id?list=true', { status: 404, json: { errors: [] } });

    expect(await read('groups')).toEqual([]);
  });

  it('fails where the list itself is not there', async () => {
    stub.on('GET /v1/auth/approle/role?list=true', { status: 404, json: { errors: ['no handler for route'] } });

    await expect(read('approle_roles')).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('reads metadata of secrets, without folders and without a request for a value', async () => {
    stub
      .on('GET /v1/secret/metadata/apps/?list=true', { json: { data: { keys: ['db', 'web/'] } } })
      .on('GET /v1/secret/metadata/apps/db', { json: { data: { current_version: 3, created_time: '2026-01-31' } } });

    expect(await read('secret/apps')).toMatchObject([{ name: 'db', current_version: 3 }]);
  });

  it('leaves out a token that was revoked after its accessor was listed', async () => {
    stub
      .on('GET /v1/auth/token/accessors?list=true', { json: { data: { keys: ['a', 'b'] } } })
      .on(
        'POST /v1/auth/token/lookup-accessor',
        ...['a', 'b'].map(
          () => (request: { body: string }) =>
            request.body.includes('"a"')
              ? { status: 403, json: { errors: ['invalid accessor'] } }
              : { json: { data: { accessor: 'b', id: '' } } },
        ),
      );

    expect(await read('tokens')).toMatchObject([{ accessor: 'b' }]);
  });

  it('mounts an auth method once', async () => {
    const mount = { path: 'oidc/', type: 'oidc' };
    stub.on('POST /v1/sys/auth/oidc/', { status: 400, json: { errors: ['path is already in use at oidc/'] } });
    const target = session.openTarget({ object: 'auth_methods', operation: 'create', matchOn: [], options: {} });

    expect((await target.write(toEffects([mount], 'create'))).results).toMatchObject([{ outcome: 'unchanged' }]);
    expect(JSON.parse(String(stub.requests[0]?.body))).toEqual({ type: 'oidc' });
  });

  it('calls a namespace by its path', async () => {
    await session.close();
    session = open({ namespace: 'teams/payments' });
    stub.on('GET /v1/teams/payments/sys/audit', { json: { data: { 'file/': { type: 'file' } } } });

    expect(await read('audit_devices')).toMatchObject([{ path: 'file/', type: 'file' }]);
    expect(stub.requests[0]?.headers['x-vault-token']).toBe('hvs.1');
  });

  it('signs in as an AppRole', async () => {
    await session.close();
    session = open({}, { role_id: 'role', secret_id: 'secret' });
    stub
      .on('POST /v1/auth/approle/login', { json: { auth: { client_token: 'hvs.2', lease_duration: 3600 } } })
      .on('GET /v1/sys/audit', { json: { data: {} } });

    expect(await read('audit_devices')).toEqual([]);
    expect(stub.requests[1]?.headers['x-vault-token']).toBe('hvs.2');
  });
});
