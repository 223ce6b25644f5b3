/** Datadog: people, teams and roles of an organization, its security signals and findings, incidents, cases and monitors. */
import { z } from 'zod';
import { apiKeysAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

/** @see https://docs.datadoghq.com/getting_started/site/#access-the-datadog-site */
const sites = [
  'datadoghq.com',
  'us3.datadoghq.com',
  'us5.datadoghq.com',
  'datadoghq.eu',
  'ap1.datadoghq.com',
  'ap2.datadoghq.com',
  'ddog-gov.com',
] as const;

export const connector: HttpConnector = defineConnector({
  id: 'datadog',
  name: 'Datadog',
  vendor: 'Datadog',
  category: 'security',
  docsUrl: 'https://docs.datadoghq.com/api/latest/',
  version: '1.0.0',
  tags: ['siem', 'signals', 'findings', 'users', 'monitors', 'incidents'],
  transport: 'http',
  config: z.strictObject({
    site: z
      .enum(sites)
      .default('datadoghq.com')
      .meta({ title: 'Site', help: 'As in the address of the web interface.', destination: true }),
  }),
  auth: [
    // @see https://docs.datadoghq.com/api/latest/authentication/
    apiKeysAuth({
      title: 'API key and application key',
      credentials: z.strictObject({ api_key: secretText('API key'), application_key: secretText('Application key') }),
      places: [
        { in: 'header', name: 'DD-API-KEY', value: '{api_key}' },
        { in: 'header', name: 'DD-APPLICATION-KEY', value: '{application_key}' },
      ],
      setup:
        'Organization Settings → API Keys, and → Service Accounts → Application Keys. The key may do what its account may, or less if it has scopes.',
    }),
  ],
  http: { baseUrl: 'https://api.{config.site}', hosts: sites.map((site) => `api.${site}`) },
  // Endpoints have budgets of their own, which the headers tell, and the vendor nowhere else: a careful figure.
  // @see https://docs.datadoghq.com/api/latest/rate-limits/
  limits: {
    concurrency: 4,
    buckets: [{ name: 'organization', limit: 300, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'delta_s' },
    ],
  },
  errors: [
    // A search that ran out of time answers with what it has found. @see https://docs.datadoghq.com/api/latest/audit/#get-a-list-of-audit-logs-events
    {
      when: { status: 200, path: 'meta.status', equals: ['timeout'] },
      kind: 'transient',
      message: 'The search ran out of time, so that the list would be incomplete.',
    },
    // @see https://docs.datadoghq.com/api/latest/users/#create-a-user
    { when: { status: 400, bodyIncludes: ['already exists'] }, kind: 'conflict', messagePath: 'errors[0]' },
    { when: { status: [400, 422], path: 'errors' }, kind: 'validation', messagePath: 'errors[0]' },
  ],
  test: { request: { method: 'GET', path: '/api/v2/users', query: { 'page[size]': '1' } } },
  objects,
  documentation: { source: 'https://docs.datadoghq.com/api/latest/', asOf: '2026-11-23' },
});
