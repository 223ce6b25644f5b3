/** Probely (Snyk API & Web): targets, scans and findings of web applications and APIs, users and labels of an account. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docsUrl = 'https://developers.probely.com/';

export const connector: HttpConnector = defineConnector({
  id: 'probely',
  name: 'Probely (Snyk API & Web)',
  vendor: 'Snyk',
  category: 'security',
  docsUrl,
  version: '1.0.0',
  tags: ['dast', 'findings', 'scans', 'web applications'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developers.probely.com/api/authentication
    bearerAuth({
      scheme: 'JWT',
      title: 'API key',
      setup:
        'Settings → API keys → Create API key, with a role that reads targets and findings, and writes what is to be written.',
    }),
  ],
  http: { baseUrl: 'https://api.probely.com', hosts: ['api.probely.com'] },
  // No figures are told: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 300, perMs: 60_000 }], signals: [] },
  // Errors are objects with a list of sentences for each field. @see https://developers.probely.com/
  errors: [{ when: { status: 400, bodyIncludes: ['already exists', 'must be unique'] }, kind: 'conflict' }],
  test: { request: { method: 'GET', path: '/profile/' } },
  objects,
  documentation: { source: docsUrl, asOf: '2026-11-23' },
});
