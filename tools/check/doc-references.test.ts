import { describe, expect, it } from 'vitest';
import { findBroken, type Known } from './doc-references.ts';

const known: Known = {
  paths: new Set(['README.md', 'core', 'core/ids.ts', 'docs', 'docs/adr', 'docs/adr/0001-x.md', 'connectors']),
  scripts: new Set(['check']),
};

describe('tools/check/doc-references', () => {
  it.each([
    'See `core/ids.ts`, `core/` and `./core/ids.ts`.',
    'See [one](docs/adr/0001-x.md), [two](docs/adr/#words), [three](https://example.com/a) and [four](#here).',
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
    ['README.md', 'Run `npm run chekc`.', 'npm run chekc'],
    ['README.md', '```sh\nnpm run chekc\n```', 'npm run chekc'],
  ])('finds what %s names and nobody has: %j', (file, text, missing) => {
    expect(findBroken(file, text, known)).toEqual([expect.stringContaining(missing)]);
  });
});
