import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../api/routes/index.ts';
import { document } from './contract.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

function collectRefs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectRefs);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : collectRefs(member),
  );
}

function resolve(pointer: string): unknown {
  return pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((value, part) => Object(value)[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);
}

describe('test/api/openapi', () => {
  it('is served without a credential, as it was generated', async () => {
    const response = await api.app.request('/openapi.json');

    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await response.json()).toEqual(document);
  });

  it('promises exactly what is routed', () => {
    const promised = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );

    expect(promised.toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
  });

  it('names every operation once', () => {
    const names = routes.map(({ operationId }) => operationId);

    expect(new Set(names).size).toBe(names.length);
  });

  it('refers to nothing that it does not hold', () => {
    for (const ref of collectRefs(document)) expect(resolve(ref), ref).toBeDefined();
  });

  it('holds schemas that compile', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'openapi.json');
    const { schemas } = Object(resolve('#/components'));

    for (const name of Object.keys(schemas)) ajv.compile({ $ref: `openapi.json#/components/schemas/${name}` });
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Account', 'Connection', 'Integration', 'Run', 'Error']),
    );
  });

  it('requires every body that is not optional', () => {
    for (const { method, path, body } of routes) {
      const documented = document.paths[path]?.[method]?.requestBody;
      expect(documented?.required).toBe(body === undefined ? undefined : body.optional !== true);
    }
  });
});
