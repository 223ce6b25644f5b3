import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { packLines, readLine } from './line-table.ts';
import { readLines } from './name-lines.ts';

describe('start/bundles/line-table', () => {
  it('tells of each line where it comes from', () => {
    const folder = mkdtempSync(join(tmpdir(), 'hub-lines-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'x.js.lines');
    const lines = [
      { source: 'a/é.ts', line: 7 },
      undefined,
      { source: 'b.ts', line: 70_000 },
      { source: 'a/é.ts', line: 1 },
    ];

    writeFileSync(file, packLines(lines));

    expect([1, 2, 3, 4].map((line) => readLine(file, line))).toEqual(lines);
    expect(readLine(join(folder, 'none.lines'), 1)).toBeUndefined();
  });

  it('reads the first place of each line of a source map', () => {
    // Columns 0 and 4 of line 1; none of line 2; back to the first source and up two lines in line 3.
    expect(readLines('AAKA,ICEA;;ADJA', ['a.ts', 'b.ts'])).toEqual([
      { source: 'a.ts', line: 6 },
      undefined,
      { source: 'a.ts', line: 4 },
    ]);
  });
});
