/** Apideck HRIS: employees, companies, departments, payrolls and time off of the HR systems that Apideck is linked to. */
import { z } from 'zod';
import { apiKeysAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developers.apideck.com/apis/hris/reference';

export const connector: HttpConnector = defineConnector({
  id: 'apideck_hris',
  name: 'Apideck HRIS',
  vendor: 'Apideck',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'departments', 'time-off', 'unified-api'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://developers.apideck.com/apis/hris/reference
    apiKeysAuth({
      title: 'API key, application, consumer and service',
      credentials: z.strictObject({
        api_key: secretText('API key'),
        app_id: plainText('Application id'),
        consumer_id: plainText('Consumer id', 'Of the customer whose systems are read.'),
        service_id: plainText('Service id', 'The linked system: bamboohr, hibob, workday.'),
      }),
      places: [
        { in: 'header', name: 'Authorization', value: 'Bearer {api_key}' },
        { in: 'header', name: 'x-apideck-app-id', value: '{app_id}' },
        { in: 'header', name: 'x-apideck-consumer-id', value: '{consumer_id}' },
        { in: 'header', name: 'x-apideck-service-id', value: '{service_id}' },
      ],
      setup: 'Apideck → Configuration → API Keys has the key and the application id; Vault has consumers.',
    }),
  ],
  http: { baseUrl: 'https://unify.apideck.com/hris', hosts: ['unify.apideck.com'] },
  // What the linked system allows, and has left. @see https://developers.apideck.com/guides/unified-rate-limits
  limits: {
    concurrency: 2,
    buckets: [],
    signals: [{ header: 'x-downstream-ratelimit-remaining', means: 'remaining' }],
  },
  // @see https://developers.apideck.com/errors
  errors: [
    { when: { status: 402 }, kind: 'quota', messagePath: 'message' },
    { when: { status: [400, 422] }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/employees', query: { limit: '1' } } },
  objects,
  contract: { descriptions: ['apideck_unified/hris.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-23' },
});
