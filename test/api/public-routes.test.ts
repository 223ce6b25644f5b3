import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bases } from '../../api/app.ts';
import { newId } from '../../core/ids.ts';
import { scimBase } from '../../api/scim/operations.ts';
import { startTestApi, type TestApi } from './harness.ts';

/**
 * What is served to who shows no credential, and why. A route that is not named here asks for one: a new one that does not fails
 * the test until it is declared.
 */
const open: Readonly<Record<string, readonly string[]>> = {
  'says whether the process is well': ['GET /health/live', 'GET /health/ready'],
  'documents the API': [
    'GET /openapi.json',
    'GET /docs',
    'GET /docs/errors',
    'GET /docs/errors/:code',
    'GET /docs/assets/:version/:name',
  ],
  'is a page that asks the API itself': ['GET /', 'GET /app', 'GET /app/*', 'GET /app/assets/:name'],
  'lets people sign in, whom links, passwords and attempts in cookies prove': [
    'POST /auth/methods',
    'POST /auth/sign-in',
    'POST /auth/passkey/options',
    'POST /auth/passkey',
    'POST /auth/second-factor',
    'POST /auth/switch-organization',
    'POST /auth/sign-out',
    'POST /auth/invitation',
    'POST /auth/accept-invitation',
    'POST /auth/forgotten-password',
    'POST /auth/reset-link',
    'POST /auth/reset-password',
  ],
  'lets identity providers and browsers come back, whom signatures and states prove': [
    'GET /auth/oidc/:id/start',
    'GET /auth/oidc/:id/callback',
    'GET /auth/saml/:id/start',
    'POST /auth/saml/:id/acs',
    'GET /auth/saml/:id/finish',
    'GET /auth/saml/:id/metadata',
    'GET /auth/sso-test/:id/start',
    'GET /oauth/callback',
  ],
  'lets a customer connect one system, whom the token of a link proves': [
    'POST /connect/link',
    'POST /connect/test',
    'POST /connect/authorize',
    'POST /connect/finish',
  ],
  'gives programs tokens, whom their client credentials prove': ['POST /oauth/token', 'POST /oauth/revoke'],
  'tells programs where tokens come from and what verifies them': [
    'GET /.well-known/oauth-authorization-server',
    'GET /.well-known/oauth-protected-resource',
    'GET /.well-known/jwks.json',
  ],
  'takes what other systems send, whom signatures or signed addresses prove': [
    'ALL /hooks/:hook_id',
    'ALL /callbacks/:token',
  ],
};

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ operatorKey: 'of-nobody-in-this-table-0123456789abc' });
});

afterAll(() => api.close());

interface Served {
  method: string;
  path: string;
}

/** What the application answers by itself, from its router; not found is no route. */
function listServed(): Served[] {
  const served = api.app.routes.map(({ method, path }) => ({ method, path }));
  return [...new Map(served.map((one) => [`${one.method} ${one.path}`, one])).values()];
}

function isUnderBase({ path }: Served): boolean {
  return [...bases, scimBase].some((base) => path.startsWith(`${base}/`));
}

const toTitle = ({ method, path }: Served): string => `${method} ${path}`;

describe('test/api/public-routes', () => {
  it('serves nothing without a credential but what is named, outside of the bases', () => {
    const outside = listServed().filter((one) => !isUnderBase(one));

    expect(outside.map(toTitle).toSorted()).toEqual(Object.values(open).flat().toSorted());
  });

  it('asks for a credential at every other address below the bases', async () => {
    for (const { method, path } of listServed().filter(isUnderBase)) {
      const filled = path.replaceAll(/:\w+/g, newId('connection')).replace('*', 'anything');
      const asked = method === 'ALL' ? 'GET' : method;
      const headers = { 'content-type': 'application/json' };
      const body = asked === 'GET' || asked === 'DELETE' ? {} : { headers, body: '{}' };
      const { status } = await api.app.request(filled, { method: asked, ...body });
      expect([method, path, status]).toEqual([method, path, 401]);
    }
  });
});
