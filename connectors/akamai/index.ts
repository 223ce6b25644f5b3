/** Akamai: users and roles, DNS zones, network lists, support cases and alerts. */
import { messages } from '../../core/messages.ts';
import { z } from 'zod';
import { hmacAuth } from '../kit/auth/signing-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'akamai',
  name: 'Akamai',
  vendor: 'Akamai',
  category: 'network',
  docsUrl: 'https://techdocs.akamai.com/developer/docs/welcome-dev',
  version: '1.0.0',
  tags: ['dns', 'cdn', 'network lists', 'users'],
  transport: 'http',
  config: z.strictObject({
    host: z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9-]{0,100}\.(?:luna|cloudsecurity)\.akamaiapis\.net$/,
        'Must be the host of the credentials: akab-example.luna.akamaiapis.net.',
      )
      .meta({
        title: 'Host',
        help: '`host` of the credentials.',
        example: 'akab-example.luna.akamaiapis.net',
        destination: true,
      }),
  }),
  auth: [
    // @see https://techdocs.akamai.com/developer/docs/edgegrid
    hmacAuth({
      scheme: 'akamai_edgegrid',
      setup: 'Identity & access → Create API client; the file of its credentials holds the four values.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.host}',
    hosts: ['.akamaiapis.net'],
    headers: { accept: 'application/json' },
  },
  // Edge DNS and IAM publish numbers in their answers. @see https://techdocs.akamai.com/developer/docs/rate-limiting
  limits: {
    concurrency: 4,
    buckets: [{ name: 'client', limit: 10, perMs: 1000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-next', means: 'reset', unit: 'iso' },
    ],
  },
  // Problems have the form of RFC 9457. @see https://techdocs.akamai.com/developer/docs/error-responses
  errors: [
    {
      when: { status: 400, bodyIncludes: ['Invalid timestamp'] },
      kind: 'config',
      message: messages.clockWrong,
    },
    {
      when: {
        status: [400, 401],
        bodyIncludes: ['Invalid authorization', 'signature does not match', 'Invalid client token'],
      },
      kind: 'auth_invalid',
    },
    {
      when: { status: 400, path: 'errors' },
      kind: 'validation',
      messagePath: 'detail',
      fields: { list: 'errors', field: 'fieldName', message: 'detail' },
    },
  ],
  test: { request: { method: 'GET', path: '/identity-management/v3/user-profile' } },
  objects,
  documentation: { source: 'https://techdocs.akamai.com/developer/docs/welcome-dev', asOf: '2026-11-21' },
});
