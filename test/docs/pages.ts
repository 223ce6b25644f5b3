import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../start/state/settings.ts';
import { listFiles } from '../../tools/check/repository-files.ts';

/** A fenced block of a page. */
export interface Fence {
  /** First word of the info string: `sh`, `json`, … Empty where there is none. */
  language: string;
  /** The other words of the info string. `illustrative`: shows something that cannot be tried; `output`: see `Step`. */
  marks: ReadonlySet<string>;
  text: string;
  /** Where it begins in the page, from 1. */
  line: number;
}

/** A document for people who use or run the hub. */
export interface Page {
  /** From the root of the repository. */
  path: string;
  text: string;
  fences: readonly Fence[];
}

/** Commands that readers copy into a shell, and what they see then. */
export interface Step {
  commands: string;
  /** Lines that come in this order, others between them. `…` stands for anything within a line. */
  output: readonly string[];
  line: number;
}

/** README.md and what lies under docs/, without the decisions, which are not changed any more. */
export async function readPages(): Promise<Page[]> {
  const files = await listFiles(projectRoot);
  const paths = files.filter((path) => path === 'README.md' || /^docs\/(?!adr\/0).*\.md$/.test(path));
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(projectRoot, path), 'utf8');
      return { path, text, fences: listFences(text) };
    }),
  );
}

/** Lists the fenced blocks of a document. Blocks within lists are indented; their text is not. */
export function listFences(text: string): Fence[] {
  const blocks = text.matchAll(/^([ \t]*)(`{3,})([^\n`]*)\n(.*?)^\1\2[ \t]*$/gms);
  return [...blocks].map(({ index, 1: indent = '', 3: info = '', 4: body = '' }) => {
    const [language = '', ...marks] = info.trim().split(/\s+/);
    return {
      language,
      marks: new Set(marks),
      text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      line: text.slice(0, index).split('\n').length,
    };
  });
}

/** A page without its fenced blocks: what is said of code in passing. */
export function readProse({ text }: Page): string {
  return text.replaceAll(/^([ \t]*)(`{3,})[^\n`]*\n.*?^\1\2[ \t]*$/gms, '');
}

/** Code within sentences: `like this`. */
export function listInlineCode(page: Page): string[] {
  return [...readProse(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** What of a page can be tried, in order: its `sh` blocks, each with the `text output` block that follows it. */
export function listSteps({ fences }: Page): Step[] {
  return fences.flatMap((fence, index): Step[] => {
    if (fence.language !== 'sh' || fence.marks.has('illustrative')) return [];
    const next = fences[index + 1];
    const output = next?.marks.has('output') === true ? next.text.split('\n').filter((line) => line.trim() !== '') : [];
    return [{ commands: fence.text, output, line: fence.line }];
  });
}
