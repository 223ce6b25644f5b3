import { describe, expect, it } from 'vitest';
import { readDiscovery } from './discovery.ts';
import { connectorAt, slice } from './slice-sample.ts';

describe('tools/slice/discovery', () => {
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
});
