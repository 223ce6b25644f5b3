/** Cisco Meraki Dashboard: networks, devices, clients, administrators, policies and changes of an organization. */
import { z } from 'zod';
import { bearerAuth, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

/** @see https://developer.cisco.com/meraki/api-v1/getting-started/#base-uri */
const regions = ['api.meraki.com', 'api.meraki.ca', 'api.meraki.cn', 'api.meraki.in', 'api.gov-meraki.com'] as const;

export const connector: HttpConnector = defineConnector({
  id: 'cisco_meraki',
  name: 'Cisco Meraki',
  vendor: 'Cisco',
  category: 'network',
  docsUrl: 'https://developer.cisco.com/meraki/api-v1/',
  version: '1.0.0',
  tags: ['networks', 'devices', 'clients', 'wifi', 'switches'],
  transport: 'http',
  config: z.strictObject({
    organization_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'Must be the id of an organization: 549236.')
      .meta({ title: 'Organization id', help: 'At the foot of every page of the dashboard.', example: '549236' }),
    api_host: z.enum(regions).default('api.meraki.com').meta({ title: 'Host of the interface', destination: true }),
  }),
  auth: [
    // @see https://developer.cisco.com/meraki/api-v1/authorization/
    bearerAuth({
      id: 'api_key',
      title: 'API key',
      credentials: z.strictObject({ api_key: secretText('API key') }),
      token: '{api_key}',
      setup: 'Your profile → API access → Generate new API key; the organization must allow API access.',
    }),
    // @see https://developer.cisco.com/meraki/api-v1/oauth-overview/
    authorizationCodeAuth({
      tokenUrl: 'https://as.meraki.com/oauth/token',
      authorize: {
        url: 'https://as.meraki.com/oauth/authorize',
        scopes: ['dashboard:general:config:write', 'dashboard:general:telemetry:read', 'dashboard:iam:config:write'],
      },
    }),
  ],
  http: {
    baseUrl: 'https://{config.api_host}/api/v1',
    // Requests are redirected to the shard of the organization.
    hosts: ['.meraki.com', '.meraki.ca', '.meraki.cn', '.meraki.in', '.gov-meraki.com'],
    headers: { accept: 'application/json' },
  },
  // @see https://developer.cisco.com/meraki/api-v1/rate-limit/
  limits: { concurrency: 5, buckets: [{ name: 'organization', limit: 10, perMs: 1000 }], signals: [] },
  // @see https://developer.cisco.com/meraki/api-v1/response-codes/
  errors: [
    // For networks without the product of a list.
    {
      when: {
        status: 400,
        bodyIncludes: ['only supported', 'not supported', 'does not contain', 'VLANs are not enabled', 'not available'],
      },
      kind: 'not_found',
    },
    {
      when: {
        status: 400,
        bodyIncludes: ['already been taken', 'already registered', 'already exists', 'already claimed'],
      },
      kind: 'conflict',
    },
  ],
  test: { request: { method: 'GET', path: '/administered/identities/me' } },
  objects,
  webhook,
  contract: {
    exempt: [
      {
        use: 'policy_objects.list',
        rule: 'pointers',
        about: 'nothing at',
        // @see https://netascode.cisco.com/data_model/meraki/organizations/policy_objects
        reason: 'The form is that of an example, which is an address; objects that are names have `fqdn`.',
      },
    ],
  },
  documentation: { source: 'https://developer.cisco.com/meraki/api-v1/', asOf: '2026-11-21' },
});
