import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AuthVendor } from '../../../../test/harness/servers/auth-vendor.ts';
import type { SeenRequest } from '../../../../test/harness/http.ts';
import type { JsonObject } from '../../../../core/json.ts';
import { type AuthMethod, apiKeyAuth, basicAuth, bearerAuth } from '../../../kit/auth/methods.ts';
import { digestAuth, hmacAuth, oauth1Auth, sigv4Auth } from '../../../kit/auth/signing-methods.ts';
import { clientCredentialsAuth } from '../../../kit/auth/token-methods.ts';

const canary = 'CANARY/zz7+3a9=secret';
const other = 'CANARY.other&91~value';
const token = 'CANARY-token-0123456789';

interface Kind {
  method(url: string): AuthMethod;
  credentials: JsonObject;
}

const kinds: Readonly<Record<string, Kind>> = {
  basic: { method: () => basicAuth(), credentials: { username: 'u', password: canary } },
  bearer: { method: () => bearerAuth(), credentials: { token: canary } },
  'a key in a header': {
    method: () => apiKeyAuth({ in: 'header', name: 'x-api-key' }),
    credentials: { api_key: canary },
  },
  'a key in the query': { method: () => apiKeyAuth({ in: 'query', name: 'key' }), credentials: { api_key: canary } },
  'a key in a cookie': { method: () => apiKeyAuth({ in: 'cookie', name: 'k' }), credentials: { api_key: canary } },
  digest: { method: () => digestAuth(), credentials: { username: 'u', password: canary } },
  'OAuth 1': {
    method: () => oauth1Auth(),
    credentials: { consumer_key: 'ck', consumer_secret: canary, token: 'tk', token_secret: other },
  },
  EdgeGrid: {
    method: () => hmacAuth({ scheme: 'akamai_edgegrid' }),
    credentials: { client_token: token, client_secret: canary, access_token: other },
  },
  Duo: { method: () => hmacAuth({ scheme: 'duo_v5' }), credentials: { integration_key: 'DI1234', secret_key: canary } },
  SigV4: {
    method: () => sigv4Auth({ service: 'execute-api' }),
    credentials: { access_key_id: 'AKIA1234567890', secret_access_key: canary, region: 'eu-west-1' },
  },
  'OAuth 2': {
    method: (url) => clientCredentialsAuth({ tokenUrl: `${url}/token` }),
    credentials: { client_id: 'app', client_secret: canary },
  },
};

let vendor: AuthVendor;

beforeEach(async () => {
  vendor = await AuthVendor.start();
});

afterEach(() => vendor.stop());

/** Whatever a request carried, as a debug page shows it. */
function toEcho({ headers, url }: Pick<SeenRequest, 'headers' | 'url'>): JsonObject {
  const authorization = String(headers['authorization'] ?? '');
  const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  return { id: 1, url, headers: JSON.stringify(headers), authorization, pair };
}

/** What of the requests must not be shown: the credentials of their headers, and signatures in them. */
function listWires(requests: readonly SeenRequest[]): string[] {
  return requests.flatMap(({ headers }) => {
    const credentials = String(headers['authorization'] ?? '').replace(/^\S+ /, '');
    const signatures = [...credentials.matchAll(/(?:ignature|response)="?([^",]+)/g)].map(([, value = '']) => value);
    return [credentials, ...signatures].filter((wire) => wire !== '');
  });
}

describe('connectors/drivers/http/auth/echoes', () => {
  it.each(Object.entries(kinds))(
    '%s: nothing that a system repeats of it is shown',
    async (_, { method, credentials }) => {
      const challenge = 'Digest realm="r", nonce="n", qop="auth", algorithm=SHA-256';
      const { kind } = method('').apply;
      if (kind === 'oauth2_client_credentials') vendor.stub.on('POST /token', { json: { access_token: token } });
      if (kind === 'digest')
        vendor.stub.on('GET /people', { status: 401, headers: { 'www-authenticate': challenge }, json: {} });
      vendor.stub.on('GET /people', (request) => ({ json: [toEcho(request)] }));
      const session = vendor.open(method(vendor.stub.url), credentials);
      const { records } = await session
        .openSource({ object: 'people', options: {} })
        .readPage(null, AbortSignal.timeout(10_000));
      const text = JSON.stringify(records);

      const shown = session.createScrub()(text);

      const secrets = [canary, other, token].filter(
        (secret) => text.includes(secret) || JSON.stringify(credentials).includes(secret),
      );
      const forms = secrets.flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        new URLSearchParams({ a: secret }).toString().slice(2),
        Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      ]);
      const wires = listWires(vendor.seen('GET /people'));
      expect([...forms, ...wires].filter((form) => shown.includes(form))).toEqual([]);
      expect(shown).toContain('[redacted]');
    },
  );
});
