import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAuthorizationServer } from '../../services/access/oauth/authorization-server.ts';
import { scopes } from '../../services/shared/scopes.ts';
import { document } from './contract.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

const resourceMetadata = 'resource_metadata="http://hub.example/.well-known/oauth-protected-resource"';

describe('test/api/oauth-metadata', () => {
  it('describes the authorization server', async () => {
    const { status, body } = await api.request('GET', '/.well-known/oauth-authorization-server', { key: null });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer: 'http://hub.example',
      token_endpoint: 'http://hub.example/oauth/token',
      revocation_endpoint: 'http://hub.example/oauth/revoke',
      jwks_uri: 'http://hub.example/.well-known/jwks.json',
      grant_types_supported: ['client_credentials'],
      scopes_supported: [...scopes],
    });
  });

  it('describes the API as a resource, and every 401 points there', async () => {
    const { body } = await api.request('GET', '/.well-known/oauth-protected-resource', { key: null });
    const bare = await api.request('GET', '/v1/accounts', { key: null });
    const wrong = await api.request('GET', '/v1/accounts', { key: 'nonsense' });
    const nowhere = await api.request('GET', '/api/v1/nowhere', { key: null });

    expect(body).toMatchObject({ resource: 'http://hub.example', authorization_servers: ['http://hub.example'] });
    expect(bare.headers.get('www-authenticate')).toBe(`Bearer ${resourceMetadata}`);
    expect(nowhere.headers.get('www-authenticate')).toBe(`Bearer ${resourceMetadata}`);
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${resourceMetadata}`);
  });

  it.each([
    ['https://hub.example/', 'https://hub.example', 'https://hub.example/.well-known/oauth-protected-resource'],
    ['https://a.example/hub', 'https://a.example/hub', 'https://a.example/.well-known/oauth-protected-resource/hub'],
  ])('puts the well-known part of %s before its path', (publicUrl, issuer, metadata) => {
    const server = describeAuthorizationServer(publicUrl);

    expect([server.issuer, server.resourceMetadata]).toEqual([issuer, metadata]);
  });

  it('documents how to get a token', () => {
    const { securitySchemes } = Object(document).components;

    expect(securitySchemes.oauth2.flows.clientCredentials.tokenUrl).toBe('http://hub.example/oauth/token');
    expect(Object.keys(securitySchemes.oauth2.flows.clientCredentials.scopes)).toEqual([...scopes]);
    expect(document.paths['/oauth/token']?.['post']?.servers).toEqual([{ url: 'http://hub.example' }]);
  });
});
