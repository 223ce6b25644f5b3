import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../core/json.ts';
import { type CompileInput, compilePlan } from './compile.ts';
import { definitionSchema } from './definition.ts';

const source = { connection_id: 's', object: 'users', key: ['id'] };
const target = { connection_id: 't', object: 'people', match_on: ['id'] };
const mapping = [{ to: 'id', from: 'id' }];
const object = { operations: { list: {}, upsert: { idempotency: 'natural', identity: 'match' } } } as const;

function compile(members: JsonObject, ends: Partial<CompileInput> = { source: object, target: object }) {
  return compilePlan({ definition: definitionSchema.parse(members), ...ends, namespace: 'x' });
}

describe('engine/compile', () => {
  it('gives the plan of a complete definition', () => {
    expect(compile({ source, target, mapping })).toMatchObject({ ok: true, problems: [] });
  });

  it('tells what is wrong with the parts of a draft, and asks for none that is missing', () => {
    const draft = { source: { ...source, filter: 'id ==' }, mapping: [{ to: 'id', from: 'a[' }] };

    expect(compile(draft, {}).problems.map(({ path }) => path)).toEqual(['source.filter', 'mapping[0].from']);
    expect(compile({ source: { connection_id: source.connection_id, object: source.object }, mapping })).toMatchObject({
      ok: false,
      problems: [],
    });
  });

  it('says what is doubtful, and which tables are named, beside what is wrong', () => {
    const rules = [
      { to: 'id', from: 'id', lookup: { table: 'lut_1' } },
      { to: 'name', from: 'b[' },
    ];
    const filter = "lookup('lut_2', id) == 'x'";

    const { problems, tables } = compile({ source: { ...source, filter }, target, mapping: rules });

    expect(problems.map(({ path }) => path)).toContain('mapping[1].from');
    expect(tables).toMatchObject([{ path: 'source.filter' }]);
  });

  it('compares a definition with known schemas only where it is reviewed', () => {
    const known = {
      schema: { type: 'object', properties: {}, additionalProperties: false },
      from: 'declaration',
    } as const;
    const review = { source: known, target: undefined };

    expect(compile({ source, target, mapping })).toMatchObject({ ok: true });
    expect(compile({ source, target, mapping }, { source: object, target: object, review }).problems).toMatchObject([
      { path: 'mapping[0].from', code: 'unknown_field' },
    ]);
  });
});
