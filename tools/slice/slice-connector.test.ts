import { describe, expect, it } from 'vitest';
import { reads, writes } from '../../connectors/kit/http/complete-operations.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Description } from './description.ts';
import { readDiscovery } from './discovery.ts';
import { readOpenapi } from '../../drafts/openapi.ts';
import { connectorAt, slice, sliceFrom } from './slice-sample.ts';

describe('tools/slice/slice-connector', () => {
  it('knows a path without the segments that may be left out', async () => {
    const paths = { '/help/{locale}/users': { get: { responses: {} } } };
    const description = readOpenapi({ openapi: '3.0.3', paths });
    const connector = connectorAt('https://vendor.example/help', '/users');
    const { contract } = await slice({ ...connector, contract: { optionalSegments: ['{locale}'] } }, description);

    expect(contract.uses).toEqual({ 'users.list': 'GET /help/users' });
    expect((await slice(connector, description)).missing).toContain('users.list');
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
