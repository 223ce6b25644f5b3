/** NetBird: peers, users, groups, access policies, networks and DNS of an account. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

/** Writes whose description nothing can fit: a type that is one of two lists without a common member. */
const exemptions = [
  ...['groups', 'policies'].flatMap((object) =>
    ['create', 'create/update', 'update', 'update/update', 'upsert', 'upsert/update'].map((operation) => ({
      use: `${object}.${operation}`,
      rule: 'body',
      about: '/type',
      reason: 'The description asks for a type that is a kind of resource and a peer at once; either is meant.',
    })),
  ),
  {
    use: 'audit_events.list',
    rule: 'scenario',
    reason: 'The vendor shows the last 10,000 and no sign of more.',
  },
];

export const connector: HttpConnector = defineConnector({
  id: 'netbird',
  name: 'NetBird',
  vendor: 'NetBird',
  category: 'network',
  docsUrl: 'https://docs.netbird.io/api',
  version: '1.0.0',
  tags: ['vpn', 'zero-trust', 'peers', 'access'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://docs.netbird.io/how-to/access-netbird-public-api
    apiKeyAuth({
      in: 'header',
      name: 'authorization',
      value: 'Token {api_key}',
      title: 'Personal access token',
      setup:
        'Team → Service Users → Create Service User, with the role Admin where records are written; then Create Access Token.',
    }),
  ],
  http: {
    baseUrl: 'https://api.netbird.io',
    hosts: ['api.netbird.io'],
    headers: { accept: 'application/json' },
  },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'token', limit: 120, perMs: 60_000 }], signals: [] },
  // @see https://docs.netbird.io/api/introduction
  errors: [
    { when: { status: 409 }, kind: 'conflict', messagePath: 'message' },
    // A record that others refer to, such as a group in a policy.
    { when: { status: 412 }, kind: 'conflict', messagePath: 'message' },
    { when: { status: 422 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/api/users/current' } },
  objects,
  contract: { exempt: exemptions },
  documentation: { source: 'https://docs.netbird.io/api', asOf: '2026-11-23' },
});
