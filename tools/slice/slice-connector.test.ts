import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noAuth } from '../../connectors/kit/auth/methods.ts';
import { defineConnector, type HttpConnector, reads, writes } from '../../connectors/kit/define.ts';
import type { JsonObject } from '../../core/json.ts';
import { readBotocore } from './botocore.ts';
import type { Description } from './description.ts';
import { readDiscovery } from './discovery.ts';
import { readOpenapi } from './openapi.ts';
import { readPostman } from './postman.ts';
import { type Slice, sliceConnector } from './slice-connector.ts';

/** A connector that lists and creates users below an address. */
function connectorAt(baseUrl: string, path: string, query: Record<string, string> = {}): HttpConnector {
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

async function slice(connector: HttpConnector, description: Description): Promise<Slice> {
  const facts = { grade: 'A', source: 'vendor', path: 'api.json', version: '1', format: 'any' } as const;
  const entries = [{ ...facts, connector: 'vendor', file: 'vendor/api.json.gz' }];
  const cut = await sliceConnector(connector, { entries, read: () => Promise.resolve(description) });
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
    manager: { $ref: '#/components/schemas/User' },
    messages: { type: 'array', items: { type: 'object' }, 'x-ms-navigationProperty': true },
  },
};

const openapi: JsonObject = {
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

describe('tools/slice/slice-connector', () => {
  it('cuts OpenAPI 3 down to the structure of what is used', async () => {
    const { contract, missing } = await slice(
      connectorAt('https://a.vendor.example/api/v1', '/users'),
      readOpenapi(openapi),
    );
    const list = contract.operations['GET /api/v1/users'];

    expect(missing).toEqual(['test']);
    expect(Object.keys(contract.operations)).toEqual(['GET /api/v1/users', 'POST /api/v1/users']);
    expect(list?.parameters).toEqual([
      { name: 'x-tenant', in: 'header', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
      { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100 } },
    ]);
    expect(list?.responses).toMatchObject({ 200: { headers: ['link'], contentTypes: ['application/json'] } });
    expect(contract.security).toEqual({ key: { type: 'apiKey', in: 'header', name: 'X-Key' } });
    expect(JSON.stringify(contract)).not.toContain('Prose');
  });

  it('keeps what the vendor sets out of requests, and what it never shows out of answers', async () => {
    const { contract } = await slice(connectorAt('https://a.vendor.example/api/v1', '/users'), readOpenapi(openapi));

    expect(contract.schemas).toEqual({
      User: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          name: { type: ['string', 'null'], maxLength: 50 },
          manager: { $ref: '#/$defs/User' },
        },
        required: ['id'],
      },
      'User.request': {
        type: 'object',
        properties: {
          name: { type: ['string', 'null'], maxLength: 50 },
          password: { type: 'string' },
          manager: { $ref: '#/$defs/User.request' },
        },
        required: ['password'],
      },
    });
  });

  it('cuts Swagger 2', async () => {
    const description = readOpenapi({
      swagger: '2.0',
      basePath: '/api/',
      consumes: ['application/json'],
      produces: ['application/json'],
      paths: {
        '/users': {
          get: {
            parameters: [{ name: 'page', in: 'query', type: 'integer' }],
            responses: { 200: { schema: { type: 'array', items: { $ref: '#/definitions/User' } } } },
          },
          post: {
            parameters: [{ name: 'user', in: 'body', required: true, schema: { type: 'object' } }],
            responses: {},
          },
        },
      },
      definitions: { User: { properties: { id: { type: 'string', 'x-nullable': true } } } },
    });
    const { contract } = await slice(connectorAt('https://vendor.example/api', '/users'), description);

    expect(contract.operations['GET /api/users']).toMatchObject({
      parameters: [{ name: 'page', schema: { type: 'integer' } }],
      responses: { 200: { contentTypes: ['application/json'], schema: { items: { $ref: '#/$defs/User' } } } },
    });
    expect(contract.operations['POST /api/users']?.request).toEqual({
      contentTypes: ['application/json'],
      required: true,
      schema: { type: 'object' },
    });
    expect(contract.schemas).toEqual({ User: { type: 'object', properties: { id: { type: ['string', 'null'] } } } });
  });

  it("cuts Google's discovery documents", async () => {
    const method = { flatPath: 'v1/users', httpMethod: 'GET', response: { $ref: 'Users' }, scopes: ['s'] };
    const pageSize = { type: 'integer', location: 'query', maximum: '500' };
    const description = readDiscovery({
      servicePath: 'directory/',
      parameters: { alt: { type: 'string', location: 'query' } },
      resources: { users: { methods: { list: { ...method, parameters: { pageSize } } } } },
      schemas: { Users: { type: 'object', properties: { users: { type: 'array', items: { type: 'string' } } } } },
    });
    const { contract } = await slice(connectorAt('https://vendor.example/directory/v1', '/users'), description);

    expect(contract.operations['GET /directory/v1/users']).toMatchObject({
      parameters: [{ name: 'alt' }, { name: 'pageSize', schema: { type: 'integer', maximum: 500 } }],
      responses: { 200: { schema: { $ref: '#/$defs/Users' } } },
      security: [['oauth2']],
    });
  });

  it('cuts service models of AWS, whose operations share an address', async () => {
    const shape = (name: string): JsonObject => ({ shape: name });
    const description = readBotocore({
      metadata: { protocol: 'query', apiVersion: '2010-05-08' },
      operations: {
        GetUser: { http: { method: 'GET', requestUri: '/' } },
        ListUsers: {
          http: { method: 'GET', requestUri: '/' },
          input: shape('ListUsersRequest'),
          output: { ...shape('ListUsersResponse'), resultWrapper: 'ListUsersResult' },
        },
      },
      shapes: {
        ListUsersRequest: { type: 'structure', members: { Marker: shape('Text') } },
        ListUsersResponse: { type: 'structure', members: { Users: shape('UserList') }, required: ['Users'] },
        UserList: { type: 'list', member: shape('Text') },
        Text: { type: 'string' },
      },
    });
    const connector = connectorAt('https://iam.vendor.example', '/', { Action: 'ListUsers', Version: '2010-05-08' });
    const { contract } = await slice(connector, description);

    expect(contract.uses).toEqual({ 'users.list': 'GET / ListUsers' });
    expect(contract.operations['GET / ListUsers']?.parameters.map(({ name }) => name)).toEqual([
      'Action',
      'Version',
      'Marker',
    ]);
    expect(contract.schemas).toMatchObject({
      ListUsersResponse: { properties: { Users: { $ref: '#/$defs/UserList' } } },
      UserList: { properties: { member: { type: 'array', items: { $ref: '#/$defs/Text' } } } },
    });
  });

  it("cuts Postman's collections, which tell names only", async () => {
    const url = '{{server}}deployments/v2/users?page=1';
    const description = readPostman({ item: [{ name: 'Users', item: [{ request: { method: 'GET', url } }] }] });
    const { contract } = await slice(connectorAt('https://vendor.example', '/deployments/v2/users'), description);

    expect(contract.operations['GET /deployments/v2/users']).toMatchObject({
      parameters: [{ name: 'page', in: 'query', required: false }],
      responses: { '2XX': {} },
    });
  });
});
