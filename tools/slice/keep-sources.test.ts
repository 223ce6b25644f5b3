import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { renderContract } from '../contract/contract.ts';
import { readOpenapi } from '../../drafts/openapi.ts';
import { connectorAt, sliceFrom, usersApi } from './slice-sample.ts';

/** The interface of `usersApi`, in a description of its listing only. */
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

describe('tools/slice/keep-sources', () => {
  it('takes further collections before the main one, and says which', async () => {
    const connector = connectorAt('https://a.vendor.example/api/v1', '/users');
    const both = { 'vendor-apis': readOpenapi(usersApi), 'vendor-more': readOpenapi(listOnly) };
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
    const both = { 'vendor-apis': readOpenapi(usersApi), 'vendor-more': readOpenapi(listOnly) };
    const { contract } = await sliceFrom(connector, both);
    const one = Object.fromEntries(Object.entries(both).filter(([collection]) => collection === name));

    expect(renderContract((await sliceFrom(connector, one, contract)).contract)).toBe(renderContract(contract));
    expect((await sliceFrom(connector, one)).contract.sources).toHaveLength(1);
  });

  it('drops what a contract has of a collection that is there and has it no more', async () => {
    const connector = connectorAt('https://a.vendor.example/api/v1', '/users');
    const { contract } = await sliceFrom(connector, { 'vendor-more': readOpenapi(usersApi) });
    const { contract: again } = await sliceFrom(connector, { 'vendor-more': readOpenapi(listOnly) }, contract);

    expect(Object.keys(again.operations)).toEqual(['GET /api/v1/users']);
  });
});
