/** Splunk Enterprise and Splunk Cloud Platform: search results, saved searches, indexes, people, roles, and events to collect. */
import { z } from 'zod';
import { apiKeyAuth, basicAuth, bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import { sessionLoginAuth } from '../kit/auth/token-methods.ts';
import { baseUrlField } from '../kit/http/base-url-field.ts';
import { requests } from '../kit/http/complete-operations.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { searches } from './searches.ts';

const docs = 'https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTprolog';

export const connector: HttpConnector = defineConnector({
  id: 'splunk',
  name: 'Splunk',
  vendor: 'Splunk',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['siem', 'logs', 'searches', 'hec', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: baseUrlField('Address of the management port', 'https://splunk.example.com:8089').meta({
      help: 'With an event collector token: the address of the HTTP Event Collector, such as `https://splunk.example.com:8088`.',
    }),
    app: z
      .string()
      .regex(/^[A-Za-z0-9_.-]{1,100}$/, 'Must be the folder name of an app: search.')
      .default('search')
      .meta({ title: 'App', help: 'Saved searches are written to it, and are shared in it.' }),
  }),
  auth: [
    // @see https://docs.splunk.com/Documentation/Splunk/latest/Security/UseAuthTokens
    withAuthority(
      bearerAuth({
        title: 'Authentication token',
        setup: 'Settings → Tokens → New token, for a user of the integration.',
      }),
    ),
    withAuthority(basicAuth({ setup: 'A user of Splunk whose roles allow what the objects need.' })),
    // For an hour without a request by default, `sessionTimeout`.
    withAuthority(
      sessionLoginAuth({
        credentials: z.strictObject({ username: plainText('User name'), password: secretText('Password') }),
        login: {
          method: 'POST',
          url: '{config.server_url}/services/auth/login?output_mode=json',
          headers: {},
          body: { format: 'form', values: { username: '{username}', password: '{password}' } },
        },
        extract: { token: { from: 'body', path: 'sessionKey' } },
        places: [{ in: 'header', name: 'Authorization', value: 'Splunk {$token}' }],
        setup: 'For users whose passwords another system checks, where basic authentication is slow.',
      }),
    ),
    {
      ...withAuthority(
        apiKeyAuth({
          id: 'hec_token',
          title: 'Event collector token',
          credentials: z.strictObject({ hec_token: secretText('Event collector token') }),
          in: 'header',
          name: 'Authorization',
          value: 'Splunk {hec_token}',
          setup: 'Settings → Data inputs → HTTP Event Collector → New token. It reaches `events` only.',
        }),
      ),
      reaches: { request: requests({ method: 'GET', path: '/services/collector/health' }) },
    },
  ],
  http: { baseUrl: '{config.server_url}', hosts: 'from_config', timeoutMs: 60_000 },
  // The server limits searches, not calls: a careful figure.
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 20, perMs: 1000 }], signals: [] },
  // @see https://docs.splunk.com/Documentation/Splunk/latest/RESTREF/RESTprolog
  errors: [
    // A search that failed on the way says so beside the results that it has.
    {
      when: { status: 200, path: 'messages[0].type', equals: ['FATAL', 'ERROR'] },
      kind: 'validation',
      messagePath: 'messages[0].text',
    },
    { when: { status: 401 }, kind: 'auth_invalid', messagePath: 'messages[0].text' },
    {
      when: { status: [400, 409], bodyIncludes: ['already exists'] },
      kind: 'conflict',
      messagePath: 'messages[0].text',
    },
    // The collector's own answers. @see https://docs.splunk.com/Documentation/Splunk/latest/Data/TroubleshootHTTPEventCollector
    { when: { status: [400, 403], path: 'code', equals: [4, 16] }, kind: 'auth_invalid', messagePath: 'text' },
    { when: { status: [400, 403], path: 'code', equals: [1, 7] }, kind: 'permission', messagePath: 'text' },
    { when: { status: 503, path: 'code', equals: [9, 26, 27] }, kind: 'rate_limited', messagePath: 'text' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'messages[0].text' },
    {
      when: { status: 503, bodyIncludes: ['maximum number of concurrent'] },
      kind: 'rate_limited',
      messagePath: 'messages[0].text',
    },
  ],
  test: {
    request: { method: 'GET', path: '/services/authentication/current-context', query: { output_mode: 'json' } },
  },
  objects,
  dynamicObjects: searches,
  contract: { descriptions: ['splunk/rest.json.gz', 'splunk/hec.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-28' },
});
