import { describe, expect, it } from 'vitest';
import { judgeSample } from './judge-sample.ts';
import { type Fence, readPages } from './pages.ts';

const pages = await readPages();
const samples = pages.flatMap((page) =>
  page.fences.map((fence) => ({ ...fence, page, at: `${page.path}:${fence.line}` })),
);
const data = samples.filter(({ language, marks }) => /^(?:json|ya?ml)$/.test(language) && !marks.has('illustrative'));
const programs = samples.filter(({ language }) => ['js', 'ts'].includes(language));
const diagrams = samples.filter(({ language }) => language === 'mermaid');

/** What is done with a block of each language; one of another language can only be illustrative. */
const tried = new Set(['sh', 'json', 'yaml', 'js', 'ts', 'mermaid']);

describe('test/docs/samples', () => {
  it.each(data)('shows at $at what the hub takes or says', async ({ text }) => {
    expect(await judgeSample(text)).toEqual([]);
  });

  it.each(programs)('has at $at a program that something else tries', ({ page, text }) => {
    // Generated from a file that is compiled, or imported and called by test/docs-events.
    const before = page.text.slice(0, page.text.indexOf(text));

    expect(before).toMatch(/<!-- (?:[\w-]+:start|sample:\w+) -->\s+```\w+\n$/);
  });

  it.each(diagrams)('has at $at a diagram whose brackets match', ({ text }) => {
    expect(text).toMatch(/^(?:flowchart (?:LR|TB)|sequenceDiagram|stateDiagram-v2|erDiagram)\n/);
    expect(findUnmatched(text)).toBeUndefined();
  });

  it('marks what is neither tried nor what a command prints, which is the smaller part', () => {
    const isShown = ({ language, marks }: Fence): boolean =>
      marks.has('illustrative') || marks.has('output') || ['', 'text'].includes(language);
    const open = samples.filter((sample) => !tried.has(sample.language) && !isShown(sample)).map(({ at }) => at);
    const illustrative = samples.filter(({ marks }) => marks.has('illustrative'));

    expect(open).toEqual([]);
    expect(illustrative.length).toBeLessThan(samples.length / 3);
  });
});

/** The first bracket without its other half, in what is neither quoted nor a relation of entities. */
function findUnmatched(text: string): string | undefined {
  const halves: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  const open: string[] = [];
  for (const [bracket] of text.replaceAll(/"[^"]*"|\|\|--[|o]\{/g, '').matchAll(/[()[\]{}]/g)) {
    if (halves[bracket] === undefined) open.push(bracket);
    else if (open.pop() !== halves[bracket]) return bracket;
  }
  return open.at(-1);
}
