import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { StartProblem } from '../problem.ts';
import { identifyProcess } from './processes.ts';
import { supervise, type Child, type ChildSpec } from './supervisor.ts';

let folder = '';
let children: Child[] = [];
let problems: StartProblem[] = [];
let said: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-supervisor-test-'));
  children = [];
  problems = [];
  said = [];
});
afterEach(async () => {
  for (const child of children) await child.stop();
  rmSync(folder, { recursive: true, force: true });
});

function start(script: string, options: Partial<ChildSpec> = {}): Child {
  const spec: ChildSpec = {
    name: 'worker',
    title: 'The child',
    command: { file: 'sh', args: ['-c', script], cwd: folder, env: { PATH: process.env['PATH'] ?? '' } },
    isReady: async () => true,
    needs: [],
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 5000,
    remedy: 'Read the log.',
    ...options,
  };
  const child = supervise(spec, {
    logDir: folder,
    runDir: folder,
    say: (text) => said.push(text),
    onChange: () => undefined,
    onGivenUp: (problem) => problems.push(problem),
  });
  children.push(child);
  return child;
}

describe('start/processes/supervisor', () => {
  it('starts a child again that was killed', async () => {
    const child = start('sleep 60');
    await child.whenReady();
    const first = child.pid();

    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => child.pid()).not.toBe(first);
    await child.whenReady();

    expect(identifyProcess(child.pid() ?? 0)).toBeDefined();
    expect(said.join()).toContain('The child ended (signal SIGKILL); starting it again in 100 ms.');
  });

  it('keeps a child running whose process id cannot be noted', async () => {
    symlinkSync(join(folder, 'nowhere', 'worker.pid'), join(folder, 'worker.pid'));
    const child = start('sleep 60');
    await child.whenReady();
    const first = child.pid();

    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => child.pid()).not.toBe(first);
    await child.whenReady();

    expect(identifyProcess(child.pid() ?? 0)).toBeDefined();
  });

  it('gives a child up that never becomes ready, with the end of its log and the way out', async () => {
    const child = start('echo no disk >&2; exit 7', { isReady: async () => false });

    await expect(child.whenReady()).rejects.toThrow(/ended 3 times without becoming ready/);

    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(/exit code 7[^]*no disk/);
    expect(problems[0]?.remedy).toBe('Read the log.');
  });

  it('says so when the program is not there', async () => {
    const child = start('', { command: { file: join(folder, 'none'), args: [], cwd: folder, env: {} } });

    await expect(child.whenReady()).rejects.toThrow(/ENOENT/);
  });

  it('waits for the children that it needs', async () => {
    let isUp = false;
    const first = start('sleep 60', { name: 'temporal', isReady: async () => isUp });
    const second = start('sleep 60', { needs: [first] });

    await sleep(150);
    expect(second.pid()).toBeUndefined();
    isUp = true;

    await second.whenReady();
    expect(second.pid()).toBeDefined();
  });

  it('kills a child that does not end in time, and does not start it again', async () => {
    const child = start("trap '' TERM; echo up; while :; do sleep 0.05; done", {
      stopTimeoutMs: 100,
      isReady: async () => readFileSync(join(folder, 'worker.log'), 'utf8').includes('up'),
    });
    await child.whenReady();
    const pid = child.pid() ?? 0;

    await child.stop();

    expect(identifyProcess(pid)).toBeUndefined();
    expect(child.pid()).toBeUndefined();
  });

  it('lets those go who wait for a child that is stopped', async () => {
    const child = start('sleep 60', { isReady: async () => false });
    const waiting = child.whenReady();

    await child.stop();

    await expect(waiting).rejects.toThrow(/was stopped/);
  });
});
