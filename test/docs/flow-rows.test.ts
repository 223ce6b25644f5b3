import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workflowTypes } from '../../core/enums.ts';
import { stepKinds } from '../../flow/steps/kinds.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { hasTitle } from './has-title.ts';

interface Row {
  part: string;
  row: string;
  /** Path of the test, from the root, and its title. */
  file: string;
  title: string;
  /** Path of the recipe, from the root. */
  recipe: string | undefined;
}

const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');
const rows = listRows(await read('test/flow-rows.md'));

/** Rows of the table: `| step | \`stop\` | \`file\`: title | [Name](../docs/recipes/NAME.md) |`. */
function listRows(page: string): Row[] {
  return [...page.matchAll(/^\| (step|trigger) +\| ([^|]+?) +\| `([^`]+)`: ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(
    ([, part = '', row = '', file = '', title = '', link = '']) => ({
      part,
      row,
      file,
      title,
      recipe: /\]\(\.\.\/(.+)\)/.exec(link)?.[1],
    }),
  );
}

describe('test/docs/flow-rows', () => {
  it('has a row for each kind of step and of trigger', () => {
    const begins = (part: string, name: string) => rows.some((one) => one.part === part && one.row.startsWith(name));

    expect(stepKinds.filter(({ name }) => !begins('step', `\`${name}\``)).map(({ name }) => name)).toEqual([]);
    expect(workflowTypes.filter((type) => !begins('trigger', type))).toEqual([]);
  });

  it.each(rows)('finds the test of $part $row', async ({ file, title }) => {
    expect(hasTitle(await read(file), title)).toBe(true);
  });

  it.each(rows)('finds the recipe of $part $row, which is listed', async ({ recipe = '' }) => {
    expect(await read(recipe)).toContain('```text output');
    expect(await read('docs/recipes/README.md')).toContain(`(${recipe.replace('docs/recipes/', '')})`);
  });
});
