/** SAP SuccessFactors: users, persons, employments and jobs of Employee Central, by OData 2. */
import { z } from 'zod';
import { basicAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://help.sap.com/docs/SAP_SUCCESSFACTORS_PLATFORM/d599f15995d348a1b45ba5603e2aba9b';

export const connector: HttpConnector = defineConnector({
  id: 'sap_successfactors',
  name: 'SAP SuccessFactors',
  vendor: 'SAP',
  category: 'hr',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['employees', 'users', 'hris', 'employee central'],
  transport: 'http',
  config: z.strictObject({
    api_server: z
      .string()
      .regex(
        /^[a-z0-9-]{1,40}\.(?:successfactors\.(?:com|eu)|sapsf\.(?:com|eu|cn)|hr\.cloud\.sap)$/,
        'Must be the host of an API server: api4.successfactors.com.',
      )
      .meta({
        title: 'API server',
        help: 'Host of the API server of your data center, as SAP lists them in KBA 2215682.',
        example: 'api4.successfactors.com',
        destination: true,
      }),
  }),
  auth: [
    // @see https://help.sap.com/docs/SAP_SUCCESSFACTORS_PLATFORM/d599f15995d348a1b45ba5603e2aba9b/78b1d8aac783455684a7de7a8a5b0c04.html
    clientCredentialsAuth({
      id: 'saml_assertion',
      title: 'OAuth 2.0 client with a SAML assertion',
      tokenUrl: 'https://{config.api_server}/oauth/token',
      grantType: 'urn:ietf:params:oauth:grant-type:saml2-bearer',
      clientAuth: 'none',
      clientId: '',
      clientSecret: '',
      parameters: { client_id: '{client_id}', company_id: '{company_id}', assertion: '{assertion}' },
      credentials: z.strictObject({
        client_id: plainText('API key of the client'),
        company_id: plainText('Company id'),
        assertion: secretText('SAML assertion', 'In Base64, signed for the user that reads and writes.'),
      }),
      setup:
        'Admin Center → Manage OAuth2 Client Applications: register a client, and sign an assertion with its key by the offline tool of SAP. Tokens are asked for as long as the assertion is valid.',
    }),
    // SAP advises against it. @see https://blogs.sap.com/2020/10/08/2h-2020-announcement-planned-retirement-of-http-basic-authentication-sfapi-odata-api/
    basicAuth({
      title: 'User of the API',
      credentials: z.strictObject({
        username: plainText('User name'),
        company_id: plainText('Company id'),
        password: secretText('Password'),
      }),
      username: '{username}@{company_id}',
      setup:
        'A user with the permission Admin access to OData API, where the company still allows basic authentication.',
    }),
  ],
  http: {
    baseUrl: 'https://{config.api_server}/odata/v2',
    hosts: ['.successfactors.com', '.successfactors.eu', '.sapsf.com', '.sapsf.eu', '.sapsf.cn', '.hr.cloud.sap'],
    headers: { accept: 'application/json' },
  },
  // No limit is published; 429 is over after five minutes. @see https://userapps.support.sap.com/sap/support/knowledge/en/3159263
  limits: { concurrency: 2, buckets: [{ name: 'company', limit: 10, perMs: 1000 }], signals: [] },
  errors: [
    // @see https://apps.support.sap.com/sap/support/knowledge/public/E/2524436
    { when: { status: 403, bodyIncludes: ['LGN0002'] }, kind: 'permission' },
    { when: { status: 403, bodyIncludes: ['LGN00'] }, kind: 'auth_invalid', messagePath: 'error.message.value' },
    // @see https://userapps.support.sap.com/sap/support/knowledge/en/2545933
    { when: { path: 'd[0].status', equals: ['ERROR'] }, kind: 'validation', messagePath: 'd[0].message' },
    // @see https://userapps.support.sap.com/sap/support/knowledge/en/2545055
    { when: { status: 400 }, kind: 'validation', messagePath: 'error.message.value' },
  ],
  test: { request: { method: 'GET', path: '/User', query: { $top: '1', $select: 'userId', $format: 'json' } } },
  objects,
  contract: {
    descriptions: [
      'sap_successfactors/user-management.json.gz',
      'sap_successfactors/personal-information.json.gz',
      'sap_successfactors/employment-information.json.gz',
    ],
  },
  documentation: { source: docs, asOf: '2026-11-24' },
});
