import { z } from 'zod';
import { oauthAuthMethods, signatureAlgorithms } from '../../core/enums.ts';
import { callbackPath } from '../../services/connections/credentials/authorize-connection.ts';
import { completeAuthorization, unknownState } from '../../services/connections/credentials/complete-authorization.ts';
import type { AuthorizationServer } from '../../services/access/oauth/authorization-server.ts';
import { toDashboardUrl } from '../../services/access/people/dashboard-url.ts';
import { issueAccessToken } from '../../services/access/oauth/issue-access-token.ts';
import { OauthError } from '../../services/access/oauth/oauth-error.ts';
import { revokeAccessToken } from '../../services/access/oauth/revoke-access-token.ts';
import { scopes } from '../../services/shared/scopes.ts';
import { accessTokenSeconds } from '../../services/access/oauth/signing-keys.ts';
import { idOf } from '../../services/shared/schemas.ts';
import type { OauthOperation } from './operation.ts';
import { readCredentials } from './read-credentials.ts';
import { readForm } from './read-form.ts';
import { messages } from '../../core/messages.ts';

const clientParameters = {
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  client_assertion_type: z.string().optional(),
  client_assertion: z.string().optional(),
};

const noCache = { pragma: 'no-cache' };

/** Documents change with a release or a rotation; a new signing key is published ten minutes before it signs. */
const cacheable = { 'cache-control': 'public, max-age=300' };

const texts = z.array(z.string());

/** Three parts as those of every token, none of which says or opens anything. */
const exampleToken = 'header.claims.signature';
const exampleScope = 'connections:read runs:read';

