import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { projectRoot } from './state/settings.ts';

function run(script: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env;
  return spawnSync(process.execPath, [script, ...args], { cwd: projectRoot, env: { PATH, ...env }, encoding: 'utf8' });
}

describe('start/problem', () => {
  it.each([
    ['start/create-organization.ts', ['--nme', 'x'], "Unknown option '--nme'", '--name'],
    ['start/create-organization.ts', [], 'The name is missing', '--name'],
    ['start/create-organization.ts', ['--name', 'x', '--recover', 'org_x'], 'Use either', '--recover'],
    ['start/create-organization.ts', ['--name', 'x'], 'DATABASE_URL', 'Set the same variables'],
    ['start/create-secrets.ts', ['--add'], "Unknown option '--add'", '--add-key'],
  ])('is what %s %j ends with, and the way out', (script, args, said, remedy) => {
    const { status, stderr } = run(script, args);

    expect(status).toBe(1);
    expect(stderr).toContain(said);
    expect(stderr).toContain(remedy);
    expect(stderr).not.toContain('did not foresee');
  });

  it('is none where npm start is asked for help', () => {
    const { status, stdout } = run('start/main.ts', ['--help']);

    expect(status).toBe(0);
    expect(stdout).toMatch(/^Usage: npm start .*--once.*HUB_DATA_DIR/s);
  });

  it('is one line where the worker is set up wrongly', () => {
    const { status, stderr } = run('worker/main.ts', [], { DATABASE_URL: 'x', HUB_SCRIPT_THREADS: 'many' });

    expect(status).toBe(1);
    expect(stderr).toMatch(/^The worker cannot start\. .*HUB_SCRIPT_THREADS.*\n$/);
  });
});
