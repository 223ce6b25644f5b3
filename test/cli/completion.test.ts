import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../start/state/settings.ts';
import { type CliFolder, makeCliFolder } from './harness.ts';

const run = promisify(execFile);

let folder: CliFolder;

beforeAll(async () => {
  folder = await makeCliFolder();
  await mkdir(join(folder.path, 'bin'));
  await symlink(join(projectRoot, 'cli/hub'), join(folder.path, 'bin/hub'));
});

afterAll(() => folder.remove());

describe('test/cli/completion', { timeout: 120_000 }, () => {
  it.each([
    [['conn'], ['connections', 'connectors']],
    [
      ['connections', 'test'],
      ['test', 'test-unsaved'],
    ],
    [['keys', 'rot'], ['rotate']],
    [['accounts', 'list', '--sta'], ['--status']],
    [
      ['accounts', 'list', '--status', ''],
      ['active', 'inactive', 'pending'],
    ],
    [['accounts', 'get', 'Ber'], []],
    [['integrations', 'execute', '--w'], ['--wait']],
    [['--pro'], ['--profile']],
    [['complet'], ['completion']],
  ])('knows what may follow %j', async (words, expected) => {
    const { out } = await folder.run(['complete', '--', ...words]);

    expect(out.split('\n').slice(0, -1)).toEqual(expected);
  });

  it('completes in bash, through the program that is installed', async () => {
    const { out: script } = await folder.run(['completion', 'bash']);
    const ask = `${script}\nCOMP_WORDS=(hub look); COMP_CWORD=1; _hub; echo "\${COMPREPLY[@]}"`;

    const { stdout } = await run('bash', ['-c', ask], {
      env: { PATH: `${join(folder.path, 'bin')}:${process.env['PATH'] ?? ''}`, HOME: folder.path },
    });

    expect(stdout).toBe('lookup-tables\n');
  });

  it.each(['zsh', 'fish'])('has a script for %s', async (shell) => {
    const { code, out } = await folder.run(['completion', shell]);

    expect([code, out]).toEqual([0, expect.stringContaining('hub complete -- ')]);
  });

  it('says which shells there are', async () => {
    const { code, err } = await folder.run(['completion', 'tcsh']);

    expect([code, err]).toEqual([2, expect.stringContaining('bash, zsh, fish')]);
  });
});
