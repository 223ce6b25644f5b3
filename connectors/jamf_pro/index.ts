/** Jamf Pro: Apple computers and mobile devices, the people who have them, groups, policies and settings. */
import { z } from 'zod';
import { plainText, secretText } from '../kit/auth/methods.ts';
import { clientCredentialsAuth, sessionLoginAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developer.jamf.com/jamf-pro/docs/jamf-pro-api-overview';

export const connector: HttpConnector = defineConnector({
  id: 'jamf_pro',
  name: 'Jamf Pro',
  vendor: 'Jamf',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['devices', 'mdm', 'apple', 'computers', 'inventory'],
  transport: 'http',
  config: z.strictObject({
    instance: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'Must be the name before `.jamfcloud.com`: acme.')
      .meta({
        title: 'Instance',
        help: 'The part before `.jamfcloud.com`. Of a server of your own, give its base URL as well.',
        example: 'acme',
        destination: true,
      }),
  }),
  auth: [
    // Tokens last as long as the client says. @see https://developer.jamf.com/jamf-pro/docs/client-credentials
    clientCredentialsAuth({
      title: 'API client',
      tokenUrl: 'https://{config.instance}.jamfcloud.com/api/v1/oauth/token',
      clientAuth: 'post',
      setup:
        'Settings → System → API roles and clients: a role with the privileges that the objects need, such as Read Computers, then a client with that role. Enable it and generate a client secret.',
    }),
    // For 30 minutes. @see https://developer.jamf.com/jamf-pro/reference/post_v1-auth-token
    sessionLoginAuth({
      id: 'account',
      title: 'User account',
      credentials: z.strictObject({ username: plainText('User name'), password: secretText('Password') }),
      login: {
        method: 'POST',
        url: 'https://{config.instance}.jamfcloud.com/api/v1/auth/token',
        headers: {},
        basic: { username: '{username}', password: '{password}' },
      },
      extract: { token: { from: 'body', path: 'token' } },
      expiresPath: 'expires',
      places: [{ in: 'header', name: 'Authorization', value: 'Bearer {$token}' }],
      setup: 'Settings → System → User accounts and groups: an account with custom privileges.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.instance}.jamfcloud.com',
    hosts: ['.jamfcloud.com'],
    headers: { accept: 'application/json' },
    timeoutMs: 60_000,
  },
  // Five at once, as the vendor asks. @see https://developer.jamf.com/developer-guide/docs/jamf-pro-api-scalability-best-practices
  limits: { concurrency: 5, buckets: [{ name: 'instance', limit: 20, perMs: 1000 }], signals: [] },
  // @see https://developer.jamf.com/jamf-pro/docs/jamf-pro-api-overview
  errors: [
    { when: { bodyIncludes: ['DUPLICATE_FIELD'] }, kind: 'conflict', messagePath: 'errors[0].description' },
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'errors[0].description',
      fields: { list: 'errors', field: 'field', message: 'description' },
    },
    // The classic API answers in HTML.
    { when: { status: 409, bodyIncludes: ['Conflict'] }, kind: 'conflict' },
  ],
  test: { request: { method: 'GET', path: '/api/v1/auth' } },
  objects,
  contract: { descriptions: ['jamf_pro/pro.json.gz', 'jamf_pro/classic-json.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-28' },
});
