/** Twilio: messages, calls, phone numbers, recordings and usage of an account. */
import { z } from 'zod';
import { basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://www.twilio.com/docs/usage/api';

/** Of exemptions. */
const reason = 'A form writes a list of one value as the value alone.';

export const connector: HttpConnector = defineConnector({
  id: 'twilio',
  name: 'Twilio',
  vendor: 'Twilio',
  category: 'cloud',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['messages', 'calls', 'phone-numbers', 'usage'],
  transport: 'http',
  config: z.strictObject({
    account_sid: z
      .string()
      .regex(/^AC[0-9a-f]{32}$/, 'Must be the SID of an account: AC and 32 hexadecimal digits.')
      .meta({ title: 'Account SID', example: 'ACb0a1c2d3e4f5061728394a5b6c7d8e9f' }),
  }),
  auth: [
    // @see https://www.twilio.com/docs/iam/api-keys
    basicAuth({
      id: 'api_key',
      title: 'API key',
      credentials: z.strictObject({ key_id: plainText('Key SID'), key_secret: secretText('Key secret') }),
      username: '{key_id}',
      password: '{key_secret}',
      setup: 'Account → API keys & tokens → Create API key. Lists of keys and accounts need a main key.',
    }),
    // @see https://www.twilio.com/docs/usage/requests-to-twilio
    basicAuth({
      id: 'auth_token',
      title: 'Auth token',
      credentials: z.strictObject({ account: plainText('Account SID'), auth_token: secretText('Auth token') }),
      username: '{account}',
      password: '{auth_token}',
      setup: 'Account → API keys & tokens → Auth tokens.',
    }),
  ],
  http: { baseUrl: 'https://api.twilio.com/2010-04-01', hosts: ['api.twilio.com'] },
  // Calls at once are limited, by a number that is not published. @see https://www.twilio.com/docs/api/errors/20429
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 20, perMs: 1000 }], signals: [] },
  // @see https://www.twilio.com/docs/usage/twilios-response
  errors: [{ when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' }],
  test: { request: { method: 'GET', path: '/Accounts/{config.account_sid}/Messages.json', query: { PageSize: '1' } } },
  objects,
  contract: {
    exempt: [
      { use: 'messages.create', rule: 'body', about: '/MediaUrl', reason },
      { use: 'calls.create', rule: 'body', about: '/RecordingStatusCallbackEvent', reason },
    ],
  },
  documentation: { source: docs, asOf: '2026-11-23' },
});
