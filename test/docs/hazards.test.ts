import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../start/state/settings.ts';
import { hasTitle } from './has-title.ts';

interface Hazard {
  id: string;
  /** Path of the test, from the root; absent where nothing tests it. */
  file?: string | undefined;
  /** Of the test; else why there is none. */
  text: string;
}

const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');
const hazards = listHazards(await read('test/hazards.md'));

/** Rows of the table: `| C1 | what could happen | \`file\`: title |`. */
function listHazards(page: string): Hazard[] {
  return [...page.matchAll(/^\| ([CPS]\d+) +\| [^|]+ \| (?:`([^`]+)`: )?([^|]+?) +\|$/gm)].map(
    ([, id = '', file, text = '']) => ({ id, file, text }),
  );
}

describe('test/docs/hazards', () => {
  it('has a row for each hazard, in their order', () => {
    const count = (kind: string, last: number) => Array.from({ length: last }, (_, n) => `${kind}${n + 1}`);

    expect(hazards.map(({ id }) => id)).toEqual([...count('C', 30), ...count('P', 12), ...count('S', 18)]);
    expect(hazards.filter(({ file }) => file === undefined).map(({ id }) => id)).toEqual(['C18']);
  });

  it.each(hazards.filter(({ file }) => file !== undefined))('finds the test of $id', async ({ file = '', text }) => {
    expect(hasTitle(await read(file), text)).toBe(true);
  });

  it('misses a test that has another title', () => {
    const source = "it('keeps what it has', () => {});\n])('refuses %s', () => {});";

    expect(
      ['keeps what it has', 'refuses %s', 'keeps what it', 'keeps'].map((title) => hasTitle(source, title)),
    ).toEqual([true, true, false, false]);
  });
});
