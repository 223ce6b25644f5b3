/** Salesforce: accounts, contacts, leads, opportunities, cases, users, and every other object, custom ones included. */
import { z } from 'zod';
import { plainText, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth, clientCredentialsAuth, jwtBearerAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { anyObject } from './any-object.ts';
import { errors } from './errors.ts';
import { objects } from './objects.ts';
import { data, guide } from './records.ts';

const docs = `${guide}/intro-rest.md`;
const host = 'https://{config.domain}.my.salesforce.com';
const tokenUrl = `${host}/services/oauth2/token`;
const app = 'Setup → External Client App Manager → New';

export const connector: HttpConnector = defineConnector({
  id: 'salesforce',
  name: 'Salesforce',
  vendor: 'Salesforce',
  category: 'itsm',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['accounts', 'contacts', 'leads', 'opportunities', 'cases', 'users', 'crm', 'custom objects'],
  transport: 'http',
  config: z.strictObject({
    // @see https://help.salesforce.com/s/articleView?id=xcloud.domain_name_url_formats.htm&type=5
    domain: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,62}(?:\.(?:sandbox|develop|scratch|demo|free|patch|trailblaze|stage))?$/,
        'Must be what stands before .my.salesforce.com: acme, or acme--uat.sandbox.',
      )
      .meta({
        title: 'My Domain',
        help: 'Setup → My Domain: what stands before `.my.salesforce.com`; of a sandbox `acme--uat.sandbox`.',
        example: 'acme',
        destination: true,
      }),
  }),
  auth: [
    // @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_client_credentials_flow.htm&type=5
    clientCredentialsAuth({
      tokenUrl,
      clientAuth: 'post',
      setup: `${app}: enable the client credentials flow, with a user to run as, and the scope api.`,
    }),
    // @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_jwt_flow.htm&type=5
    jwtBearerAuth({
      credentials: z.strictObject({
        client_id: plainText('Client id'),
        username: plainText('User to act for', 'Must have been authorized for the app before.'),
        audience: z
          .enum(['https://login.salesforce.com', 'https://test.salesforce.com'])
          .default('https://login.salesforce.com')
          .meta({ title: 'Audience', help: 'Of a sandbox, `https://test.salesforce.com`.' }),
        private_key: secretText('Private key', 'PEM or JWK; its certificate is uploaded to the app.'),
      }),
      tokenUrl,
      assertion: {
        algorithm: 'RS256',
        key: '{private_key}',
        header: {},
        claims: { iss: '{client_id}', sub: '{username}', aud: '{audience}' },
        // Three minutes at most.
        lifetimeS: 120,
      },
      setup: `${app}: enable the JWT bearer flow with the certificate of the key, and the scopes api and refresh_token.`,
    }),
    // @see https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm&type=5
    authorizationCodeAuth({
      tokenUrl,
      clientAuth: 'post',
      authorize: { url: `${host}/services/oauth2/authorize`, scopes: ['api', 'refresh_token'] },
      setup: `${app}, with the redirect address of this hub and the scopes api and refresh_token.`,
    }),
  ],
  http: { baseUrl: host, hosts: ['.my.salesforce.com'], headers: { accept: 'application/json' }, timeoutMs: 60_000 },
  limits: {
    // Calls of 20 seconds and longer: five at once in a Developer Edition. A day's calls depend on edition and licences.
    // @see https://developer.salesforce.com/docs/platform/salesforce-app-limits-cheatsheet/guide/salesforce-app-limits-platform-api.html
    concurrency: 4,
    buckets: [{ name: 'org', limit: 25, perMs: 1000 }],
    // @see https://developer.salesforce.com/docs/platform/api-rest/guide/headers-api-usage.html
    signals: [{ header: 'sforce-limit-info', means: 'usage' }],
  },
  errors,
  // Every user who may use the API sees the list of its resources. @see https://developer.salesforce.com/docs/platform/api-rest/guide/resources-discoveryresource.md
  test: { request: { method: 'GET', path: `${data}/` } },
  objects,
  dynamicObjects: anyObject,
  contract: {
    descriptions: ['salesforce/rest.json.gz'],
    exempt: Object.keys(objects)
      .filter((name) => name.startsWith('deleted_'))
      .map((name) => ({
        use: `${name}.list`,
        rule: 'pages-followed',
        reason: 'start is where the span of time begins, and no page: resources-getdeleted.md.',
      })),
  },
  documentation: { source: guide, asOf: '2026-11-24' },
});
