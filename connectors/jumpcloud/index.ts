/** JumpCloud: users, systems, groups and policies of an organization. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

export const connector: HttpConnector = defineConnector({
  id: 'jumpcloud',
  name: 'JumpCloud',
  vendor: 'JumpCloud',
  category: 'identity',
  docsUrl: 'https://docs.jumpcloud.com/api/',
  version: '1.0.0',
  tags: ['users', 'groups', 'devices', 'directory'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://docs.jumpcloud.com/api/1.0/index.html#section/API-Key
    apiKeyAuth({
      in: 'header',
      name: 'x-api-key',
      setup:
        'Admin Portal → your initials → My API Key. The key has the rights of its administrator, and belongs to one organization.',
    }),
  ],
  http: {
    baseUrl: 'https://console.jumpcloud.com/api',
    hosts: ['console.jumpcloud.com'],
    headers: { accept: 'application/json' },
  },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'key', limit: 600, perMs: 60_000 }], signals: [] },
  // @see https://docs.jumpcloud.com/api/1.0/index.html#tag/Systemusers
  errors: [
    {
      when: { status: 400, bodyIncludes: ['already exists', 'already in use'] },
      kind: 'conflict',
      messagePath: 'message',
    },
    { when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/systemusers', query: { limit: '1' } } },
  objects,
  documentation: { source: 'https://docs.jumpcloud.com/api/', asOf: '2026-11-23' },
});
