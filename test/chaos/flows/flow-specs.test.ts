import { describe, expect, it } from 'vitest';
import { flowSpecs } from './flow-specs.ts';
import { newRecord } from './source-records.ts';

const ends = { world: 'world', guarded: 'guarded', table: 'table' };
const definitions = flowSpecs.map((spec) => ({ spec, text: JSON.stringify(spec.definition(ends)) }));

describe('test/chaos/flows/flow-specs', () => {
  it.each([
    ['writes that may be repeated', '"kind":"put_by_key"'],
    ['writes under keys', '"kind":"header"'],
    ['writes that are looked up', '"kind":"find"'],
    ['a table', '"connection_id":"table"'],
    ['groups', '"group_by"'],
    ['a script', '"script"'],
    ['records of another object', '"enrich"'],
    ['removals', '"on_missing":"delete"'],
    ['steps', '"steps"'],
    ['deliveries', '"type":"webhook"'],
  ])('has a flow with %s', (_, member) => {
    expect(definitions.filter(({ text }) => text.includes(member))).not.toEqual([]);
  });

  it('changes credentials of some, and removes records of some', () => {
    expect(flowSpecs.some(({ guarded }) => guarded)).toBe(true);
    expect(flowSpecs.some(({ mutation }) => mutation.removed > 0 && mutation.changed > 0)).toBe(true);
  });

  it.each(definitions)('says by hand what must come of each record of $spec.name', ({ spec }) => {
    const records = Array.from({ length: spec.records }, (_, n) => newRecord(n));
    const expected = spec.expected(records);

    const isGrouped = JSON.stringify(spec.definition(ends)).includes('"group_by"');
    expect(expected.size).toBe(isGrouped ? new Set(records.map(({ team }) => team)).size : records.length);
    for (const [key, body] of expected) expect(body['ref']).toBe(key);
  });
});
