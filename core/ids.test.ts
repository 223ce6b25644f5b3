import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newUuid, toId, toUuid } from './ids.ts';

describe('core/ids', () => {
  it.each([
    ['00000000-0000-0000-0000-000000000000', 'conn_00000000000000000000000000'],
    ['00000000-0000-0000-0000-00000000000a', 'conn_0000000000000000000000000a'],
    ['00000000-0000-0000-0000-00000000ffff', 'conn_00000000000000000000001zzz'],
    ['01889c89-df6b-7f1c-a388-91396ec314bc', 'conn_01h2e8kqvbfwea724h75qc655w'],
    ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'conn_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
  ])('writes %s as the TypeID specification does', (uuid, id) => {
    expect(toId('connection', uuid)).toBe(id);
    expect(toUuid('connection', id)).toBe(uuid);
  });

  it('gives every UUID back, in the same order', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        expect(toUuid('run', toId('run', a))).toBe(a);
        expect(toId('run', a) < toId('run', b)).toBe(a < b);
      }),
    );
  });

  it.each([
    '',
    'conn',
    'conn_',
    'run_01h2e8kqvbfwea724h75qc655w',
    'conn_81h2e8kqvbfwea724h75qc655w',
    'conn_01H2E8KQVBFWEA724H75QC655W',
  ])('takes %j for no id of a connection', (text) => {
    expect(toUuid('connection', text)).toBeUndefined();
  });

  it('makes ids that are ordered by their making', () => {
    const ids = Array.from({ length: 1000 }, newUuid);

    expect(ids.toSorted()).toEqual(ids);
  });
});
