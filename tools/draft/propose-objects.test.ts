import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { draftDefinition } from '../../drafts/draft-definition.ts';
import { fillParameters } from '../../drafts/fill-parameters.ts';
import { readOpenapi } from '../../drafts/openapi.ts';
import { proposeObjects } from '../../drafts/propose-objects.ts';
import { readPlace } from './read-place.ts';
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
    '/user/{user_id}/token': { get: { responses: listed('tokens', 'Group') } },
    '/tokens/{token_id}': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': { schema: { properties: { token: { $ref: '#/components/schemas/Group' } } } },
            },
          },
        },
      },
      delete: { responses: {} },
    },
    '/sites/{site_id}/devices': {
      get: {
        parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 0 } }],
        responses: listed('devices', 'Group', { last_page: { type: 'boolean' } }),
      },
    },
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
    expect(draft.nested).toEqual(['/sites/{site_id}/devices']);
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
      { name: 'groups', path: '/users/{user_id}/groups', parent: { path: '/users', recordsPath: 'users', key: 'id' } },
      {
        name: 'tokens',
        path: '/user/{user_id}/token',
        item: '/tokens/{token_id}',
        hasFind: true,
        single: 'token',
        writes: { create: false, update: undefined, delete: true },
      },
    ]);
  });

  it('takes what each connection has one of out of the paths, and pages that begin at zero and end by a flag', () => {
    const { objects } = proposeObjects(fillParameters(description, { SITE_ID: '{config.site_id}' }));

    expect(objects.find(({ name }) => name === 'devices')).toMatchObject({
      path: '/sites/{config.site_id}/devices',
      parent: undefined,
      paging: { kind: 'page', parameter: 'page', first: 0, endPath: 'last_page' },
    });
  });

  it('defines a list below another one as data, and notes that its parent is a guess', () => {
    const drafted = draftDefinition(document, { objectsMax: 10, bytesMax: 100_000 });

    if (drafted === undefined || 'strange' in drafted) throw new Error('Nothing was drafted.');
    expect(drafted.definition).toMatchObject({
      objects: {
        groups: {
          operations: {
            list: {
              request: { path: '/users/{parent.id}/groups' },
              parents: { from: { kind: 'pages', request: { path: '/users' } }, key: 'id' },
            },
          },
        },
        tokens: {
          operations: {
            find: { request: { path: '/tokens/{value}' }, format: { recordsPath: 'token' } },
            delete: { request: { path: '/tokens/{id}' } },
          },
        },
      },
    });
    expect(drafted.findings).toContainEqual(
      expect.objectContaining({ path: 'objects.groups.operations.list.parents', code: 'parents_guessed' }),
    );
  });

  it('writes them as a connector whose open places are marked', () => {
    const place = {
      id: 'acme_cloud',
      name: 'Acme Cloud',
      baseUrl: 'https://api.vendor.example/v2',
      hosts: ['api.vendor.example'],
      docsUrl: 'https://vendor.example/docs',
      auth: { kind: 'bearer' } as const,
      config: ['site_id'],
    };
    const [schema, objects, index, meaning] = renderDraft(draft, place, description).map(({ text }) => text);

    expect(schema).toContain('export const Users = z.looseObject({\n  "id": z.int().meta({ title: \'Id\' }),');
    expect(schema).toContain('"created": instant,\n  "active": flag,');
    expect(objects).toContain(
      'writesAt({ path: "/users", member: "user", method: \'PUT\', only: ["create","update","delete"] })',
    );
    expect(objects).toContain('path: "/users/{parent.id}/groups"');
    expect(objects).toContain('parents: { from: pagesOf({ path: "/users", recordsPath: "users"');
    expect(objects).toContain('writesAt({ path: "/user/{user_id}/token", record: "/tokens/{id}", only: ["delete"] })');
    expect(index).toContain("category: 'DRAFT'");
    expect(index).toContain('config: z.strictObject({site_id: z.string().min(1)');
    expect(meaning).toContain("login: { unknown: 'Not looked up yet.' },");
  });

  it('signs in with the client whose flow the description has', () => {
    const security = {
      client: {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://api.vendor.example/token', scopes: {} } },
      },
    };
    const place = readPlace('acme', { components: { securitySchemes: security } }, description, '');

    const index = renderDraft(draft, { ...place, config: [] }, description)[2]?.text;

    expect(index).toContain("import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';");
    expect(index).toContain('clientCredentialsAuth({ tokenUrl: "https://api.vendor.example/token", ');
  });
});
