/** Intercom: contacts, companies, conversations and tickets of a workspace, and the team behind them. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://developers.intercom.com/docs';
const hosts = { us: 'api.intercom.io', eu: 'api.eu.intercom.io', au: 'api.au.intercom.io' } as const;

export const connector: HttpConnector = defineConnector({
  id: 'intercom',
  name: 'Intercom',
  vendor: 'Intercom',
  category: 'itsm',
  docsUrl: `${docs}/references/rest-api/api.intercom.io`,
  version: '1.0.0',
  tags: ['tickets', 'conversations', 'contacts', 'support'],
  transport: 'http',
  config: z.strictObject({
    region: z.enum(['us', 'eu', 'au']).default('us').meta({ title: 'Region of the workspace', destination: true }),
  }),
  auth: [
    // @see https://developers.intercom.com/docs/build-an-integration/learn-more/authentication
    bearerAuth({
      title: 'Access token',
      setup:
        'app.intercom.com/a/apps/_/developer-hub → New app, for internal use; the access token is under Configure → Authentication.',
    }),
    // Tokens do not expire. @see https://developers.intercom.com/docs/build-an-integration/learn-more/authentication/setting-up-oauth
    authorizationCodeAuth({
      tokenUrl: 'https://api.intercom.io/auth/eagle/token',
      clientAuth: 'post',
      response: { accessToken: 'token' },
      authorize: { url: 'https://app.intercom.com/oauth', pkce: false },
      setup: 'Developer Hub → your app → Configure → Authentication: use OAuth, with a redirect to this hub.',
    }),
  ],
  http: {
    // @see https://developers.intercom.com/docs/build-an-integration/learn-more/rest-apis/regional-hosting
    baseUrl: ({ config }) =>
      `https://${hosts[config['region'] === 'eu' || config['region'] === 'au' ? config['region'] : 'us']}`,
    hosts: Object.values(hosts),
    headers: { 'intercom-version': '2.16' },
  },
  // 10,000 calls a minute, in windows of ten seconds. @see https://developers.intercom.com/docs/references/rest-api/errors/rate-limiting
  limits: {
    concurrency: 8,
    buckets: [{ name: 'app', limit: 1666, perMs: 10_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://developers.intercom.com/docs/references/rest-api/errors/error-codes
  errors: [
    { when: { path: 'errors[0].code', equals: ['token_revoked', 'token_blocked'] }, kind: 'auth_invalid' },
    {
      when: { path: 'errors[0].code', equals: ['scroll_exists'] },
      kind: 'rate_limited',
      message: 'Another program is reading all companies. Only one at a time may.',
    },
    {
      when: { path: 'errors[0].code', equals: ['api_plan_restricted'] },
      kind: 'unsupported',
      message: 'The plan of the workspace does not include this feature.',
    },
    { when: { status: [400, 422], path: 'errors' }, kind: 'validation', messagePath: 'errors[0].message' },
  ],
  test: { request: { method: 'GET', path: '/me' } },
  objects,
  webhook,
  documentation: { source: `${docs}/references/rest-api/api.intercom.io`, asOf: '2026-11-23' },
});
