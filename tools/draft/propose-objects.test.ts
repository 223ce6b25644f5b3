import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { readOpenapi } from '../../drafts/openapi.ts';
import { proposeObjects } from '../../drafts/propose-objects.ts';
import { renderDraft } from './render-draft.ts';

const listed = (member: string, schema: string, others: JsonObject = {}): JsonObject => ({
  200: {
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { [member]: { type: 'array', items: { $ref: `#/components/schemas/${schema}` } }, ...others },
        },
      },
    },
  },
});
const query = (...names: string[]): JsonObject[] =>
  names.map((name) => ({ name, in: 'query', schema: { type: 'integer', maximum: 50 } }));
const wrapped: JsonObject = {
  content: {
    'application/json': {
      schema: { type: 'object', properties: { user: { $ref: '#/components/schemas/User' } } },
    },
  },
};

const document: JsonObject = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.vendor.example/v2' }],
  paths: {
    '/users': {
      get: { parameters: query('offset', 'limit'), responses: listed('users', 'User', { total: { type: 'integer' } }) },
      post: { requestBody: wrapped, responses: {} },
    },
    '/users/{user_id}': {
      get: { responses: {} },
      put: { requestBody: wrapped, responses: {} },
      delete: { responses: {} },
    },
    '/users/{user_id}/groups': { get: { responses: listed('groups', 'Group') } },
    '/users/me': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  properties: { user: { properties: { roles: { type: 'array', items: { type: 'object' } } } } },
                },
              },
            },
          },
        },
      },
    },
    '/audit/events': {
      get: {
        parameters: query('page_token', 'page_size'),
        responses: listed('events', 'Event', { paging: { properties: { next_page_token: { type: 'string' } } } }),
      },
    },
    '/status': { get: { responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } } } },
  },
  components: {
    schemas: {
      User: {
        allOf: [
          { $ref: '#/components/schemas/Group' },
          { properties: { created: { type: 'string', format: 'date-time' }, active: { type: ['boolean', 'null'] } } },
        ],
      },
      Group: { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' } } },
      Event: { type: 'object', properties: { event_id: { type: 'string' }, text: { type: 'string' } } },
    },
  },
};

describe('tools/draft/propose-objects', () => {
  const description = readOpenapi(document);
  const draft = proposeObjects(description);

  it('proposes an object for each list that stands by itself, with its records, paging, key and writes', () => {
    expect(draft.base).toBe('/v2');
    expect(draft.nested).toEqual(['/users/{user_id}/groups']);
    expect(draft.objects).toMatchObject([
      {
        name: 'users',
        path: '/users',
        recordsPath: 'users',
        key: 'id',
        hasFind: true,
        paging: { kind: 'offset', parameter: 'offset', totalPath: 'total', sizeParameter: 'limit', pageSize: 50 },
        writes: { create: true, update: 'PUT', delete: true, member: 'user' },
      },
      {
        name: 'events',
        path: '/audit/events',
        recordsPath: 'events',
        key: 'event_id',
        hasFind: false,
        paging: {
          kind: 'cursor',
          parameter: 'page_token',
          path: 'paging.next_page_token',
          sizeParameter: 'page_size',
          pageSize: 50,
        },
        writes: { create: false, update: undefined, delete: false },
      },
    ]);
  });

  it('writes them as a connector whose open places are marked', () => {
    const place = {
      id: 'acme_cloud',
      name: 'Acme Cloud',
      baseUrl: 'https://api.vendor.example/v2',
      hosts: ['api.vendor.example'],
      docsUrl: 'https://vendor.example/docs',
      auth: { kind: 'bearer' } as const,
    };
    const [schema, objects, index] = renderDraft(draft, place, description).map(({ text }) => text);

    expect(schema).toContain('export const Users = z.looseObject({\n  "id": z.int().meta({ title: \'Id\' }),');
    expect(schema).toContain('"created": instant,\n  "active": flag,');
    expect(objects).toContain(
      'writesAt({ path: "/users", member: "user", method: \'PUT\', only: ["create","update","delete"] })',
    );
    expect(index).toContain("category: 'DRAFT'");
  });
});
