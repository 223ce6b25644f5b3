import { describe, expect, it } from 'vitest';
import type { FieldError } from '../core/errors.ts';
import { definitionSchema } from './definition.ts';
import { compileRemoval, findReasonToWithhold } from './removal.ts';

const byId = { by: 'match', paths: ['id'] } as const;

function compile(target: object, object: Parameters<typeof compileRemoval>[0]['object'], identity: Identity = byId) {
  const problems: FieldError[] = [];
  const definition = definitionSchema.parse({ target: { connection_id: 'conn_a', object: 'users', ...target } });
  if (definition.target === undefined) throw new Error('It has a target.');
  const whole = { ...definition, target: definition.target };
  return {
    removal: compileRemoval({ definition: whole, object, identity, isWritten: () => false }, problems),
    problems,
  };
}

type Identity = Parameters<typeof compileRemoval>[0]['identity'];

const gone = { idempotency: 'natural', effect: 'destructive' } as const;
const off = { idempotency: 'natural', effect: 'reversible' } as const;

describe('engine/removal', () => {
  it.each([
    ['a text', byId, undefined, 'a-1', { id: 'a-1' }],
    ['a number', byId, { type: 'object', properties: { id: { type: 'integer' } } }, '7', { id: 7 }],
    ['a member', { by: 'match', paths: ['profile.login'] }, undefined, 'ann', { profile: { login: 'ann' } }],
    ['several', { by: 'match', paths: ['team', 'id'] }, undefined, '["a",7]', { team: 'a', id: 7 }],
    ["the target's own id", { by: 'assigned', paths: [] }, undefined, '00u1', { uid: '00u1' }],
  ] as const)('names a record by %s', (_, identity, schema, targetId, body) => {
    const object = { key: ['uid'], schema, operations: { delete: gone } };

    expect(compile({ on_missing: 'delete' }, object, identity).removal?.toBody(targetId)).toEqual(body);
  });

  it('switches records off where the target does so by itself, or by the fields that are named', () => {
    const fields = { on_missing: 'deactivate', deactivate_with: { active: false } };

    expect(compile({ on_missing: 'deactivate' }, { operations: { delete: off } }).removal?.operation).toBe('delete');
    const { removal } = compile(fields, { operations: { update: off } });
    expect([removal?.operation, removal?.toBody('a')]).toEqual(['update', { id: 'a', active: false }]);
  });

  it.each([
    [{ on_missing: 'delete' }, { operations: {} }],
    [{ on_missing: 'deactivate' }, { operations: { delete: gone } }],
    [{ on_missing: 'delete' }, { operations: { delete: { ...gone, idempotency: 'none' } } }],
  ] as const)('refuses %j of %j', (target, object) => {
    expect(compile(target, object).problems).toMatchObject([{ path: 'target.on_missing', code: 'unsupported' }]);
  });

  it('refuses what would remove nothing, as the ids that the target assigns are never read', () => {
    const { problems } = compile(
      { on_missing: 'delete' },
      { operations: { delete: gone } },
      { by: 'assigned', paths: [], isNeverRead: true },
    );

    expect(problems).toMatchObject([{ path: 'target.on_missing', code: 'unsupported' }]);
  });

  it.each([
    [{ known: 8, missing: 5, confirmed: 5 }, 0, {}, undefined],
    [{ known: 40, missing: 6, confirmed: 6 }, 0, {}, 'above_guard'],
    [{ known: 100, missing: 20, confirmed: 10 }, 0, {}, undefined],
    [{ known: 100, missing: 20, confirmed: 11 }, 0, {}, 'above_guard'],
    [{ known: 100, missing: 2, confirmed: 2 }, 0, { max: 1 }, 'above_guard'],
    [{ known: 100, missing: 2, confirmed: 2 }, 0, { max: 5, percentMax: 1 }, 'above_guard'],
    [{ known: 100, missing: 50, confirmed: 50 }, 0, { percentMax: 50 }, undefined],
    [{ known: 3, missing: 3, confirmed: 1 }, 0, { max: 5 }, 'all_missing'],
    [{ known: 3, missing: 3, confirmed: 3 }, 0, { approved: 3 }, undefined],
    [{ known: 3, missing: 3, confirmed: 3 }, 0, { approved: 2 }, 'above_guard'],
    [{ known: 9, missing: 1, confirmed: 1 }, 1, { approved: 9 }, 'unidentified_records'],
    [{ known: 9, missing: 0, confirmed: 0 }, 1, {}, undefined],
    [{ known: 9, missing: 9, confirmed: 0 }, 0, {}, undefined],
    [{ known: 40, missing: 9, confirmed: 6, approved: 6 }, 0, { max: 1 }, undefined],
    [{ known: 40, missing: 9, confirmed: 7, approved: 6 }, 0, { max: 1 }, 'above_guard'],
    [{ known: 9, missing: 9, confirmed: 9, approved: 9 }, 0, {}, undefined],
    [{ known: 9, missing: 9, confirmed: 9, approved: 9 }, 1, {}, 'unidentified_records'],
  ] as const)('of %j with %i unidentified, the guard %j says %s', (counts, unidentified, guard, reason) => {
    expect(findReasonToWithhold({ approved: 0, ...counts }, unidentified, guard)?.reason).toBe(reason);
  });
});
