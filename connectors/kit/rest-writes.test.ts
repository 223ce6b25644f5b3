import { describe, expect, it } from 'vitest';
import { writes } from './http/complete-operations.ts';
import { findOrCreate, idempotent, keeping, nonIdempotent, writesAt } from './rest-writes.ts';

const byKey = { kind: 'put_by_key' } as const;
const find = { path: '/users', query: { email: '{email}' }, recordsPath: 'users', searchLagMs: 1000 };
const byEmail = {
  kind: 'find',
  request: { method: 'GET', path: '/users', query: { email: '{email}' } },
  recordsPath: 'users',
  searchLagMs: 1000,
} as const;

describe('connectors/kit/rest-writes', () => {
  it('takes a call as its method and path, holes with spaces included', () => {
    expect(idempotent('PUT /x/{a b}', { body: 'none' })).toEqual(
      writes({ request: { method: 'PUT', path: '/x/{a b}' }, body: 'none', idempotency: byKey }),
    );
  });

  it('creates what a look-up does not find', () => {
    const call = { method: 'POST', path: '/users', query: { activate: 'true' } } as const;

    expect(findOrCreate(call, { find, update: 'PUT /users/{$target_id}', targetIdPath: 'id' })).toEqual(
      writes({
        request: call,
        update: { method: 'PUT', path: '/users/{$target_id}' },
        idempotency: byEmail,
        targetIdPath: 'id',
      }),
    );
  });

  it('takes "not found" for an absence where the look-up leads to a record, or through one', () => {
    const absent = (path: string) => {
      const { idempotency } = findOrCreate(`POST /users`, { find: { path } });
      return 'notFoundIsAbsent' in idempotency;
    };

    expect(['/users/{login}', '/teams/{team}/users', '/orgs/{config.org}/users'].map(absent)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('writes a collection without a look-up: no upsert, and creations that nothing recognises', () => {
    expect(writesAt({ path: '/users', id: 'uid', method: 'PUT', remove: { effect: 'reversible' } })).toEqual({
      create: nonIdempotent('POST /users', { targetIdPath: 'uid' }),
      update: idempotent('PUT /users/{uid}'),
      delete: idempotent('DELETE /users/{uid}', { effect: 'reversible' }),
    });
  });

  it('writes a collection by a look-up, records under their name', () => {
    const bodyFields = { user: '{$record}' };
    const write = findOrCreate(
      { method: 'POST', path: '/users', bodyFields },
      { find, update: { method: 'PATCH', path: '/u/{$target_id}/', bodyFields }, targetIdPath: 'user.id' },
    );
    const collection = { path: '/users', record: '/u/{id}/', member: 'user', find };

    expect(writesAt(collection)).toEqual({
      create: write,
      update: write,
      upsert: write,
      delete: idempotent('DELETE /u/{id}/'),
    });
    expect(writesAt({ ...collection, updateBy: 'address', only: ['update', 'upsert'] })).toEqual({
      update: idempotent({ method: 'PATCH', path: '/u/{id}/', bodyFields }),
      upsert: write,
    });
  });

  it('reads what a change keeps at the address that it goes to', () => {
    const replaced = { path: '/users', method: 'PUT' as const, keeps: ['name'] };
    const locked = (path: string) => ({ lock: { request: { method: 'GET', path }, keepsRest: ['name'] } });
    const byAddress = idempotent('PUT /users/{id}', keeping('/users/{id}', ['name']));

    expect(writesAt({ ...replaced, only: ['create', 'update'] })).toEqual({
      create: nonIdempotent('POST /users', { targetIdPath: 'id' }),
      update: byAddress,
    });
    expect(byAddress).toMatchObject(locked('/users/{id}'));
    expect(writesAt({ ...replaced, find }).update).toMatchObject(locked('/users/{$target_id}'));
    expect(writesAt({ ...replaced, find, updateBy: 'address' }).update).toEqual(byAddress);
  });
});
