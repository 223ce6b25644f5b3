import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { noAuth } from '../../connectors/kit/auth/methods.ts';
import { defineConnector, type HttpConnector, reads, writes } from '../../connectors/kit/define.ts';
import type { JsonObject } from '../../core/json.ts';
import { readBotocore } from './botocore.ts';
import { type Contract, renderContract } from '../contract/contract.ts';
import type { Collection } from './collection.ts';
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
  return sliceFrom(connector, { 'vendor-apis': description });
}

/** Cuts out of collections of one description each, by name. */
async function sliceFrom(
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

/** The same interface, in a description of its listing only. */
const listOnly: JsonObject = {
  openapi: '3.0.3',
  servers: [{ url: 'https://vendor.example/api/v1' }],
  paths: {
    '/users': {
      get: {
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } } },
      },
    },
  },
  components: {
    schemas: {
      User: {
        type: 'object',
        discriminator: { mapping: { guest: '#/components/schemas/Guest' } },
        properties: { manager: { nullable: true, allOf: [{ $ref: '#/components/schemas/User' }] } },
      },
      Guest: { allOf: [{ $ref: '#/components/schemas/User' }], type: 'object' },
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
          roles: { type: 'array', items: { type: 'string', enum: ['admin', 'guest'] } },
          manager: { $ref: '#/$defs/User' },
        },
        required: ['id'],
      },
      'User.request': {
        type: 'object',
        properties: {
          name: { type: ['string', 'null'], maxLength: 50 },
          password: { type: 'string' },
          roles: { type: 'array', items: { type: 'string', enum: ['admin', 'guest'] } },
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

  it('takes forms that only forbidden members exclude from each other for forms that may overlap', async () => {
    const closed = (name: string): JsonObject => ({ properties: { [name]: {} }, additionalProperties: false });
    const content = { 'application/json': { schema: { oneOf: [closed('a'), closed('b')] } } };
    const description = readOpenapi({ openapi: '3.0.0', paths: { '/users': { post: { requestBody: { content } } } } });
    const { contract } = await slice(connectorAt('https://vendor.example', '/users'), description);

    expect(contract.operations['POST /users']?.request?.schema).toEqual({
      anyOf: [
        { type: 'object', properties: { a: {} } },
        { type: 'object', properties: { b: {} } },
      ],
    });
  });

  it("takes the form of an answer from the vendor's example where the schema tells none", async () => {
    const media = { schema: { type: 'object' }, example: { users: [{ id: 1 }] } };
    const responses = { 200: { content: { 'application/json': media } } };
    const description = readOpenapi({ openapi: '3.0.0', paths: { '/users': { get: { responses } } } });
    const swagger = readOpenapi({
      swagger: '2.0',
      paths: {
        '/users': {
          get: { responses: { 200: { schema: media.schema, examples: { 'application/json': media.example } } } },
        },
      },
    });

    for (const one of [description, swagger]) {
      const { contract } = await slice(connectorAt('https://vendor.example', '/users'), one);
      const users = { type: 'array', items: { type: 'object', properties: { id: { type: 'number' } } } };

      expect(contract.operations['GET /users']?.responses['200']?.schema).toEqual({
        type: 'object',
        properties: { users },
      });
    }
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

  it("takes what AWS's models leave out of addresses, roots and lists as it is sent", async () => {
    const bucket = { shape: 'Text', location: 'uri', locationName: 'Bucket' };
    const list = { http: { method: 'GET', requestUri: '/{Bucket}' }, input: { shape: 'Request' } };
    const listV2 = {
      ...list,
      http: { method: 'GET', requestUri: '/{Bucket}?list-type=2' },
      output: { shape: 'Output' },
    };
    const shapes = {
      Request: { type: 'structure', members: { Bucket: bucket } },
      Output: { type: 'structure', members: { Contents: { shape: 'Text' } } },
      Text: { type: 'string' },
    };
    const operations = { ListObjects: list, ListObjectsV2: listV2 };
    const s3 = readBotocore({ metadata: { protocol: 'rest-xml' }, operations, shapes });
    const stored = connectorAt('https://s3.vendor.example', '/{config.bucket}', { 'list-type': '2' });
    const ec2 = readBotocore({
      metadata: { protocol: 'ec2' },
      operations: { Describe: { http: { method: 'GET', requestUri: '/' }, input: { shape: 'Describe' } } },
      shapes: {
        Describe: { type: 'structure', members: { Owners: { shape: 'Owners', locationName: 'Owner' } } },
        Owners: { type: 'list', member: { shape: 'Text', locationName: 'Owner' } },
        Text: { type: 'string' },
      },
    });
    const described = connectorAt('https://ec2.vendor.example', '/', { Action: 'Describe' });
    const [ofS3, ofEc2] = [await slice(stored, s3), await slice(described, ec2)];

    expect(ofS3.contract.operations['GET /{Bucket}?list-type=2']).toMatchObject({
      parameters: [
        { name: 'list-type', in: 'query', schema: { const: '2' } },
        { name: 'Bucket', in: 'path' },
      ],
      responses: { 200: { schema: { type: 'object', additionalProperties: { $ref: '#/$defs/Output' } } } },
    });
    expect(ofEc2.contract.schemas['Owners.request']).toMatchObject({ type: 'array' });
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

  it('knows a path without the segments that may be left out', async () => {
    const paths = { '/help/{locale}/users': { get: { responses: {} } } };
    const description = readOpenapi({ openapi: '3.0.3', paths });
    const connector = connectorAt('https://vendor.example/help', '/users');
    const { contract } = await slice({ ...connector, contract: { optionalSegments: ['{locale}'] } }, description);

    expect(contract.uses).toEqual({ 'users.list': 'GET /help/users' });
    expect((await slice(connector, description)).missing).toContain('users.list');
  });

  it('takes further collections before the main one, and says which', async () => {
    const connector = connectorAt('https://a.vendor.example/api/v1', '/users');
    const both = { 'vendor-apis': readOpenapi(openapi), 'vendor-more': readOpenapi(listOnly) };
    const { contract } = await sliceFrom(connector, both);

    expect(contract.sources.map(({ collection }) => collection)).toEqual(['vendor-more', undefined]);
    expect(contract.operations).toMatchObject({
      'GET /api/v1/users': { source: 0, parameters: [] },
      'POST /api/v1/users': { source: 1 },
    });
    expect(Object.keys(contract.schemas)).toEqual(['User', 'Guest', 'User.request', 'User.2']);
  });

  it.each(['vendor-apis', 'vendor-more'])('keeps what a contract has of collections other than %s', async (name) => {
    const connector = connectorAt('https://a.vendor.example/api/v1', '/users');
    const both = { 'vendor-apis': readOpenapi(openapi), 'vendor-more': readOpenapi(listOnly) };
    const { contract } = await sliceFrom(connector, both);
    const one = Object.fromEntries(Object.entries(both).filter(([collection]) => collection === name));

    expect(renderContract((await sliceFrom(connector, one, contract)).contract)).toBe(renderContract(contract));
    expect((await sliceFrom(connector, one)).contract.sources).toHaveLength(1);
  });

  it('drops what a contract has of a collection that is there and has it no more', async () => {
    const connector = connectorAt('https://a.vendor.example/api/v1', '/users');
    const { contract } = await sliceFrom(connector, { 'vendor-more': readOpenapi(openapi) });
    const { contract: again } = await sliceFrom(connector, { 'vendor-more': readOpenapi(listOnly) }, contract);

    expect(Object.keys(again.operations)).toEqual(['GET /api/v1/users']);
  });

  it('tells services of one path apart by their hosts', async () => {
    const service = (name: string): Description =>
      readDiscovery({
        rootUrl: `https://${name}.vendor.example/`,
        resources: {
          users: { methods: { list: { flatPath: 'v1/users', httpMethod: 'GET', response: { $ref: name } } } },
        },
        schemas: { [name]: { type: 'object' } },
      });
    const connector = connectorAt('https://eu-second.vendor.example/v1', '/users');
    const { contract } = await sliceFrom(connector, { a: service('first'), b: service('second'), c: service('third') });

    expect(contract.operations['GET /v1/users']?.responses['200']?.schema).toEqual({ $ref: '#/$defs/second' });
  });

  it('keeps operations of one path on several hosts', async () => {
    const service = (name: string): Description =>
      readOpenapi({ servers: [{ url: `https://${name}.vendor.example/v1` }], paths: { '/users': { get: {} } } });
    const { objects, ...connector } = connectorAt('https://first.vendor.example/v1', '/users');
    const other = reads({
      kind: 'pages',
      request: { method: 'GET', base: 'https://second.vendor.example/v1', path: '/users' },
      format: { kind: 'json', recordsPath: 'users' },
      paginate: { kind: 'none' },
    });
    const { contract } = await sliceFrom(
      { ...connector, objects: { ...objects, others: { title: 'Others', operations: { list: other } } } },
      { a: service('first'), b: service('second') },
    );

    expect(contract.uses).toEqual({
      'users.list': 'GET /v1/users',
      'others.list': 'GET /v1/users second.vendor.example',
    });
  });

  it('finds a record that is named by its path right below its list', async () => {
    const method = (flatPath: string, httpMethod: string): JsonObject => ({ flatPath, httpMethod });
    const description = readDiscovery({
      resources: {
        users: {
          methods: {
            other: method('v1/projects/{a}/groups/{b}', 'DELETE'),
            list: method('v1/projects/{a}/users', 'GET'),
            delete: method('v1/projects/{a}/users/{b}', 'DELETE'),
          },
        },
      },
    });
    const { objects, ...connector } = connectorAt('https://vendor.example', '/v1/projects/a/users');
    const removal = writes({ request: { method: 'DELETE', path: '/v1/{+name}' }, idempotency: { kind: 'put_by_key' } });
    const users = { title: 'Users', operations: { ...objects['users']?.operations, delete: removal } };
    const { contract } = await slice({ ...connector, objects: { users } }, description);

    expect(contract.uses['users.delete']).toBe('DELETE /v1/projects/{a}/users/{b}');
  });

  const encoded = { name: 'scope', in: 'path', 'x-ms-skip-url-encoding': true };
  const wide: [string, JsonObject, string, string][] = [
    [
      "the names of Google's resources",
      { info: { 'x-origin': [{ format: 'google' }] }, paths: { '/v1/{parent}/users': { get: {} } } },
      '/v1/projects/a/users',
      'GET /v1/{+parent}/users',
    ],
    [
      'what is encoded already',
      { paths: { '/{scope}/users': { get: { parameters: [encoded] } } } },
      '/groups/a/users',
      'GET /{+scope}/users',
    ],
    [
      'functions by their own names',
      { paths: { '/users/vendor.graph.delta()': { get: {} } } },
      '/users/delta',
      'GET /users/delta',
    ],
  ];

  it.each(wide)('finds %s in a path', async (_, document, path, route) => {
    const { contract } = await slice(connectorAt('https://vendor.example', path), readOpenapi(document));

    expect(contract.uses).toEqual({ 'users.list': route });
  });
});
