import { describe, expect, it } from 'vitest';
import { listFences, listSteps } from './pages.ts';

describe('test/docs/pages', () => {
  it('finds blocks with their marks and lines, also within lists', () => {
    const text = '# A\n\n```sh illustrative\nls\n```\n\n1. One:\n\n   ```yaml\n   a:\n     b: 1\n   ```\n';

    expect(listFences(text)).toEqual([
      { language: 'sh', marks: new Set(['illustrative']), text: 'ls\n', line: 3 },
      { language: 'yaml', marks: new Set(), text: 'a:\n  b: 1\n', line: 9 },
    ]);
  });

  it('gives the commands of a page with what they print', () => {
    const text = '```sh\nls\n```\n\n```text output\na\n\nb\n```\n\n```sh illustrative\nrm\n```\n\n```sh\npwd\n```\n';

    expect(listSteps({ path: 'a.md', text, fences: listFences(text) })).toEqual([
      { commands: 'ls\n', output: ['a', 'b'], line: 1 },
      { commands: 'pwd\n', output: [], line: 15 },
    ]);
  });
});
