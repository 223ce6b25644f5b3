/**
 * SCIM 2.0: users, groups and any other resource type of a service that speaks it, as a source and as a target.
 *
 * Users and groups are declared with common options. With options (cursor pagination, filters, another attribute to
 * look resources up by), a resource type is named by its endpoint.
 */
import { z } from 'zod';
import { anyHttpAuth } from '../kit/auth/any-methods.ts';
import { baseUrlField } from '../kit/http/base-url-field.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { memberships } from './memberships.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { declareType, resolveType } from './resource-types.ts';

const exampleConfig = { base_url: 'https://idp.example.com/scim/v2' };

export const connector: HttpConnector = defineConnector({
  id: 'scim',
  name: 'SCIM 2.0',
  vendor: 'Any',
  category: 'generic',
  docsUrl: 'https://www.rfc-editor.org/rfc/rfc7644',
  version: '1.0.0',
  tags: ['users', 'groups', 'provisioning', 'identity'],
  transport: 'http',
  config: z.strictObject({ base_url: baseUrlField('Address of the SCIM service', exampleConfig.base_url) }),
  auth: anyHttpAuth(),
  http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
  // @see https://www.rfc-editor.org/rfc/rfc7644#section-3.12
  errors: [
    { when: { status: [400, 409], path: 'scimType', equals: ['uniqueness'] }, kind: 'conflict', messagePath: 'detail' },
    {
      when: { status: 400, path: 'scimType', equals: ['invalidFilter', 'tooMany'] },
      kind: 'config',
      message: 'The service does not support this filter. Match by another field.',
      messagePath: 'detail',
    },
  ],
  test: { request: { method: 'GET', path: '/Users', query: { count: '1' } } },
  objects: { users: declareType('/Users'), groups: declareType('/Groups'), group_memberships: memberships },
  dynamicObjects: {
    title: 'Resource types',
    help: 'The endpoint of a resource type, such as `/Users`, `/Groups` or `/Devices`.',
    sourceOptions,
    targetOptions,
    resolve: resolveType,
    examples: [
      {
        title: 'Read active users by cursor',
        request: {
          config: exampleConfig,
          object: '/Users',
          role: 'source',
          options: { paging: 'cursor', filter: 'active eq true' },
        },
      },
      {
        title: 'Write users, looked up by the id that we gave them',
        request: { config: exampleConfig, object: '/Users', role: 'target', options: { look_up: 'externalId' } },
      },
    ],
  },
  documentation: { source: 'https://www.rfc-editor.org/rfc/rfc7644', asOf: '2026-11-21' },
});
