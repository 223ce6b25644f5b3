/** Google Workspace: users, groups, organizational units, devices and roles of a domain, its alerts and its logs. */
import { z } from 'zod';
import { googleServiceAccountAuth, googleUserAuth } from '../kit/auth/cloud-methods.ts';
import { bearerAuth } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { googleErrors } from '../kit/presets/google.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

/** @see https://developers.google.com/identity/protocols/oauth2/scopes#adminsdk */
const scopes = [
  'admin.directory.user',
  'admin.directory.group',
  'admin.directory.orgunit',
  'admin.directory.rolemanagement',
  'admin.directory.device.mobile',
  'admin.directory.device.chromeos',
  'admin.reports.audit.readonly',
].map((name) => `https://www.googleapis.com/auth/${name}`);

export const connector: HttpConnector = defineConnector({
  id: 'google_workspace',
  name: 'Google Workspace',
  vendor: 'Google',
  category: 'identity',
  docsUrl: 'https://developers.google.com/workspace/admin/directory/reference/rest/v1',
  version: '1.0.0',
  tags: ['users', 'groups', 'devices', 'directory', 'gsuite', 'audit'],
  transport: 'http',
  config: z.strictObject({
    customer: z
      .string()
      .regex(/^(?:my_customer|C[a-z0-9]{4,20})$/, 'Must be my_customer or a customer id: C01abc2de.')
      .default('my_customer')
      .meta({ title: 'Customer id', help: 'Of a reseller’s customer; else `my_customer`.' }),
    scopes: z
      .string()
      .regex(
        /^https:\/\/\S+(?: https:\/\/\S+)*$/,
        'Must be addresses of scopes with one space between them: https://www.googleapis.com/auth/admin.directory.user.',
      )
      .max(4000)
      .default(scopes.join(' '))
      .meta({ title: 'Scopes', help: 'Exactly those that the administrator has granted, with spaces between them.' }),
  }),
  auth: [
    {
      ...googleServiceAccountAuth({ scopes: ['{config.scopes}'], subject: true }),
      setup:
        'Admin console → Security → API controls → Domain-wide delegation: add the account’s client id with the scopes. The user to act for is an administrator.',
    },
    googleUserAuth({ scopes: ['{config.scopes}'] }),
    // @see https://developers.google.com/oauthplayground
    bearerAuth({ title: 'OAuth access token' }),
  ],
  http: {
    baseUrl: 'https://admin.googleapis.com',
    hosts: ['admin.googleapis.com', 'cloudidentity.googleapis.com', 'alertcenter.googleapis.com'],
  },
  limits: {
    concurrency: 8,
    // Of a user of a project. @see https://developers.google.com/workspace/admin/directory/v1/limits
    buckets: [{ name: 'directory', limit: 2400, perMs: 60_000 }],
    signals: [],
  },
  errors: [
    {
      when: { status: 403, bodyIncludes: ['Not Authorized to access this resource'] },
      kind: 'permission',
      message:
        'The user to act for is not an administrator, or lacks a privilege. Name another one in the credentials.',
    },
    ...googleErrors(),
  ],
  test: {
    request: {
      method: 'GET',
      path: '/admin/directory/v1/users',
      query: { customer: '{config.customer}', maxResults: '1', fields: 'users(id)' },
    },
  },
  objects,
  webhook,
  contract: {
    descriptions: ['admin__directory_v1', 'admin__reports_v1', 'cloudidentity__v1', 'alertcenter__v1beta1'].map(
      (name) => `google_workspace/discovery.${name}.json.gz`,
    ),
  },
  documentation: {
    source: 'https://developers.google.com/workspace/admin/directory/reference/rest/v1',
    asOf: '2026-11-21',
  },
});
