import { z } from 'zod';
import { noAuth } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { defineConnector } from '../../connectors/kit/define.ts';
import { reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Contract } from '../contract/contract.ts';
import type { Collection } from './collection.ts';
import type { Description } from './description.ts';
import { type Slice, sliceConnector } from './slice-connector.ts';

/** A connector that lists and creates users below an address. */
export function connectorAt(baseUrl: string, path: string, query: Record<string, string> = {}): HttpConnector {
  return defineConnector({
    id: 'vendor',
    name: 'Vendor',
    vendor: 'Vendor',
    category: 'identity',
    docsUrl: 'https://vendor.example',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({}),
    auth: [noAuth()],
    http: { baseUrl, hosts: 'from_config' },
    test: { request: { method: 'GET', path: '/nowhere' } },
    objects: {
      users: {
        title: 'Users',
        operations: {
          list: reads({
            kind: 'pages',
            request: { method: 'GET', path, query },
            format: { kind: 'json', recordsPath: 'users' },
            paginate: { kind: 'none' },
          }),
          create: writes({ request: { method: 'POST', path, query }, idempotency: { kind: 'none' } }),
        },
      },
    },
    documentation: { source: 'https://vendor.example', asOf: '2026-11-21' },
  });
}

/** Cuts out of one description. */
export async function slice(connector: HttpConnector, description: Description): Promise<Slice> {
  return sliceFrom(connector, { 'vendor-apis': description });
}

/** Cuts out of collections of one description each, by name. */
export async function sliceFrom(
  connector: HttpConnector,
  descriptions: Readonly<Record<string, Description>>,
  stored?: Contract,
): Promise<Slice> {
  const facts = { grade: 'A', source: 'vendor', path: 'api.json', version: '1', format: 'any' } as const;
  const names = Object.keys(descriptions);
  const entries = names.map((collection) => ({
    ...facts,
    collection,
    connector: 'vendor',
    file: 'vendor/api.json.gz',
  }));
  const read: Collection['read'] = ({ collection }) => Promise.resolve(descriptions[collection]);
  const cut = await sliceConnector(connector, { names, entries, read }, stored);
  if (cut === undefined) throw new Error('Nothing was cut.');
  return cut;
}

const userSchema = {
  type: 'object',
  description: 'Prose.',
  required: ['id', 'password'],
  properties: {
    id: { type: 'integer', readOnly: true, example: 4 },
    name: { type: 'string', nullable: true, maxLength: 50 },
    password: { type: 'string', writeOnly: true },
    roles: { type: 'array', enum: ['admin', 'guest'], items: { type: 'string' } },
    manager: { $ref: '#/components/schemas/User' },
    messages: { type: 'array', items: { type: 'object' }, 'x-ms-navigationProperty': true },
  },
};

/** Users and more, in OpenAPI 3 with what descriptions have around their structure. */
export const usersApi: JsonObject = {
  openapi: '3.0.3',
  servers: [{ url: 'https://{tenant}.vendor.example/api/v1' }],
  security: [{ key: [] }],
  paths: {
    '/users': {
      parameters: [{ $ref: '#/paths/~1users/get/parameters/1' }],
      get: {
        summary: 'Prose.',
        parameters: [
          { name: 'limit', in: 'query', description: 'Prose.', schema: { type: 'integer', maximum: 100, default: 20 } },
          { name: 'x-tenant', in: 'header', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
        ],
        responses: {
          200: {
            headers: { Link: {} },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { users: { type: 'array', items: { $ref: '#/components/schemas/User' } } },
                },
              },
            },
          },
          404: { description: 'Prose.' },
        },
      },
      post: {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } },
        },
        responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } } },
      },
    },
    '/groups': { get: { responses: {} } },
  },
  components: {
    schemas: { User: userSchema, Group: { type: 'object' } },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'Prose.' },
      other: { type: 'http' },
    },
  },
};
