/** Sumo Logic: users, roles, access keys, and how logs are collected and kept. */
import { z } from 'zod';
import { basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

/** @see https://www.sumologic.com/help/docs/api/about-apis/getting-started/ (read 2026-11-23) */
const deployments = [
  'api.sumologic.com',
  'api.us2.sumologic.com',
  'api.eu.sumologic.com',
  'api.de.sumologic.com',
  'api.au.sumologic.com',
  'api.ca.sumologic.com',
  'api.ch.sumologic.com',
  'api.in.sumologic.com',
  'api.jp.sumologic.com',
  'api.kr.sumologic.com',
  'api.fed.sumologic.com',
] as const;

const started = 'https://www.sumologic.com/help/docs/api/about-apis/getting-started/';

export const connector: HttpConnector = defineConnector({
  id: 'sumologic',
  name: 'Sumo Logic',
  vendor: 'Sumo Logic',
  category: 'security',
  docsUrl: started,
  version: '1.0.0',
  tags: ['logs', 'siem', 'users', 'roles'],
  transport: 'http',
  config: z.strictObject({
    api_host: z.enum(deployments).default('api.sumologic.com').meta({
      title: 'Host of the API',
      help: 'That of the deployment: the address of Sumo Logic in the browser shows it, such as service.eu.sumologic.com.',
      destination: true,
    }),
  }),
  auth: [
    // @see https://www.sumologic.com/help/docs/manage/security/access-keys/
    basicAuth({
      id: 'access_key',
      title: 'Access key',
      credentials: z.strictObject({ access_id: plainText('Access id'), access_key: secretText('Access key') }),
      username: '{access_id}',
      password: '{access_key}',
      setup:
        'Administration → Account Security Settings → Service Accounts, or Preferences → My Access Keys → Add Access Key. The key is shown once.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.api_host}/api',
    hosts: [...deployments],
    headers: { accept: 'application/json' },
  },
  // Four requests in a second, and ten at once. @see https://www.sumologic.com/help/docs/reuse/api-rate-limit
  limits: { concurrency: 4, buckets: [{ name: 'user', limit: 240, perMs: 60_000 }], signals: [] },
  // @see https://www.sumologic.com/help/docs/api/metrics
  errors: [
    { when: { status: 400, path: 'errors' }, kind: 'validation', messagePath: 'errors[0].message' },
    { when: { status: 403, path: 'errors' }, kind: 'permission', messagePath: 'errors[0].message' },
  ],
  test: { request: { method: 'GET', path: '/v1/users', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://api.sumologic.com/docs/', asOf: '2026-11-23' },
});
