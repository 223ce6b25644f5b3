import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { readOpenapi } from '../../drafts/openapi.ts';
import { connectorAt, slice, usersApi } from './slice-sample.ts';

describe('tools/slice/openapi', () => {
  it('cuts OpenAPI 3 down to the structure of what is used', async () => {
    const { contract, missing } = await slice(
      connectorAt('https://a.vendor.example/api/v1', '/users'),
      readOpenapi(usersApi),
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
    const { contract } = await slice(connectorAt('https://a.vendor.example/api/v1', '/users'), readOpenapi(usersApi));

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

  it('takes a list at items for the forms that a value may have, unless it is said to be a list', async () => {
    const text = { type: 'string' };
    const User = { type: 'object', properties: { id: { items: [text] }, bot: { items: [text, { type: 'null' }] } } };
    const schema = { type: 'array', items: { $ref: '#/components/schemas/User' } };
    const { contract } = await slice(
      connectorAt('https://a.vendor.example/api/v1', '/users'),
      readOpenapi({
        openapi: '3.0.0',
        paths: {
          '/api/v1/users': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } },
        },
        components: { schemas: { User } },
      }),
    );

    expect(contract.schemas).toEqual({
      User: { type: 'object', properties: { id: text, bot: { anyOf: [text, { type: 'null' }] } } },
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

  it('keeps forms that contain their base beside it, so that neither contains itself', async () => {
    const base = { type: 'object', properties: { kind: {} }, oneOf: [{ $ref: '#/components/schemas/Cat' }] };
    const cat = { type: 'object', allOf: [{ $ref: '#/components/schemas/Animal' }, { properties: { lives: {} } }] };
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/Animal' } } };
    const description = readOpenapi({
      openapi: '3.0.0',
      paths: { '/animals': { get: { responses: { 200: { content } } } } },
      components: { schemas: { Animal: base, Cat: cat } },
    });
    const { contract } = await slice(connectorAt('https://vendor.example', '/animals'), description);

    expect(contract.schemas).toEqual({
      Animal: { type: 'object', properties: { kind: {} }, subtypes: [{ $ref: '#/$defs/Cat' }] },
      Cat: {
        type: 'object',
        allOf: [{ $ref: '#/$defs/Animal' }, { type: 'object', properties: { lives: {} } }],
      },
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
});
