/** Duo: users, groups, phones, hardware tokens, administrators, applications, and the logs of an account, by its Admin API. */
import { z } from 'zod';
import { hmacAuth } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://duo.com/docs/adminapi';

export const connector: HttpConnector = defineConnector({
  id: 'duo',
  name: 'Duo',
  vendor: 'Cisco',
  category: 'identity',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['mfa', 'users', 'devices', 'logs', 'cisco'],
  transport: 'http',
  config: z.strictObject({
    api_hostname: z
      .string()
      .regex(
        /^api-[a-z0-9]{1,32}\.(?:duosecurity|duofederal)\.com$/,
        'Must be a host such as api-1a2b3c4d.duosecurity.com.',
      )
      .meta({
        title: 'API hostname',
        help: 'As the page of the Admin API application shows it, without https://.',
        example: 'api-1a2b3c4d.duosecurity.com',
        destination: true,
      }),
  }),
  auth: [
    // @see https://duo.com/docs/adminapi#authentication
    hmacAuth({
      scheme: 'duo_v5',
      setup:
        'As an Owner: Applications → Protect an Application → Admin API, with the permissions that the objects need: read resource, write resource, read log, administrators, applications.',
    }),
  ],
  http: { baseUrl: 'https://{config.api_hostname}/admin', hosts: ['.duosecurity.com', '.duofederal.com'] },
  // Duo names no figure for the Admin API: a careful one. A refusal says nothing of how long to wait.
  // @see https://duo.com/docs/rate-limits
  limits: { concurrency: 2, buckets: [{ name: 'account', limit: 50, perMs: 60_000 }], signals: [] },
  // The status is the beginning of the code: 40002 comes with 400.
  // @see https://duo.com/docs/adminapi#response-format
  errors: [
    // The vendor's own clients look at it in answers of status 200, too.
    // @see https://github.com/duosecurity/duo_client_python/blob/6e207eb90326c76037530abe80cfd45c1c0053c9/duo_client/client.py
    { when: { status: 200, path: 'stat', equals: ['FAIL'] }, kind: 'transient', messagePath: 'message' },
    { when: { status: 401 }, kind: 'auth_invalid', messagePath: 'message' },
    { when: { status: 403 }, kind: 'permission', messagePath: 'message' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'message' },
  ],
  test: {
    request: { method: 'GET', path: '/v1/users', query: { limit: '1' } },
    // An application may be allowed to read logs, or administrators, alone.
    others: [
      { request: { method: 'GET', path: '/v1/admins', query: { limit: '1' } }, object: 'admins' },
      { request: { method: 'GET', path: '/v3/integrations', query: { limit: '1' } }, object: 'integrations' },
    ],
  },
  objects,
  // The vendor's collection for Postman has paths and names of parameters only.
  contract: { descriptions: [] },
  documentation: { source: docs, asOf: '2026-11-29' },
});