export const oauthOperations: readonly OauthOperation[] = [
  {
    method: 'post',
    path: () => '/oauth/token',
    operationId: 'issueAccessToken',
    summary: 'Get an access token',
    description:
      'The client credentials grant (RFC 6749 §4.4). A client authenticates by the method that it is registered with.',
    form: z.object({
      grant_type: z.literal('client_credentials'),
      scope: z
        .string()
        .optional()
        .meta({
          description: 'Scopes with spaces between them. Default: all of the client.',
          examples: [exampleScope],
        }),
      ...clientParameters,
    }),
    data: z
      .object({
        access_token: z.string().meta({ examples: [exampleToken] }),
        token_type: z.literal('Bearer'),
        expires_in: z
          .number()
          .int()
          .meta({ examples: [accessTokenSeconds] }),
        scope: z.string().meta({ examples: [exampleScope] }),
      })
      .meta({ id: 'AccessToken' }),
    refusal: new OauthError('unsupported_grant_type', messages.grantUnsupported),
    answer: async ({ c, oauth, summary }) => {
      const form = await readForm(c);
      const grantType = form.get('grant_type');
      if (grantType === undefined) throw new OauthError('invalid_request', 'grant_type is required.');
      if (grantType !== 'client_credentials') {
        throw new OauthError('unsupported_grant_type', messages.grantUnsupported);
      }
      const credentials = readCredentials(c.req.header('authorization'), form);
      const { client, token } = await issueAccessToken({
        deps: oauth,
        input: { credentials, scope: form.get('scope') },
      });
      summary.caller = client;
      return { data: token, headers: noCache };
    },
  },
  {
    method: 'post',
    path: () => '/oauth/revoke',
    operationId: 'revokeAccessToken',
    summary: 'Revoke an access token',
    description: 'RFC 7009. Revokes tokens of the client that asks; any other token is passed over in silence.',
    form: z.object({
      token: z.string().meta({ examples: [exampleToken] }),
      token_type_hint: z
        .string()
        .optional()
        .meta({ examples: ['access_token'] }),
      ...clientParameters,
    }),
    data: z.object({}),
    refusal: new OauthError('invalid_request', 'token is required.'),
    answer: async ({ c, oauth, requestId, address, summary }) => {
      const form = await readForm(c);
      const token = form.get('token');
      if (token === undefined) throw new OauthError('invalid_request', 'token is required.');
      const credentials = readCredentials(c.req.header('authorization'), form);
      summary.caller = await revokeAccessToken({ deps: oauth, input: { credentials, token, requestId, address } });
      return { data: {}, headers: noCache };
    },
  },
  {
    method: 'get',
    path: () => callbackPath,
    operationId: 'finishAuthorization',
    summary: 'Finish the authorization of a connection',
    description:
      "Where authorization servers send a person's browser back to (RFC 6749 §4.1.2). A browser is sent on to a page.",
    query: z.object({
      state: z.string().meta({ description: 'As the authorization began with it; good for one call.' }),
      code: z.string().optional().meta({ description: 'What tokens are given for.' }),
      iss: z.string().optional().meta({ description: 'The authorization server, as it names itself (RFC 9207).' }),
      error: z.string().optional().meta({ description: 'Why there is no code.' }),
    }),
    data: z
      .object({ connection_id: idOf('connection'), status: z.literal('active') })
      .meta({ id: 'FinishedAuthorization' }),
    refusal: unknownState(),
    answer: async ({ c, services, requestId, address }) => {
      const input = { parameters: c.req.query(), requestId, address };
      const { record, returnUrl } = await completeAuthorization({ deps: services, input });
      const page = `${toDashboardUrl(services.publicUrl)}/connected?status=connected&connection_id=${record.connection_id}`;
      return {
        data: record,
        // The address carries a code, spent as it is.
        headers: { ...noCache, 'referrer-policy': 'no-referrer' },
        location: returnUrl ?? page,
      };
    },
    refusedPage: (publicUrl) => `${toDashboardUrl(publicUrl)}/connected?status=failed`,
  },
  {
    method: 'get',
    path: ({ server }) => server.metadataPath,
    operationId: 'getAuthorizationServerMetadata',
    summary: 'Describe the authorization server',
    description: 'RFC 8414.',
    data: z
      .object({
        issuer: z.string(),
        token_endpoint: z.string(),
        revocation_endpoint: z.string(),
        jwks_uri: z.string(),
        scopes_supported: texts,
        response_types_supported: texts,
        grant_types_supported: texts,
        token_endpoint_auth_methods_supported: texts,
        token_endpoint_auth_signing_alg_values_supported: texts,
        revocation_endpoint_auth_methods_supported: texts,
        revocation_endpoint_auth_signing_alg_values_supported: texts,
      })
      .meta({ id: 'AuthorizationServerMetadata' }),
    example: describeServer,
    answer: ({ oauth: { server } }) => ({ data: describeServer(server), headers: cacheable }),
  },
  {
    method: 'get',
    path: ({ server }) => server.resourceMetadataPath,
    operationId: 'getProtectedResourceMetadata',
    summary: 'Describe the API as a protected resource',
    description: 'RFC 9728. Every 401 under the base address points here.',
    data: z
      .object({
        resource: z.string(),
        authorization_servers: texts,
        scopes_supported: texts,
        bearer_methods_supported: texts,
        resource_name: z.string(),
      })
      .meta({ id: 'ProtectedResourceMetadata' }),
    example: describeResource,
    answer: ({ oauth: { server } }) => ({ data: describeResource(server), headers: cacheable }),
  },
  {
    method: 'get',
    path: () => '/.well-known/jwks.json',
    operationId: 'getSigningKeys',
    summary: 'List the keys that access tokens are signed with',
    description: 'A JWK Set (RFC 7517). A new key is listed ten minutes before it signs.',
    data: z
      .object({
        keys: z.array(
          z.object({
            kty: z.literal('EC'),
            crv: z.literal('P-256'),
            x: z.string(),
            y: z.string(),
            kid: z.string(),
            use: z.literal('sig'),
            alg: z.literal('ES256'),
          }),
        ),
      })
      .meta({ id: 'SigningKeys' }),
    answer: async ({ oauth }) => ({ data: { keys: await oauth.signingKeys.list() }, headers: cacheable }),
  },
];

function describeServer(server: AuthorizationServer) {
  return {
    issuer: server.issuer,
    token_endpoint: server.tokenEndpoint,
    revocation_endpoint: server.revocationEndpoint,
    jwks_uri: server.jwksUri,
    scopes_supported: [...scopes],
    // There is no authorization endpoint.
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: [...oauthAuthMethods],
    token_endpoint_auth_signing_alg_values_supported: [...signatureAlgorithms],
    revocation_endpoint_auth_methods_supported: [...oauthAuthMethods],
    revocation_endpoint_auth_signing_alg_values_supported: [...signatureAlgorithms],
  };
}

function describeResource(server: AuthorizationServer) {
  return {
    resource: server.resource,
    authorization_servers: [server.issuer],
    scopes_supported: [...scopes],
    bearer_methods_supported: ['header'],
    resource_name: 'Integration hub',
  };
}
