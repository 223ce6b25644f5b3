import { describe, expect, it } from 'vitest';
import { addNames, hasNames, readIdsByName, toIds, toIdsByName } from './member-names.ts';

const idPrefix = 'customfield_';

describe('connectors/kit/http/member-names', () => {
  const ids = toIdsByName({ summary: 'Summary', customfield_1: 'Story points', customfield_2: 'Team' }, idPrefix);

  it('shows members by their names beside their ids', () => {
    const record = { id: '7', fields: { summary: 'A', customfield_1: 5, customfield_9: 'x' } };

    expect(addNames(record, 'fields', ids)).toEqual({
      id: '7',
      fields: { summary: 'A', customfield_1: 5, customfield_9: 'x', 'Story points': 5 },
    });
  });

  it('leaves a member alone that has the name of another one', () => {
    const record = { fields: { Team: 'own', customfield_2: 'other' } };

    expect(addNames(record, 'fields', ids)).toEqual(record);
  });

  it('writes members that are given by name under their ids', () => {
    expect(toIds({ key: 'A-1', fields: { summary: 'A', 'Story points': 5 } }, 'fields', ids)).toEqual({
      key: 'A-1',
      fields: { summary: 'A', customfield_1: 5 },
    });
  });

  it('takes the value that is given by the id where there are both', () => {
    expect(toIds({ fields: { customfield_1: 8, 'Story points': 5 } }, 'fields', ids)).toEqual({
      fields: { customfield_1: 8 },
    });
  });

  it('knows no member by a name that two of them have', () => {
    const records = [
      { id: 'customfield_1', name: 'Team' },
      { id: 'customfield_2', name: 'Team' },
      { id: 'customfield_3', name: 'Story points' },
      { id: 'summary', name: 'Summary' },
    ];

    expect([...readIdsByName(records, { id: 'id', name: 'name', idPrefix })]).toEqual([
      ['Story points', 'customfield_3'],
    ]);
  });

  it.each([
    [{ fields: { summary: 'A', fixVersions: [], customfield_1: 5 } }, false],
    [{ fields: { 'Story points': 5 } }, true],
    [{ fields: { Team: 'x' } }, true],
    [{ key: 'A-1' }, false],
  ])('sees whether there is anything to look up: %j', (record, isNamed) => {
    expect(hasNames(record, 'fields', idPrefix)).toBe(isNamed);
  });
});
