/** Box: users, groups, folders and collaborations of an enterprise, and its events. */
import { z } from 'zod';
import { bearerAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth, clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const guides = 'https://developer.box.com/guides';
const tokenUrl = 'https://api.box.com/oauth2/token';

export const connector: HttpConnector = defineConnector({
  id: 'box',
  name: 'Box',
  vendor: 'Box',
  category: 'itsm',
  docsUrl: 'https://developer.box.com/reference/',
  version: '1.0.0',
  tags: ['files', 'folders', 'users', 'groups', 'collaboration'],
  transport: 'http',
  config: z.strictObject({
    folder_ids: z
      .array(z.string().regex(/^\d{1,20}$/, 'Must be the number of a folder.'))
      .min(1)
      .max(1000)
      .default(['0'])
      .meta({
        title: 'Folders whose content is listed',
        help: 'Numbers at the end of their addresses; 0 is the top of what the account sees.',
        example: ['0'],
      }),
  }),
  auth: [
    // @see https://developer.box.com/guides/authentication/client-credentials
    clientCredentialsAuth({
      tokenUrl,
      clientAuth: 'post',
      credentials: z.strictObject({
        client_id: plainText('Client id'),
        client_secret: secretText('Client secret'),
        enterprise_id: plainText('Enterprise id', 'General settings of the application.'),
      }),
      parameters: { box_subject_type: 'enterprise', box_subject_id: '{enterprise_id}' },
      setup:
        'app.box.com/developers/console → Create Platform App → Server Authentication (Client Credentials Grant), with access to the enterprise and the scopes that the objects need; then an administrator authorizes it under Admin Console → Integrations.',
    }),
    // @see https://developer.box.com/guides/authentication/oauth2/oauth2-setup
    authorizationCodeAuth({
      tokenUrl,
      clientAuth: 'post',
      authorize: { url: 'https://account.box.com/api/oauth2/authorize', pkce: false },
      setup:
        'app.box.com/developers/console → Create Platform App → User Authentication (OAuth 2.0), with a redirect to this hub.',
    }),
    bearerAuth({ title: 'Access token', setup: 'A developer token of the console lasts for an hour.' }),
  ],
  http: { baseUrl: 'https://api.box.com/2.0', hosts: ['api.box.com'] },
  // @see https://developer.box.com/guides/api-calls/permissions-and-errors/rate-limits
  limits: { concurrency: 4, buckets: [{ name: 'user', limit: 1000, perMs: 60_000 }], signals: [] },
  // @see https://developer.box.com/guides/api-calls/permissions-and-errors/common-errors
  errors: [
    {
      when: { status: 400, path: 'context_info.errors' },
      kind: 'validation',
      messagePath: 'message',
      fields: { list: 'context_info.errors', field: 'name', message: 'message' },
    },
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/users/me' } },
  objects,
  webhook,
  documentation: { source: guides, asOf: '2026-11-23' },
});
