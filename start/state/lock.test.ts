import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeLock } from './lock.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-lock-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('start/state/lock', () => {
  it('is held once for a folder', async () => {
    const lock = await takeLock(folder);

    await expect(takeLock(folder)).rejects.toThrow(/already running/);

    lock.release();
  });

  it('can be taken again after its release', async () => {
    (await takeLock(folder)).release();

    const again = await takeLock(folder);

    expect(again).toBeDefined();
    again.release();
  });

  it('ends with a holder that was killed', async () => {
    const script = `import('${join(import.meta.dirname, 'lock.ts')}').then(async ({ takeLock }) => {
      await takeLock(process.argv[1]); console.log('held'); setInterval(() => {}, 1000) })`;
    const holder = spawn(process.execPath, ['-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    await expect(takeLock(folder)).rejects.toThrow(/already running/);

    holder.kill('SIGKILL');
    await new Promise((resolve) => holder.once('exit', resolve));

    (await takeLock(folder)).release();
  });
});
