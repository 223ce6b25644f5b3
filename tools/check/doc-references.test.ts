import { describe, expect, it } from 'vitest';
import { findBroken, findBrokenInComments, type Known, listAnchors } from './doc-references.ts';

const known: Known = {
  paths: new Set(['README.md', 'core', 'core/ids.ts', 'docs', 'docs/adr', 'docs/adr/0001-x.md', 'connectors']),
  scripts: new Set(['check']),
  anchors: new Map([
    ['README.md', new Set(['here'])],
    ['docs/adr/0001-x.md', new Set(['words'])],
  ]),
};

describe('tools/check/doc-references', () => {
  it.each([
    'See `core/ids.ts`, `core/` and `./core/ids.ts`.',
    'See [one](docs/adr/0001-x.md), [two](docs/adr/0001-x.md#words), [three](https://example.com/a) and [four](#here).',
    'Run `npm run check`.',
    'A `connectors/ID` folder, `docs/errors/{code}.md`, `connectors/*/index.ts`, `application/json` and `a/b`.',
    '```sh\ncat core/missing.ts\n```',
  ])('accepts %j', (text) => {
    expect(findBroken('README.md', text, known)).toEqual([]);
  });

  it.each([
    ['README.md', 'See `core/missing.ts`.', 'core/missing.ts'],
    ['README.md', 'See `core/pure/`.', 'core/pure'],
    ['README.md', 'See [it](docs/missing.md).', 'docs/missing.md'],
    ['docs/adr/0001-x.md', 'See [it](../../README.txt).', 'README.txt'],
    ['README.md', 'See [it](#nowhere).', '#nowhere'],
    ['README.md', 'See [it](docs/adr/0001-x.md#nowhere).', '#nowhere'],
    ['docs/adr/0001-x.md', 'See [it](../../README.md#words).', '#words'],
    ['README.md', 'Run `npm run chekc`.', 'npm run chekc'],
    ['README.md', '```sh\nnpm run chekc\n```', 'npm run chekc'],
  ])('finds what %s names and nobody has: %j', (file, text, missing) => {
    expect(findBroken(file, text, known)).toEqual([expect.stringContaining(missing)]);
  });

  it.each([
    '/** @see docs/adr/0001-x.md#words */',
    '// ADR 1 says why; see `core/ids.ts` and RFC 9110 §5.1.',
    '-- As docs/adr/0001-x.md decides.',
    'const text = "docs/missing.md and GUIDE §2";',
    '/** Writes `connectors/ID/write-schemas.json`; `core/ids` is a room. */',
  ])('accepts in source: %j', (text) => {
    expect(findBrokenInComments('core/ids.ts', text, known)).toEqual([]);
  });

  it.each([
    ['/** @see docs/missing.md */', 'docs/missing.md'],
    ['/** @see docs/adr/0001-x.md#nowhere */', '#nowhere'],
    ['/** Stands in `core/missing.ts`. */', 'core/missing.ts'],
    ['// See GUIDE.md.', 'GUIDE.md'],
    ['// The order of GUIDE §2.', 'GUIDE'],
    ['/** @see GUIDE.md §2 "Limits" */', 'GUIDE.md'],
    ['-- The fence (GUIDE §7).', 'GUIDE'],
    ['// ADR 99 says why.', 'ADR 99'],
  ])('finds in source what %j names and nobody has', (text, missing) => {
    expect(findBrokenInComments('core/ids.ts', text, known).join()).toContain(missing);
  });

  it('makes anchors of headings as GitHub does, and none of comments in code', () => {
    const text = '# The `hub`, a [tool](x.md): why?\n\n## Ö & 2\n\n## Ö & 2\n\n```sh\n# No heading\n```\n';

    expect([...listAnchors(text)]).toEqual(['the-hub-a-tool-why', 'ö--2', 'ö--2-1']);
  });
});
