import type { JsonObject } from '../../../core/json.ts';

/** A connector that an organization adds, for people at an address that its connections give. */
export function ownDefinition(changes: JsonObject = {}): JsonObject {
  return {
    name: 'Acme',
    docsUrl: 'https://acme.example/docs',
    config: {
      properties: { base_url: { type: 'string', title: 'Address', examples: ['https://acme.example'] } },
      required: ['base_url'],
    },
    auth: [{ kind: 'bearer' }],
    http: { baseUrl: '{config.base_url}', hosts: 'from_config' },
    test: { request: { method: 'GET', path: '/me' } },
    objects: { people: people('/people') },
    ...changes,
  };
}

/** @param path Where the list is. */
export function people(path: string): JsonObject {
  return {
    title: 'People',
    key: 'id',
    schema: {
      type: 'object',
      properties: { id: { type: 'string' }, email: { type: 'string' }, name: { type: 'string' } },
    },
    operations: {
      list: {
        kind: 'pages',
        request: { method: 'GET', path },
        format: { kind: 'json', recordsPath: 'data' },
        paginate: { kind: 'cursor', parameter: 'after', path: 'next', sizeParameter: 'limit', pageSize: 2 },
      },
      create: {
        request: { method: 'POST', path },
        idempotency: { kind: 'none' },
        targetIdPath: 'id',
      },
      upsert: {
        request: { method: 'POST', path },
        update: { method: 'PATCH', path: `${path}/{$target_id}` },
        idempotency: {
          kind: 'find',
          request: { method: 'GET', path: '/search', query: { email: '{email}' } },
          recordsPath: 'data',
          idPath: 'id',
        },
        targetIdPath: 'id',
      },
    },
  };
}
