/** ServiceNow: incidents, changes, requests, users, configuration items, and every other table. */
import { z } from 'zod';
import { apiKeyAuth, basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth, clientCredentialsAuth, jwtBearerAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { tables } from './tables.ts';

const tokenUrl = 'https://{config.instance}.service-now.com/oauth_token.do';
const client = { client_id: plainText('Client id'), client_secret: secretText('Client secret') };

export const connector: HttpConnector = defineConnector({
  id: 'servicenow',
  name: 'ServiceNow',
  vendor: 'ServiceNow',
  category: 'itsm',
  docsUrl: 'https://www.servicenow.com/docs/r/api-reference/rest-api-explorer/c_RESTAPI.html',
  version: '1.0.0',
  tags: ['incidents', 'changes', 'tickets', 'cmdb', 'users'],
  transport: 'http',
  config: z.strictObject({
    instance: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be one name of lower-case letters, digits and hyphens: acme.')
      .meta({ title: 'Instance', help: 'What stands before `.service-now.com`.', example: 'acme', destination: true }),
  }),
  auth: [
    basicAuth({ setup: "A user of the integration's own, with the roles of what it reads and writes." }),
    // @see https://www.servicenow.com/docs/r/platform-security/authentication/configure-api-key.html
    apiKeyAuth({
      in: 'header',
      name: 'x-sn-apikey',
      setup: 'System Web Services → API Access Policies → REST API Key.',
    }),
    // @see https://www.servicenow.com/docs/r/platform-security/authentication/r_OAuthAPIRequestParameters.html
    clientCredentialsAuth({
      tokenUrl,
      clientAuth: 'post',
      setup: 'System OAuth → Application Registry → New, with an application user.',
    }),
    clientCredentialsAuth({
      id: 'password_grant',
      title: 'OAuth 2.0 client with a user name and password',
      credentials: z.strictObject({
        ...client,
        username: plainText('User name'),
        password: secretText('Password'),
      }),
      tokenUrl,
      grantType: 'password',
      clientAuth: 'post',
      parameters: { username: '{username}', password: '{password}' },
      setup: 'System OAuth → Application Registry → New.',
    }),
    authorizationCodeAuth({
      tokenUrl,
      clientAuth: 'post',
      authorize: { url: 'https://{config.instance}.service-now.com/oauth_auth.do' },
      setup: 'System OAuth → Application Registry → New, with the redirect address of this hub.',
    }),
    jwtBearerAuth({
      credentials: z.strictObject({
        ...client,
        subject: plainText('User to act for', 'The value of the field that the registration names.'),
        key_id: plainText('Key id'),
        private_key: secretText('Private key', 'PEM or JWK.'),
      }),
      tokenUrl,
      clientAuth: 'post',
      clientId: '{client_id}',
      assertion: {
        algorithm: 'RS256',
        key: '{private_key}',
        header: { kid: '{key_id}' },
        claims: { iss: '{client_id}', sub: '{subject}', aud: '{client_id}' },
        lifetimeS: 300,
      },
    }),
  ],
  http: {
    baseUrl: 'https://{config.instance}.service-now.com',
    hosts: ['.service-now.com'],
    headers: { accept: 'application/json' },
    // A transaction may take this long by default.
    timeoutMs: 60_000,
  },
  // Limits are rules of the instance, per hour. @see https://www.servicenow.com/docs/r/api-reference/rest-api-explorer/inbound-REST-API-rate-limiting.html
  limits: {
    concurrency: 4,
    buckets: [{ name: 'instance', limit: 20, perMs: 1000 }],
    signals: [{ header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' }],
  },
  // @see https://www.servicenow.com/docs/r/api-reference/rest-api-explorer/r_RESTAPIHTTPResponseCodes.html
  errors: [
    // A query that takes too long is cut off in the middle of the response, after its status was sent.
    { when: { status: 200, path: 'error.message' }, kind: 'transient', messagePath: 'error.message' },
    {
      when: { header: { name: 'content-type', includes: 'text/html' }, bodyIncludes: ['ibernating'] },
      kind: 'maintenance',
      message: 'The instance is hibernating. Wake it up on developer.servicenow.com.',
    },
    { when: { status: 403, bodyIncludes: ['nique Key violation', 'uplicate entry'] }, kind: 'conflict' },
    {
      when: { status: 403, bodyIncludes: ['Data Policy', 'Business Rule'] },
      kind: 'validation',
      messagePath: 'error.detail',
    },
    {
      when: { status: 400, bodyIncludes: ['Invalid table'] },
      kind: 'config',
      message: 'The instance does not have the table. Check its name and its plugin.',
    },
  ],
  test: {
    request: {
      method: 'GET',
      path: '/api/now/table/sys_user',
      query: { sysparm_limit: '1', sysparm_fields: 'sys_id' },
    },
  },
  objects,
  dynamicObjects: tables,
  contract: { descriptions: ['servicenow/table.json.gz', 'servicenow/attachment.json.gz'] },
  documentation: {
    source: 'https://www.servicenow.com/docs/r/api-reference/rest-api-explorer/c_RESTAPI.html',
    asOf: '2026-11-22',
  },
});
