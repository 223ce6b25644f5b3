import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../../core/clock.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { Secret } from '../../../../core/secret.ts';
import { connectorWith } from '../../../../test/harness/auth-connector.ts';
import { HttpStub } from '../../../../test/harness/http.ts';
import type { HttpConnector } from '../../../kit/connector.ts';
import { type CodeMethod, findCodeMethod, readCallback, toAuthorizeUrl } from './authorization.ts';
import { exchangeAuthorization } from './exchange-authorization.ts';
import { authorizationCodeAuth } from '../../../kit/auth/token-methods.ts';

let stub: HttpStub;
const credentials = { client_id: 'me', client_secret: 'canary' };

beforeEach(async () => {
  stub = await HttpStub.start();
  return () => stub.stop();
});

/** Tokens come from where the callback says, and the API is where the tokens say. */
const connector: HttpConnector = {
  ...connectorWith(
    authorizationCodeAuth({
      tokenUrl: '{$accounts-server}/token',
      clientAuth: 'post',
      authorize: {
        url: 'https://login.example.com/{config.tenant}/authorize',
        scopes: ['users.read', 'groups.read'],
        scopeSeparator: ',',
        parameters: { access_type: 'offline', secret: '{client_secret}' },
        issuer: 'https://login.example.com',
        keep: ['accounts-server'],
        config: { api: '{$instance_url}' },
      },
      response: { accessToken: 'data.token', keep: { instance_url: 'data.instance_url' } },
    }),
  ),
  config: z.strictObject({
    base_url: z.string().meta({ destination: true }),
    tenant: z.string().default('t/1'),
    api: z.string().default(''),
  }),
};

function method(): CodeMethod {
  const found = findCodeMethod(connector, 'authorization_code');
  if (found === undefined) throw new Error('The connector has no such method.');
  return found;
}

function exchange(server: string): Promise<{ tokens: { values: JsonObject }; config: JsonObject }> {
  return exchangeAuthorization(
    connector,
    {
      config: { base_url: stub.url, tenant: 't', api: '' },
      auth: { method: 'authorization_code', credentials: new Secret<JsonObject>(credentials) },
      egress: { allow: ['127.0.0.0/8'] },
      clock: systemClock,
    },
    { code: 'c', redirectUri: 'https://hub.example/cb', codeVerifier: 'v', kept: { 'accounts-server': server } },
  );
}

describe('connectors/drivers/http/auth/authorization', () => {
  it('asks a person as the vendor has it, and puts no secret into the address', () => {
    const url = toAuthorizeUrl(method(), {
      credentials,
      config: { tenant: 't' },
      redirectUri: 'https://hub.example/cb',
      state: 's',
      // RFC 7636, appendix B.
      codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    });

    expect(url).toMatch(/^https:\/\/login\.example\.com\/t\/authorize\?/);
    expect(Object.fromEntries(new URL(url ?? '').searchParams)).toEqual({
      response_type: 'code',
      client_id: 'me',
      redirect_uri: 'https://hub.example/cb',
      scope: 'users.read,groups.read',
      state: 's',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      access_type: 'offline',
    });
  });

  it('gets tokens where the callback says, and learns where the API is', async () => {
    stub.on('POST /token', {
      json: { data: { token: 'a1', instance_url: 'https://eu5.example.com' }, refresh_token: 'r1' },
    });

    const { tokens, config } = await exchange(stub.url);

    expect(tokens.values).toEqual({
      'accounts-server': stub.url,
      instance_url: 'https://eu5.example.com',
      access_token: 'a1',
      refresh_token: 'r1',
    });
    expect(config).toEqual({ base_url: stub.url, tenant: 't', api: 'https://eu5.example.com' });
  });

  it('sends no secret to a host that only the callback leads to', async () => {
    await expect(exchange('https://evil.example.com')).rejects.toMatchObject({ kind: 'config' });
  });

  it.each([
    [{ code: 'c', iss: 'https://login.example.com', 'accounts-server': 'a', other: 'b' }, true],
    [{ code: 'c', iss: 'https://evil.example.com' }, false],
    [{ code: 'c' }, false],
    [{ iss: 'https://login.example.com' }, false],
    [{ code: 'c', error: 'access_denied', iss: 'https://login.example.com' }, false],
  ])('reads the callback %j', (parameters: Record<string, string>, ok) => {
    const callback = readCallback(method(), parameters);

    expect(callback.ok).toBe(ok);
    expect(callback).toEqual(
      ok ? { ok, code: 'c', kept: { 'accounts-server': 'a' } } : { ok, message: expect.any(String) },
    );
  });
});
