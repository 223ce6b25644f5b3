import { describe, expect, it } from 'vitest';
import { findUnfit, listRuntimePackages } from './licenses.ts';

describe('tools/check/licenses', () => {
  it.each(['MIT', 'Apache-2.0 AND MIT', '(MIT OR EUPL-1.1+)', 'GPL-3.0-only OR ISC'])('takes %s', (license) => {
    expect(findUnfit([{ name: 'a', license }])).toEqual([]);
  });

  it.each(['GPL-3.0-only', 'AGPL-3.0-or-later', 'LGPL-2.1', 'MPL-2.0', 'MIT AND GPL-2.0-only', 'SEE LICENSE IN x'])(
    'refuses %s',
    (license) => {
      expect(findUnfit([{ name: 'a', license }])).toEqual([expect.stringContaining(`a is under ${license}`)]);
    },
  );

  it('refuses a package that names none', () => {
    expect(findUnfit([{ name: 'a', license: undefined }])).toEqual([expect.stringContaining('a names no licence')]);
  });

  it('looks at what runs, wherever it is installed, and not at what builds and tests', () => {
    const packages = {
      '': { license: 'Apache-2.0' },
      'node_modules/a': { license: 'MIT' },
      'node_modules/a/node_modules/@s/b': { license: 'GPL-2.0-only' },
      'node_modules/builder': { license: 'GPL-2.0-only', dev: true },
      'node_modules/ssh2': {},
    };

    expect(listRuntimePackages(JSON.stringify({ packages }))).toEqual([
      { name: 'a', license: 'MIT' },
      { name: '@s/b', license: 'GPL-2.0-only' },
      { name: 'ssh2', license: 'MIT' },
    ]);
  });
});
