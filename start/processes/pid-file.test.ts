import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { endNotedProcess, writePidFile } from './pid-file.ts';
import { identifyProcess } from './processes.ts';

let folder = '';
let file = '';
let child: ChildProcess;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-pid-test-'));
  file = join(folder, 'x.pid');
  child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
});
afterEach(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const pidOf = (process: ChildProcess) => process.pid ?? 0;

describe('start/processes/pid-file', () => {
  it('ends the process that was noted', async () => {
    writePidFile(file, pidOf(child));

    expect(await endNotedProcess(file, 'SIGTERM', 2000)).toBe(true);
    expect(identifyProcess(pidOf(child))).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  it('kills a process that does not end when asked to', async () => {
    writePidFile(file, pidOf(child));
    // A stopped process does not see the request to end.
    process.kill(pidOf(child), 'SIGSTOP');

    expect(await endNotedProcess(file, 'SIGTERM', 100)).toBe(true);
    expect(identifyProcess(pidOf(child))).toBeUndefined();
  });

  it('leaves another process alone that was given the same id', async () => {
    writeFileSync(file, JSON.stringify({ pid: pidOf(child), identity: 'an earlier boot 123' }));

    expect(await endNotedProcess(file, 'SIGTERM', 2000)).toBe(false);
    expect(identifyProcess(pidOf(child))).toBeDefined();
  });

  it.each(['', '{"pid":', '{"pid":0,"identity":"x"}', '[]'])('does not believe a broken file: %j', async (content) => {
    writeFileSync(file, content);

    expect(await endNotedProcess(file, 'SIGTERM', 2000)).toBe(false);
    expect(existsSync(file)).toBe(false);
  });

  it('notes nothing about a process that has ended', async () => {
    process.kill(pidOf(child), 'SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));

    writePidFile(file, pidOf(child));

    expect(existsSync(file)).toBe(false);
  });
});
