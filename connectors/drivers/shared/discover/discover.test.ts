import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answerBytesMax } from '../../../../core/connection-requests.ts';
import { isSensitiveName } from '../../../../core/secret.ts';
import { noAuth } from '../../../kit/auth/methods.ts';
import type { HttpConnector } from '../../../kit/connector.ts';
import { defineConnector } from '../../../kit/define.ts';
import { reads } from '../../../kit/http/complete-operations.ts';
import type { HttpObject } from '../../../kit/object-types.ts';
import { boundDiscovery } from './bound.ts';
import { isDeclaredWhole, listDeclared, listSensitive } from './declared.ts';
import { joinPath } from './field-path.ts';
import { fieldsOfRecords } from './fields-of-records.ts';

const list = reads({ kind: 'file', request: { method: 'GET', path: '' }, format: { kind: 'json' } });

const people: HttpObject = {
  title: 'People',
  key: ['id'],
  schema: z.object({
    id: z.int(),
    address: z.object({ street: z.string().meta({ sensitive: true }), city: z.string() }),
    salary: z.number().optional().meta({ title: 'Salary', sensitive: true }),
  }),
  operations: { list },
};

function define(objects: Record<string, HttpObject>): HttpConnector {
  return defineConnector({
    id: 'hr',
    name: 'HR',
    vendor: 'Vendor',
    category: 'hr',
    docsUrl: 'https://vendor.example',
    version: '1.0.0',
    transport: 'http',
    config: z.strictObject({}),
    auth: [noAuth()],
    http: { baseUrl: 'https://vendor.example', hosts: ['vendor.example'] },
    test: { request: { method: 'GET', path: '' } },
    objects,
    documentation: { source: 'https://vendor.example', asOf: '2026-11-21' },
  });
}

const connector = define({ people, raw: { title: 'Raw', key: ['id'], operations: { list } } });

describe('connectors/drivers/shared/discover/discover', () => {
  it('lists declared fields, those of nested objects too, and which of them are sensitive', () => {
    expect(listDeclared(connector)[0]?.fields).toEqual([
      { path: 'id', type: 'integer', required: true },
      { path: 'address', type: 'object', required: true },
      { path: 'address.street', type: 'string', sensitive: true },
      { path: 'address.city', type: 'string' },
      { path: 'salary', type: 'number', title: 'Salary', sensitive: true },
    ]);
    expect(listSensitive(connector, 'people')).toEqual(['address.street', 'salary']);
    expect(listSensitive(connector, 'raw')).toBeUndefined();
  });

  it('knows when a declaration says all', () => {
    expect(isDeclaredWhole(define({ people }))).toBe(true);
    expect(isDeclaredWhole(connector)).toBe(false);
  });

  it('merges what several records say of a field', () => {
    const records = [
      { a: 1, b: 'x', c: null },
      { a: 1.5, b: 2, c: null },
      { a: 2, 'odd.name': [] },
    ];

    expect(fieldsOfRecords(records)).toEqual([
      { path: 'a', type: 'number' },
      { path: 'b', type: 'any' },
      { path: 'c', type: 'any' },
      { path: '["odd.name"]', type: 'array' },
    ]);
  });

  it.each([
    ['', 'name', 'name'],
    ['a', 'b', 'a.b'],
    ['a', 'odd.name', 'a["odd.name"]'],
    ['', ' spaced', '[" spaced"]'],
  ])('joins %s and %s to %s', (prefix, name, path) => {
    expect(joinPath(prefix, name)).toBe(path);
  });

  it.each([
    ['password', true],
    ['client_secret', true],
    ['apiKey', true],
    ['iban', true],
    ['name', false],
    ['compassion', false],
  ])('takes %s for sensitive: %s', (name, expected) => {
    expect(isSensitiveName(name)).toBe(expected);
  });

  it('says when an answer cannot hold all', () => {
    const object = { id: 'x'.repeat(answerBytesMax / 2), title: 'x', operations: [] };

    expect(boundDiscovery([object])).toMatchObject({ truncated: false, objects: { length: 1 } });
    expect(boundDiscovery([object, object, object])).toMatchObject({ truncated: true, objects: { length: 1 } });
    expect(boundDiscovery([], true).truncated).toBe(true);
  });
});
