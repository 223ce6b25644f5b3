import { describe, expect, it } from 'vitest';
import type { Json } from '../core/json.ts';
import { partTally, type Position, toCursor, wholeTally } from './position.ts';
import { readPosition, readSourceCursor } from './read-position.ts';

const removing = { stage: 'read', whole: true, unidentified: 2 };
const counts = { known: 3, missing: 2, confirmed: 1 };

describe('engine/read-position', () => {
  it.each<[string, Position]>([
    ['a reading', { phase: 'read', at: { page: 2 }, tally: { ...wholeTally, unidentified: 1, waiting: 4, size: 9 } }],
    ['groups', { phase: 'groups', at: '["it"]', tally: wholeTally }],
    ['judging', { phase: 'judge', at: { after: 'a', counts }, tally: { ...wholeTally, unidentified: 1 } }],
  ])('reads what is stored of %s', (_what, position) => {
    expect(readPosition(toCursor(position, true))).toEqual(position);
    expect(readPosition(toCursor(position, false))).toEqual({ ...position, tally: partTally });
  });

  it.each<[string, Json, Partial<Position> | object]>([
    ['the cursor of a source', { page: 2 }, { phase: 'read', at: { page: 2 } }],
    ['that of an export, which has phases too', { id: 'j', phase: 'read', at: 1 }, { phase: 'read', at: { id: 'j' } }],
    ['records that are grouped', { phase: 'collect', at: 7 }, { phase: 'read', at: 7, tally: { whole: true } }],
    ['groups that are written', { phase: 'write', after: '["it"]' }, { phase: 'groups', at: '["it"]' }],
    [
      'a reading before removal',
      { ...removing, at: 7 },
      { phase: 'read', at: 7, tally: { whole: true, unidentified: 2 } },
    ],
    [
      'one that groups, too',
      { ...removing, at: { phase: 'write', after: null } },
      { phase: 'groups', at: null, tally: { whole: true, unidentified: 2 } },
    ],
    [
      'judging',
      { stage: 'judge', after: 'a', counts, unidentified: 2 },
      { phase: 'judge', at: { after: 'a', counts }, tally: { unidentified: 2 } },
    ],
    ['removing', { stage: 'remove', after: 'a' }, { phase: 'remove', at: 'a' }],
    [
      'records that wait for others',
      { phase: 'read', at: 7, waiting: 3, size: 50 },
      { phase: 'read', at: 7, tally: { waiting: 3, size: 50 } },
    ],
    [
      'another look at them',
      { phase: 'refer', after: 'a', round: 2, progress: 1, last: false },
      { phase: 'references', at: { after: 'a', round: 2, progress: 1, last: false } },
    ],
  ])('reads what versions before stored of %s', (_what, cursor, position) => {
    expect(readPosition(cursor)).toMatchObject(position);
  });

  it('knows where a run stands in its source', () => {
    expect(readSourceCursor({ phase: 'read', at: 7 })).toBe(7);
    expect(readSourceCursor({ stage: 'read', at: { phase: 'collect', at: 7 }, whole: true })).toBe(7);
    expect(readSourceCursor({ phase: 'groups', at: 'a' })).toBe(null);
    expect(readSourceCursor(null)).toBe(null);
  });
});
