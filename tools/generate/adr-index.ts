import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Output } from './output.ts';

const note = '<!-- Written by tools/generate.ts from the headings of the decisions. -->';

const heading = /^# \d+\. (.+)$/m;

/** The list of decisions, with those that later ones replace. */
export async function renderAdrIndex(root: string): Promise<Output> {
  const folder = join(root, 'docs/adr');
  const files = (await readdir(folder).catch(() => [])).filter((name) => /^\d{4}-.*\.md$/.test(name)).toSorted();
  const rows = await Promise.all(
    files.map(async (file) => renderRow(file, await readFile(join(folder, file), 'utf8'))),
  );
  const text = [
    note,
    '# Decisions',
    'Why the hub is built as it is. A decision is written down once and not changed: a later one replaces it, whole or in part.',
    ['| number | decision | replaces |', '| --- | --- | --- |', ...rows].join('\n'),
    '',
  ].join('\n\n');
  return { path: 'docs/adr/README.md', text };
}

/** @throws {Error} when the file does not begin as a decision does. */
function renderRow(file: string, text: string): string {
  const [, title] = heading.exec(text) ?? [];
  if (title === undefined) throw new Error(`docs/adr/${file} has no heading of the form "# 1. Title".`);
  const [, replaced = ''] = /\bReplaces ([^.;]+)[.;]/.exec(text) ?? [];
  return `| ${Number(file.slice(0, 4))} | [${title}](${file}) | ${replaced} |`;
}
