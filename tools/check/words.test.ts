import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkWords, findOldWords, findUnneeded } from './words.ts';
import { oldWords, type OldWord } from './words.data.ts';

const words: OldWord[] = [
  { word: 'bell', instead: 'notifier', pending: ['services'] },
  { word: 'letter', instead: 'dead letter', after: ['dead'], ordinaryIn: ['formula'] },
  { word: 'takeTurn', instead: 'acquire a slot' },
  { word: 'Asked', instead: 'a noun' },
];

const find = (source: string, path = 'runs/a.ts'): string[] => findOldWords(path, source, words);

describe('tools/check/words', () => {
  let root: string;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'words-'));
    await mkdir(join(root, 'vault'));
  });

  afterAll(() => rm(root, { recursive: true }));

  it.each(['bell', 'credentialBell', 'BELL_NAME', 'Bell', '#bell', 'takeTurnAgain', 'letter', 'Asked'])(
    'refuses %s',
    (name) => {
      expect(find(`const a = b.${name};`)).toHaveLength(1);
    },
  );

  it.each(['label', 'bellows', 'deadLetter', 'asked', 'takenTurn', 'takeTurns'])('accepts %s', (name) => {
    expect(find(`const a = b.${name};`)).toEqual([]);
  });

  it('says where the word is, and what to say instead', () => {
    expect(find('const a = 1;\nconst bell = a;')).toEqual([
      'runs/a.ts:2: `bell` says "bell"; the glossary has: notifier.',
    ]);
  });

  it('accepts old words in comments and texts', () => {
    expect(find("// The bell\nconst a = 'bell';")).toEqual([]);
  });

  it('refuses them in names of files', () => {
    expect(find('', 'runs/credential-bell.test.ts')).toHaveLength(1);
  });

  it('accepts them where they have their ordinary meaning, or still wait', () => {
    expect(find('letter', 'formula/a.ts')).toEqual([]);
    expect(find('bell', 'services/a.ts')).toEqual([]);
    expect(find('bell', 'services-of-others/a.ts')).toHaveLength(1);
  });

  it('refuses exceptions that nothing needs', () => {
    const used = new Set<string>();
    findOldWords('runs/a.ts', 'bell', words, used);
    const unneeded = findUnneeded(words, used);
    findOldWords('services/a.ts', 'bell', words, used);

    expect(unneeded).toEqual([expect.stringContaining('services no longer says "bell"')]);
    expect(findUnneeded(words, used)).toEqual([]);
  });

  it('finds a word that is planted in a repository', async () => {
    await writeFile(join(root, 'vault', 'open.ts'), 'export const credentialBell = 1;\n');

    expect(await checkWords(root)).toContainEqual(expect.stringContaining('vault/open.ts:1: `credentialBell`'));
  });

  it('names each word once', () => {
    expect(new Set(oldWords.map(({ word }) => word)).size).toBe(oldWords.length);
  });
});
