/** Merge HRIS: employees, employments, groups, time off and payroll of the HR systems that Merge is linked to. */
import { z } from 'zod';
import { apiKeysAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://docs.merge.dev/hris/overview';

export const connector: HttpConnector = defineConnector({
  id: 'merge_hris',
  name: 'Merge HRIS',
  vendor: 'Merge',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'payroll', 'time-off', 'unified-api'],
  transport: 'http',
  config: z.strictObject({
    region: z.enum(['api', 'api-eu', 'api-ap']).default('api').meta({
      title: 'Region',
      help: '`api` in the United States, `api-eu` in the European Union, `api-ap` in Asia and the Pacific.',
      destination: true,
    }),
  }),
  auth: [
    // @see https://docs.merge.dev/merge-unified/hris/merge-api-basics/authentication
    apiKeysAuth({
      title: 'API key and account token',
      credentials: z.strictObject({
        api_key: secretText('API key'),
        account_token: secretText('Account token', 'Of the linked account whose records are read.'),
      }),
      places: [
        { in: 'header', name: 'Authorization', value: 'Bearer {api_key}' },
        { in: 'header', name: 'X-Account-Token', value: '{account_token}' },
      ],
      setup:
        'Merge → API keys → Generate a production access key. The account token stands on the page of the linked account.',
    }),
  ],
  http: { baseUrl: 'https://{config.region}.merge.dev/api/hris/v1', hosts: ['.merge.dev'] },
  // Of the smallest plan, for each linked account. @see https://docs.merge.dev/basics/rate-limits/
  limits: { concurrency: 4, buckets: [{ name: 'linked_account', limit: 100, perMs: 60_000 }], signals: [] },
  // @see https://help.merge.dev/en/articles/6872104-merge-s-error-codes-within-logs
  errors: [
    // Of writes, whatever the status. @see https://docs.merge.dev/merge-unified/writing-data/troubleshooting-writes/warnings-and-errors-reference
    {
      when: { path: 'errors[0].problem_type', equals: ['DISABLED_MODEL_WRITE'] },
      kind: 'permission',
      messagePath: 'errors[0].detail',
    },
    {
      when: { path: 'errors[0].problem_type', equals: ['CREDENTIAL_REFRESH_FAILED'] },
      kind: 'auth_invalid',
      messagePath: 'errors[0].detail',
    },
    { when: { status: 400 }, kind: 'validation' },
  ],
  test: { request: { method: 'GET', path: '/account-details' } },
  objects,
  contract: { descriptions: ['merge_unified/hris.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-23' },
});
