import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import { ownDefinition, people } from '../../../test/harness/flows/own-connector.ts';
import { parseDefinition, parseNewDefinition } from './compile-definition.ts';

const search = (request: JsonObject): JsonObject => ({
  kind: 'find',
  request: { method: 'GET', path: '/search', ...request },
  idPath: 'id',
});

/** The example with further operations. */
function define(operations: JsonObject, more: JsonObject = {}): JsonObject {
  const object = people('/people');
  return ownDefinition({
    objects: { people: { ...object, operations: { ...Object(object['operations']), ...operations }, ...more } },
  });
}

function refusals(definition: JsonObject): string[] {
  const parsed = parseNewDefinition(definition);
  return parsed.ok
    ? []
    : parsed.problems.map(({ path, code }) => `${path.replace('objects.people.operations.', '')} ${code}`);
}

const to = (path: string, more: JsonObject = {}): JsonObject => ({
  request: { method: 'PUT', path },
  idempotency: { kind: 'put_by_key' },
  ...more,
});
const listed = (more: JsonObject): JsonObject => ({
  kind: 'pages',
  request: { method: 'GET', path: '/people' },
  format: { kind: 'json' },
  paginate: { kind: 'none' },
  ...more,
});

describe('connectors/kit/custom/check-fills', () => {
  it.each<[string, JsonObject, string[]]>([
    [
      'a write to a field that records do not have',
      { update: to('/people/{idd}') },
      ['update.request.path unknown_hole'],
    ],
    [
      'a change below it',
      {
        upsert: to('/people', {
          update: { method: 'PATCH', path: '/people/{$id}' },
          idempotency: search({ query: { email: '{email}' } }),
        }),
      },
      ['upsert.update.path unknown_hole'],
    ],
    [
      'a creation that names the id which it is to give',
      { create: to('/people/{$target_id}', { idempotency: { kind: 'none' } }) },
      ['create.request.path unknown_hole'],
    ],
    [
      'a deletion by a value that only look-ups have',
      { delete: to('/people/{value}', { body: 'none' }) },
      ['delete.request.path unknown_hole'],
    ],
    [
      'a look-up by a field that records do not have, in its path and its query',
      { create: to('/people', { idempotency: search({ path: '/people/{nick}', query: { mail: '{mail}' } }) }) },
      ['create.idempotency.request.path unknown_hole', 'create.idempotency.request.query.mail unknown_hole'],
    ],
    [
      'a look-up by the id that it looks for',
      { create: to('/people', { idempotency: search({ path: '/people/{$target_id}' }) }) },
      ['create.idempotency.request.path unknown_hole'],
    ],
    [
      'a search by a field of its own',
      { find: { request: { method: 'GET', path: '/people/{id}' }, format: { kind: 'json', recordsPath: '$' } } },
      ['find.request.path unknown_hole'],
    ],
    [
      'a body with a member that nothing fills',
      {
        update: {
          ...to('/people/{id}'),
          request: { method: 'PUT', path: '/people/{id}', bodyFields: { a: '{$records}' } },
        },
      },
      ['update.request.bodyFields.a unknown_hole'],
    ],
    [
      'a list by a field',
      { list: listed({ request: { method: 'GET', path: '/people/{name}' } }) },
      ['list.request.path unknown_hole'],
    ],
    [
      'a version that is read by a field that is not there',
      { update: to('/people/{id}', { lock: { request: { method: 'GET', path: '/people/{key}' }, header: 'etag' } }) },
      ['update.lock.request.path unknown_hole'],
    ],
  ])('refuses %s', (_, operations, expected) => {
    expect(refusals(define(operations))).toEqual(expected);
    // What was stored before is used on.
    expect(parseDefinition(define(operations))).toMatchObject({ ok: true });
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['fields, the key and the id of the system', { update: to('/people/{id}/{$target_id}') }, {}],
    [
      'the whole record',
      {
        update: {
          ...to('/people/{id}'),
          request: { method: 'PUT', path: '/people/{id}', bodyFields: { data: '{$record}', token: '{$effect_id}' } },
        },
      },
      {},
    ],
    [
      'a field of the schema of the write alone',
      { update: to('/teams/{team}/{id}', { schema: { properties: { id: {}, team: {} } } }) },
      {},
    ],
    ['any field where no schema lists them', { update: to('/teams/{team}/{id}') }, { schema: { type: 'object' } }],
    [
      'a member of a field that is open',
      { update: to('/teams/{team.id}/{id}') },
      { schema: { properties: { id: {}, email: {}, team: { type: 'object' } } } },
    ],
    [
      'a search by value and key',
      {
        find: {
          request: { method: 'GET', path: '/people', query: { '{key}': 'x', filter: '{key|odata} eq {value|odata}' } },
          format: { kind: 'json' },
        },
      },
      {},
    ],
    [
      'pages of a look-up',
      {
        create: to('/people', {
          idempotency: {
            ...search({ query: { page: '{$page}' } }),
            paginate: {
              kind: 'page',
              parameter: 'page',
              in: 'template',
              sizeParameter: 'n',
              pageSize: 10,
              shortPageEnds: true,
            },
          },
        }),
      },
      {},
    ],
    [
      'an instant of changes',
      {
        list: listed({
          incremental: {
            kind: 'change_requests',
            requests: [{ method: 'GET', path: '/changes/{day}' }],
            instants: { day: { of: 'since' } },
            format: 'date',
          },
        }),
      },
      {},
    ],
  ])('takes %s', (_, operations, more) => {
    expect(refusals(define(operations, more))).toEqual([]);
  });

  it('names what was probably meant', () => {
    expect(parseNewDefinition(define({ update: to('/people/{$targetid}') }))).toMatchObject({
      problems: [
        {
          message: 'Nothing fills the hole {$targetid}. Did you mean `$target_id`?',
          allowed: expect.arrayContaining(['email', '$target_id']),
        },
      ],
    });
  });
});
