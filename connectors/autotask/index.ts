/** Autotask PSA: tickets, companies, contacts, resources, configuration items, contracts and projects. */
import { z } from 'zod';
import { apiKeysAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { givenFilter } from '../kit/filters/filter-text.ts';
import { objects } from './objects.ts';

const docs = 'https://autotask.net/help/developerhelp/Content/APIs/REST/API_Calls/REST_API_Calls.htm';

export const connector: HttpConnector = defineConnector({
  id: 'autotask',
  name: 'Autotask PSA',
  vendor: 'Kaseya',
  category: 'itsm',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['tickets', 'companies', 'contracts', 'service-desk', 'msp'],
  transport: 'http',
  config: z.strictObject({
    zone: z
      .string()
      .regex(/^webservices\d{1,3}$/, 'Must be the zone of the account: webservices5.')
      .meta({
        title: 'Zone',
        help: 'The first part of the address that `https://webservices.autotask.net/atservicesrest/v1.0/zoneInformation?user=…` tells.',
        example: 'webservices5',
        destination: true,
      }),
  }),
  auth: [
    // @see https://autotask.net/help/developerhelp/Content/APIs/REST/General_Topics/REST_Security_Auth.htm
    apiKeysAuth({
      title: 'API user',
      credentials: z.strictObject({
        integration_code: secretText('API tracking identifier'),
        user_name: plainText('User name (key)'),
        password: secretText('Password (secret)'),
      }),
      places: [
        { in: 'header', name: 'ApiIntegrationCode', value: '{integration_code}' },
        { in: 'header', name: 'UserName', value: '{user_name}' },
        { in: 'header', name: 'Secret', value: '{password}' },
      ],
      setup:
        'Admin → Company Settings & Users → Resources/Users → New API User, with the security level API User (system).',
    }),
  ],
  http: { baseUrl: 'https://{config.zone}.autotask.net/ATServicesRest/V1.0', hosts: ['.autotask.net'] },
  // Of a database, for all its integrations together. @see https://autotask.net/help/developerhelp/Content/APIs/REST/General_Topics/REST_Thresholds_Limits.htm
  limits: { concurrency: 2, buckets: [{ name: 'database', limit: 10_000, perMs: 3_600_000 }], signals: [] },
  // @see https://autotask.net/help/developerhelp/Content/APIs/REST/API_Calls/REST_API_Calls.htm
  errors: [
    // @see https://autotask.net/help/developerhelp/content/apis/REST/Entities/TaskSecondaryResourcesEntity.htm
    {
      when: { path: 'errors[0]', holds: ['does not have the adequate permissions'] },
      kind: 'permission',
      messagePath: 'errors[0]',
    },
    { when: { status: 400, path: 'errors' }, kind: 'validation', messagePath: 'errors[0]' },
  ],
  test: {
    request: {
      method: 'GET',
      path: '/Resources/query',
      query: { search: givenFilter('{"maxRecords":1,"filter":[{"op":"exist","field":"id"}]}') },
    },
  },
  objects,
  documentation: { source: docs, asOf: '2026-11-23' },
});
