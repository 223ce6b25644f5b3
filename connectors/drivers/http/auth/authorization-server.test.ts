import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../core/clock.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { Secret } from '../../../../core/secret.ts';
import { connectorWith } from '../../../../test/harness/auth-connector.ts';
import { openTestSession, readAll } from '../../../../test/harness/http-session.ts';
import {
  type AuthorizationServer,
  oauthClient,
  redirectUri,
  startAuthorizationServer,
} from '../../../../test/lab/authorization-server.ts';
import type { HttpConnector } from '../../../kit/connector.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import type { ConnectorSession } from '../../shared/session.ts';
import { findCodeMethod, readCallback, toAuthorizeUrl } from './authorization.ts';
import { exchangeAuthorization } from './exchange-authorization.ts';
import { authorizationCodeAuth, clientCredentialsAuth } from '../../../kit/auth/token-methods.ts';
import { createLocalTokenStore, type Tokens, type TokenStore } from '../../shared/token-store.ts';

let server: AuthorizationServer;
let session: ConnectorSession | undefined;

beforeEach(async () => {
  server = await startAuthorizationServer();
});

afterEach(async () => {
  await session?.close();
  session = undefined;
  await server.stop();
});

function open(connector: HttpConnector, credentials: JsonObject, tokens?: TokenStore): ConnectorSession {
  session = openTestSession(connector, {
    config: { base_url: server.url },
    credentials,
    allow: ['127.0.0.0/8'],
    ...(tokens === undefined ? {} : { tokens }),
  });
  return session;
}

async function read(opened: ConnectorSession): Promise<JsonObject[]> {
  return (await readAll(opened.openSource({ object: 'people', options: {} }))).pages.flat();
}

function byCode(): HttpConnector {
  const scopes = ['openid', 'offline_access'];
  const authorize = { url: `${server.url}/auth`, scopes, issuer: server.url, parameters: { prompt: 'consent' } };
  return connectorWith(authorizationCodeAuth({ tokenUrl: `${server.url}/token`, authorize }));
}

/** Sends a person to the server, and changes the code that they come back with. */
async function obtain(connector: HttpConnector, forge: { codeVerifier?: string } = {}): Promise<Tokens> {
  const method = findCodeMethod(connector, 'authorization_code');
  if (method === undefined) throw new Error('The connector has no such method.');
  const config = { base_url: server.url };
  const codeVerifier = randomBytes(32).toString('base64url');
  const asked = { credentials: oauthClient, config, redirectUri, state: 'state-1', codeVerifier };
  const callback = await server.authorize(toAuthorizeUrl(method, asked) ?? '');
  expect(callback['state']).toBe('state-1');
  const found = readCallback(method, callback);
  if (!found.ok) throw new Error(found.message);
  const auth = { method: method.id, credentials: new Secret<JsonObject>(oauthClient) };
  const context = { config, auth, egress: { allow: ['127.0.0.0/8'] }, clock: systemClock };
  const { tokens } = await exchangeAuthorization(connector, context, { ...found, redirectUri, codeVerifier, ...forge });
  return tokens;
}

async function keep(tokens: Tokens): Promise<TokenStore> {
  const store = createLocalTokenStore();
  await store.renew(undefined, () => Promise.resolve({ outcome: 'obtained', tokens }));
  return store;
}

async function revokeCurrent(store: TokenStore): Promise<void> {
  const { values = {} } = (await store.read()) ?? {};
  await server.revoke(toPlainText(values['access_token']));
}

describe('connectors/drivers/http/auth/authorization-server', () => {
  it('gets a token for itself, and another one where that is refused', async () => {
    const store = createLocalTokenStore();
    const opened = open(connectorWith(clientCredentialsAuth({ tokenUrl: `${server.url}/token` })), oauthClient, store);

    const first = await read(opened);
    await revokeCurrent(store);
    const second = await read(opened);

    expect([first, second]).toEqual([[{ id: 1 }], [{ id: 1 }]]);
    expect(server.counts).toEqual({ answered: 2, refused: 1 });
    expect((await store.read())?.generation).toBe(2);
  });

  it('says that a client is refused', async () => {
    const connector = connectorWith(clientCredentialsAuth({ tokenUrl: `${server.url}/token` }));
    const opened = open(connector, { ...oauthClient, client_secret: 'CANARY-wrong' });

    await expect(read(opened)).rejects.toMatchObject({
      kind: 'auth_invalid',
      message: expect.not.stringContaining('CANARY'),
    });
  });

  it('uses what a person authorized, and each refresh token once', async () => {
    const connector = byCode();
    const store = await keep(await obtain(connector));
    const opened = open(connector, oauthClient, store);
    const refreshTokens = new Set<unknown>();

    for (let time = 0; time < 3; time += 1) {
      expect(await read(opened)).toEqual([{ id: 1 }]);
      refreshTokens.add((await store.read())?.values['refresh_token']);
      await revokeCurrent(store);
    }

    expect(refreshTokens.size).toBe(3);
    expect(server.counts).toEqual({ answered: 3, refused: 2 });
  });

  it('ends where a refresh token was used by somebody else', async () => {
    const connector = byCode();
    const tokens = await obtain(connector);
    const store = await keep(tokens);
    const stolen = await keep(tokens);
    await revokeCurrent(store);
    await read(open(connector, oauthClient, stolen));
    await session?.close();

    await expect(read(open(connector, oauthClient, store))).rejects.toMatchObject({ kind: 'auth_invalid' });
  });

  it('cannot change a code without what it was asked for with', async () => {
    await expect(obtain(byCode(), { codeVerifier: randomBytes(32).toString('base64url') })).rejects.toMatchObject({
      kind: 'auth_invalid',
    });
  });
});
