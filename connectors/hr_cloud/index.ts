/** HR Cloud: employees of a company, and its departments, divisions, locations, positions and employment statuses. */
import { z } from 'zod';
import { apiKeysAuth, basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://support.hrcloud.com/help-center/request';

export const connector: HttpConnector = defineConnector({
  id: 'hr_cloud',
  name: 'HR Cloud',
  vendor: 'HR Cloud',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'hris'],
  transport: 'http',
  config: z.strictObject({}),
  auth: [
    // @see https://support.hrcloud.com/en/help-center/authentication
    basicAuth({ setup: 'A user of HR Cloud whose permissions cover what is read and written.' }),
    apiKeysAuth({
      title: 'Customer key and secret',
      credentials: z.strictObject({
        key_id: plainText('Customer key'),
        customer_secret: secretText('Customer secret'),
      }),
      places: [
        { in: 'header', name: 'Customer_Key', value: '{key_id}' },
        { in: 'header', name: 'Customer_Secret', value: '{customer_secret}' },
      ],
      setup: 'System Settings → General → Service Accounts → +, and activate the account.',
    }),
  ],
  http: { baseUrl: 'https://corehr-api.hrcloud.com', hosts: ['corehr-api.hrcloud.com'] },
  // The vendor publishes no limit.
  limits: { concurrency: 2, buckets: [{ name: 'account', limit: 60, perMs: 60_000 }], signals: [] },
  // @see https://support.hrcloud.com/help-center/response-message
  errors: [
    { when: { status: 400 }, kind: 'validation', messagePath: 'Message' },
    // @see https://support.hrcloud.com/en/help-center/authentication
    {
      when: { status: 403 },
      kind: 'permission',
      message: 'The user may not read or write this. Ask HR Cloud for the permissions of the API user.',
    },
  ],
  test: { request: { method: 'GET', path: '/v1/cloud/xEmploymentStatus' } },
  objects,
  contract: {
    exempt: Object.keys(objects).map((object) => ({
      use: `${object}.list`,
      rule: 'known-parameters',
      reason: 'The description, which is of a connector for other software, leaves paging out.',
    })),
  },
  documentation: { source: docs, asOf: '2026-11-23' },
});
