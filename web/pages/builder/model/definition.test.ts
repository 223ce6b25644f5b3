import { describe, expect, it } from 'vitest';
import { chooseDraft, openDrafts } from '../../../model/draft-store.ts';
import { mergeDefinitions } from './merge-definitions.ts';
import { getAt, parsePath, setAt, toPathText } from './paths.ts';

function makeShelf() {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

describe('web/pages/builder/model/definition', () => {
  it('reads and writes paths as the API does, and sets what they lead to', () => {
    const path = parsePath('steps[0].action.mapping[1].from');

    expect(path).toEqual(['steps', 0, 'action', 'mapping', 1, 'from']);
    expect(toPathText(path)).toBe('steps[0].action.mapping[1].from');
    const set = setAt({ name: 'a', mapping: [{ to: 'x' }, { to: 'y' }] }, ['mapping', 1, 'from'], 'z');
    expect(getAt(set, ['mapping', 1])).toEqual({ to: 'y', from: 'z' });
    expect(setAt(set, ['mapping', 0], undefined)).toEqual({ name: 'a', mapping: [{ to: 'y', from: 'z' }] });
    expect(setAt({}, ['source', 'object'], 'users')).toEqual({ source: { object: 'users' } });
    expect(Object.keys(setAt({ a: 1, b: 2 }, ['a'], 3))).toEqual(['a', 'b']);
  });

  it('merges what two people changed, rule by rule, and asks only where both changed the same', () => {
    const base = {
      name: 'n',
      mapping: [
        { to: 'a', from: 'x' },
        { to: 'b', from: 'y' },
      ],
      concurrency: 'queue',
    };
    const mine = {
      name: 'mine',
      mapping: [
        { to: 'a', from: 'mine' },
        { to: 'b', from: 'y' },
        { to: 'c', value: 1 },
      ],
      concurrency: 'queue',
    };
    const theirs = {
      name: 'n',
      mapping: [
        { to: 'd', from: 'w' },
        { to: 'a', from: 'theirs' },
      ],
      concurrency: 'skip',
    };
    const { merged, conflicts } = mergeDefinitions(base, mine, theirs);

    expect(conflicts).toEqual([{ path: 'mapping[a].from', base: 'x', mine: 'mine', theirs: 'theirs' }]);
    expect(merged).toEqual({
      name: 'mine',
      mapping: [
        { to: 'd', from: 'w' },
        { to: 'a', from: 'mine' },
        { to: 'c', value: 1 },
      ],
      concurrency: 'skip',
    });
    expect(getAt(mergeDefinitions(base, mine, theirs, () => 'theirs').merged, ['mapping', 1, 'from'])).toBe('theirs');
  });

  it('asks where one takes away what the other changed', () => {
    const { conflicts } = mergeDefinitions(
      { mapping: [{ to: 'a', from: 'x' }] },
      { mapping: [] },
      { mapping: [{ to: 'a', from: 'y' }] },
    );

    expect(conflicts).toEqual([
      { path: 'mapping[a]', base: { to: 'a', from: 'x' }, mine: undefined, theirs: { to: 'a', from: 'y' } },
    ]);
  });

  it('keeps the drafts of a person, the newest twenty, and none of anybody else', () => {
    const shelf = makeShelf();
    const mine = openDrafts(shelf, 'usr_1');
    const draft = { definition: { name: 'b' }, base: { name: 'a' }, etag: '"1"', at: '2026-01-01' };
    for (let number = 0; number < 22; number += 1)
      mine.keep(`int_${number}`, { ...draft, at: `2026-01-${10 + number}` });

    expect(mine.read('int_21')?.definition).toEqual({ name: 'b' });
    expect([mine.read('int_0'), mine.read('int_1'), mine.read('int_2')?.at]).toEqual([
      undefined,
      undefined,
      '2026-01-12',
    ]);
    expect(openDrafts(shelf, 'usr_2').read('int_21')).toBeUndefined();
    mine.keep('int_20', { ...draft, unread: 'tags: [' });
    expect(mine.read('int_20')).toEqual({ ...draft, unread: 'tags: [' });
    mine.drop('int_21');
    expect(mine.read('int_21')).toBeUndefined();
  });

  it.each([
    ['nothing anywhere', undefined, undefined, 'none'],
    ['work of another browser', undefined, '"2"', 'hub'],
    ['work of before there was a hub', {}, undefined, 'here'],
    ['what the hub has as well', { hubEtag: '"2"', isOnHub: true }, '"2"', 'here'],
    ['more than the hub has', { hubEtag: '"2"', isOnHub: false }, '"2"', 'here'],
    ['what another browser went on with', { hubEtag: '"2"', isOnHub: true }, '"3"', 'hub'],
    ['what another browser saved or discarded', { hubEtag: '"2"', isOnHub: true }, undefined, 'none'],
    ['more than was discarded elsewhere', { hubEtag: '"2"', isOnHub: false }, undefined, 'here'],
    ['what went on in both', { hubEtag: '"2"', isOnHub: false, sent: { name: 'mine' } }, '"3"', 'both'],
    [
      'what was sent, where the answer was lost',
      { hubEtag: '"2"', isOnHub: false, sent: { name: 'c' } },
      '"3"',
      'here',
    ],
    ['what was sent first, where the answer was lost', { isOnHub: false, sent: { name: 'c' } }, '"3"', 'here'],
  ] as const)('goes on with %s', (_, here, onHub, choice) => {
    const draft = { definition: { name: 'b' }, base: { name: 'a' }, etag: '"1"', at: '2026-01-01' };

    expect(chooseDraft(here && { ...draft, ...here }, onHub && { etag: onHub, definition: { name: 'c' } })).toBe(
      choice,
    );
  });

  it('says when a draft cannot be kept, and passes over one that it cannot read', () => {
    const full = openDrafts(
      {
        ...makeShelf(),
        setItem: () => {
          throw new Error('full');
        },
        getItem: () => '{"definition": 1}',
      },
      'usr_1',
    );

    expect(full.keep('int_1', { definition: {}, base: {}, etag: '', at: '' })).toBe(false);
    expect(full.read('int_1')).toBeUndefined();
  });
});
