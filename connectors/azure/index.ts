/** Microsoft Azure over Resource Manager: resources of all subscriptions and their parts, roles, policies, findings and the activity log. */
import { z } from 'zod';
import {
  microsoftAccessKeyAuth,
  microsoftCertificateAuth,
  microsoftSecretAuth,
  microsoftUserAuth,
} from '../kit/auth/cloud-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { contract } from './contract-notes.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

/** @see https://learn.microsoft.com/en-us/entra/identity-platform/authentication-national-cloud */
const managementHosts = [
  'management.azure.com',
  'management.usgovcloudapi.net',
  'management.chinacloudapi.cn',
] as const;
const loginHosts = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
] as const;

const login = { loginHost: '{config.login_host}', scope: 'https://{config.management_host}/.default' };
const register =
  'Entra admin center → App registrations → New registration; then give the application a role, such as Reader, on the subscriptions.';

const guid = z
  .string()
  .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'Must be a UUID: 0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9.');
const example = '0f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9';

export const connector: HttpConnector = defineConnector({
  id: 'azure',
  name: 'Microsoft Azure',
  vendor: 'Microsoft',
  category: 'cloud',
  docsUrl: 'https://learn.microsoft.com/en-us/rest/api/azure/',
  version: '1.0.0',
  tags: ['virtual machines', 'storage', 'databases', 'security', 'policies', 'resource manager'],
  transport: 'http',
  config: z.strictObject({
    tenant_id: guid
      .optional()
      .meta({ title: 'Tenant', help: 'With an access key, which does not say it.', example, destination: true }),
    subscription_id: guid.optional().meta({ title: 'Subscription of the activity log', example }),
    management_host: z
      .enum(managementHosts)
      .default('management.azure.com')
      .meta({ title: 'Host of Resource Manager', destination: true }),
    login_host: z
      .enum(loginHosts)
      .default('login.microsoftonline.com')
      .meta({ title: 'Host of the login', destination: true }),
  }),
  auth: [
    { ...microsoftSecretAuth(login), setup: register },
    { ...microsoftCertificateAuth(login), setup: register },
    {
      ...microsoftUserAuth({ loginHost: login.loginHost }),
      setup: 'With `https://management.azure.com/user_impersonation`.',
    },
    { ...microsoftAccessKeyAuth({ ...login, tenant: '{config.tenant_id}' }), setup: register },
  ],
  http: { baseUrl: 'https://{config.management_host}', hosts: [...managementHosts, ...loginHosts] },
  // Buckets of tokens that fill up again. @see https://learn.microsoft.com/en-us/azure/azure-resource-manager/management/request-limits-and-throttling
  limits: {
    concurrency: 8,
    buckets: [{ name: 'subscription', limit: 25, perMs: 1000 }],
    signals: [
      { header: 'x-ms-ratelimit-remaining-subscription-global-reads', means: 'remaining' },
      { header: 'x-ms-ratelimit-remaining-subscription-reads', means: 'remaining' },
      { header: 'x-ms-ratelimit-remaining-tenant-reads', means: 'remaining' },
      { header: 'x-ms-ratelimit-remaining-subscription-writes', means: 'remaining' },
    ],
  },
  // @see https://learn.microsoft.com/en-us/azure/azure-resource-manager/troubleshooting/common-deployment-errors
  errors: [
    {
      when: { path: 'error.code', equals: ['MissingSubscriptionRegistration', 'SubscriptionNotRegistered'] },
      kind: 'config',
      message:
        'The subscription is not registered for the resource provider. Register it: az provider register --namespace NAME.',
    },
    {
      when: { path: 'error.code', equals: ['ReadOnlyDisabledSubscription', 'DisabledSubscription'] },
      kind: 'permission',
      message: 'The subscription is disabled. Reactivate it in the Azure portal.',
    },
    {
      when: { path: 'error.code', equals: ['QuotaExceeded', 'OperationNotAllowed', 'ResourceQuotaExceeded'] },
      kind: 'quota',
    },
    { when: { path: 'error.code', equals: ['InvalidAuthenticationTokenTenant'] }, kind: 'auth_invalid' },
    { when: { path: 'error.code', equals: ['ScopeLocked', 'AnotherOperationInProgress'] }, kind: 'conflict' },
    { when: { path: 'error.code', equals: ['RateLimiting', 'SubscriptionRequestsThrottled'] }, kind: 'rate_limited' },
  ],
  test: { request: { method: 'GET', path: '/subscriptions', query: { 'api-version': '2022-12-01' } } },
  objects,
  webhook,
  contract,
  documentation: { source: 'https://learn.microsoft.com/en-us/rest/api/azure/', asOf: '2026-11-21' },
});
