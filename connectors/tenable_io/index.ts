/** Tenable Vulnerability Management: assets, vulnerabilities, scans, sensors and users. */
import { z } from 'zod';
import { apiKeyAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const exemptions = [
  {
    use: 'scans.create',
    rule: 'target-id',
    about: 'scan.id',
    reason: 'The form of the answer leaves out the member `scan`, which its own example has.',
  },
  ...['asset_overview.list', 'asset_severities.list', 'found_plugins.list'].map((use) => ({
    use,
    rule: 'scenario',
    reason: 'The vendor shows 5,000 at most and no sign of more. The exports show all.',
  })),
  // @see https://github.com/tenable/pyTenable/blob/9674fac2af9275beffbbe424ee096d42fd067f28/tenable/io/policies.py
  {
    use: 'policies.update',
    rule: 'body',
    reason: "The description forgets the policy, which the vendor's own client sends.",
  },
];

export const connector: HttpConnector = defineConnector({
  id: 'tenable_io',
  name: 'Tenable Vulnerability Management',
  vendor: 'Tenable',
  category: 'security',
  docsUrl: 'https://developer.tenable.com/reference/navigate',
  version: '1.0.0',
  tags: ['vulnerabilities', 'assets', 'scans', 'compliance'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developer.tenable.com/docs/authorization
    apiKeyAuth({
      in: 'header',
      name: 'X-ApiKeys',
      value: 'accessKey={access_key};secretKey={secret_key}',
      id: 'api_keys',
      title: 'API keys',
      credentials: z.strictObject({ access_key: secretText('Access key'), secret_key: secretText('Secret key') }),
      setup: 'My Account → API Keys → Generate. Exports take an administrator, or a user who may view all assets.',
    }),
  ],
  http: { baseUrl: 'https://cloud.tenable.com', hosts: ['cloud.tenable.com'], headers: { accept: 'application/json' } },
  // The numbers are not published; refusals say when to come back. @see https://developer.tenable.com/docs/rate-limiting
  limits: { concurrency: 4, buckets: [{ name: 'account', limit: 200, perMs: 60_000 }], signals: [] },
  errors: [
    // The same export may be under way once. @see https://developer.tenable.com/docs/concurrency-limiting
    { when: { status: 409, bodyIncludes: ['uplicate export'] }, kind: 'rate_limited' },
    { when: { status: 400, bodyIncludes: ['uplicate'] }, kind: 'conflict' },
  ],
  test: { request: { method: 'GET', path: '/api/v3/access-control/permissions/users/me' } },
  objects,
  contract: { exempt: exemptions },
  documentation: { source: 'https://developer.tenable.com/reference/navigate', asOf: '2026-11-21' },
});
