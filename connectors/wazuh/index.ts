/** Wazuh: agents, their groups, and the users, roles and policies of the manager's API. */
import { z } from 'zod';
import { plainText, secretText } from '../kit/auth/methods.ts';
import { sessionLoginAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://documentation.wazuh.com/current/user-manual/api/reference.html';

/** Successes of HTTP that are none: 1 is a failure, 2 one of a part. @see https://documentation.wazuh.com/current/user-manual/api/requests-responses.html */
const failed = { path: 'error', equals: [1, 2] };
const messagePath = 'data.failed_items[0].error.message';

export const connector: HttpConnector = defineConnector({
  id: 'wazuh',
  name: 'Wazuh',
  vendor: 'Wazuh',
  category: 'security',
  docsUrl,
  version: '1.0.0',
  tags: ['agents', 'endpoints', 'siem', 'xdr', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the API of the manager',
      help: 'With the port, which is 55000 by default. Of a cluster, that of the master node.',
      example: 'https://wazuh.example.com:55000',
      destination: true,
    }),
  }),
  auth: [
    // @see https://documentation.wazuh.com/current/user-manual/api/getting-started.html
    sessionLoginAuth({
      title: 'User of the API',
      credentials: z.strictObject({ username: plainText('User name'), password: secretText('Password') }),
      login: {
        method: 'POST',
        url: '{config.server_url}/security/user/authenticate',
        headers: {},
        basic: { username: '{username}', password: '{password}' },
      },
      extract: { token: { from: 'body', path: 'data.token' } },
      // @see https://documentation.wazuh.com/current/user-manual/api/configuration.html (`auth_token_exp_timeout`)
      lifetimeS: 900,
      places: [{ in: 'header', name: 'Authorization', value: 'Bearer {$token}' }],
      setup:
        'Server management → Security → Users → Create user, with a role that has the policies that the objects need, such as `agents_readonly` or `users_admin`.',
    }),
  ],
  http: { baseUrl: '{config.server_url}', hosts: 'from_config' },
  // 300 a minute by default. @see https://documentation.wazuh.com/current/user-manual/api/configuration.html (`max_request_per_minute`)
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://github.com/wazuh/wazuh/blob/main/framework/wazuh/core/exception.py
  errors: [
    { when: { status: 200, ...failed, bodyIncludes: ['already exist'] }, kind: 'conflict', messagePath },
    { when: { status: 200, ...failed, bodyIncludes: ['does not exist'] }, kind: 'not_found', messagePath },
    { when: { status: 200, ...failed, bodyIncludes: ['Permission denied'] }, kind: 'permission', messagePath },
    { when: { status: 200, ...failed }, kind: 'validation', messagePath },
    { when: { status: 400, bodyIncludes: ['already exist'] }, kind: 'conflict', messagePath: 'detail' },
    { when: { status: 400, path: 'detail' }, kind: 'validation', messagePath: 'detail' },
  ],
  test: { request: { method: 'GET', path: '/security/users/me' } },
  objects,
  contract: {
    exempt: [
      {
        use: 'agents.delete',
        rule: 'parameter-values',
        about: 'agents_list',
        reason: 'Ids of agents have three digits, which the id of a sample has not.',
      },
    ],
  },
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
