import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkRooms, judgeRooms } from './rooms.ts';

const root = join(import.meta.dirname, '../..');

function judge(files: Readonly<Record<string, string>>): string[] {
  return judgeRooms(new Map(Object.entries(files)));
}

describe('tools/check/rooms', () => {
  it('finds nothing in the repository', async () => {
    expect(await checkRooms(root)).toEqual([]);
  });

  it('refuses a room of more than 12,000 lines, tests aside', () => {
    const half = '\n'.repeat(6001);
    expect(judge({ 'engine/a.ts': half, 'engine/stages/b.ts': half })).toEqual([
      expect.stringContaining('engine has 12002 lines'),
    ]);
    expect(judge({ 'engine/a.ts': half, 'engine/a.test.ts': half })).toEqual([]);
    expect(judge({ 'engine/a.ts': half, 'runs/a.ts': half })).toEqual([]);
  });

  it.each(['connectors', 'test'])('counts each folder of %s as a room of its own', (folder) => {
    const half = '\n'.repeat(6001);
    expect(judge({ [`${folder}/okta/a.ts`]: half, [`${folder}/slack/a.ts`]: half })).toEqual([]);
  });

  it('refuses a folder of more than 25 source files', () => {
    const files = Array.from({ length: 26 }, (_, number) => [`engine/a${number}.ts`, ''] as const);
    expect(judge(Object.fromEntries(files))).toEqual([expect.stringContaining('engine has 26 source files')]);
    expect(judge(Object.fromEntries(files.slice(1)))).toEqual([]);
  });

  it.each([
    ["import { b } from './b.ts';", "import { a } from './a.ts';"],
    ["import type { B } from './b.ts';", "import type {\n  A,\n} from './a.ts';"],
    ["export * from './b.ts';", "const a = () => import('./a.ts');"],
  ])('refuses a circle: %j, %j', (a, b) => {
    expect(judge({ 'engine/a.ts': a, 'engine/b.ts': b })).toEqual([
      expect.stringContaining('engine/a.ts, engine/b.ts import one another'),
    ]);
  });

  it('accepts imports in one direction', () => {
    expect(
      judge({ 'engine/a.ts': "import { b } from './b.ts';", 'engine/b.ts': "import { c } from '../core/c.ts';" }),
    ).toEqual([]);
  });
});
