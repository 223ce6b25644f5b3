/**
 * Any GraphQL API: reads what a query lists, whole or in pages, and writes records by mutations.
 *
 * Documents, variables and where records are come from an integration's options.
 */
import { z } from 'zod';
import { anyHttpAuth } from '../kit/auth/any-methods.ts';
import { baseUrlField } from '../kit/http/base-url-field.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphqlErrors, graphqlRequest } from '../kit/presets/graphql.ts';
import { sourceOptions, targetOptions } from './options.ts';
import { resolveSource } from './resolve-source.ts';
import { resolveTarget } from './resolve-target.ts';

const exampleConfig = { base_url: 'https://api.example.com/graphql' };

export const connector: HttpConnector = defineConnector({
  id: 'graphql',
  name: 'GraphQL API',
  vendor: 'Any',
  category: 'generic',
  docsUrl: 'https://spec.graphql.org/September2025/',
  version: '1.0.0',
  tags: ['relay', 'api'],
  transport: 'http',
  config: z.strictObject({ base_url: baseUrlField('Address of the GraphQL endpoint', exampleConfig.base_url) }),
  auth: anyHttpAuth(),
  http: {
    baseUrl: '{config.base_url}',
    hosts: 'from_config',
    // @see https://graphql.github.io/graphql-over-http/draft/#sec-Accept
    headers: { accept: 'application/graphql-response+json, application/json;q=0.9' },
  },
  errors: graphqlErrors(),
  test: { request: graphqlRequest({ document: '{ __typename }' }) },
  dynamicObjects: {
    title: 'Records of a document',
    help: 'For reading: the path in `data` of a list or connection, such as `users`. For writing: any name.',
    sourceOptions,
    targetOptions,
    resolve: (request) => (request.role === 'source' ? resolveSource(request) : resolveTarget(request)),
    examples: [
      {
        title: 'Read a connection in pages',
        request: {
          config: exampleConfig,
          object: 'users',
          role: 'source',
          options: {
            document:
              'query ($first: Int, $after: String) { users(first: $first, after: $after) { nodes { id email } pageInfo { hasNextPage endCursor } } }',
          },
        },
      },
      {
        title: 'Create records, and change those that a query finds',
        request: {
          config: exampleConfig,
          object: 'users',
          role: 'target',
          options: {
            document: 'mutation ($input: UserInput!) { saved: createUser(input: $input) { id } }',
            update: {
              document: 'mutation ($id: ID!, $input: UserInput!) { saved: updateUser(id: $id, input: $input) { id } }',
              record_variable: 'input',
            },
            find: {
              document: 'query ($email: String!) { user(email: $email) { id email } }',
              filled: { email: '{email}' },
              records_path: 'user',
            },
            target_id_path: 'saved.id',
          },
        },
      },
    ],
  },
  peers: ['GraphQL.js'],
  documentation: { source: 'https://spec.graphql.org/September2025/', asOf: '2026-11-21' },
});
