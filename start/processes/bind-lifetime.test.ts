import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { identifyProcess } from './processes.ts';

/** A process that starts a child of its own session, ties it to itself, and says the child's id. */
const parentScript = (childCommand: string) => `
  const { bindLifetime } = await import(${JSON.stringify(join(import.meta.dirname, 'bind-lifetime.ts'))});
  const { spawn } = await import('node:child_process');
  const child = spawn('sh', ['-c', ${JSON.stringify(childCommand)}], { detached: true, stdio: 'ignore' });
  bindLifetime(child.pid, 'SIGTERM');
  setTimeout(() => console.log(child.pid), 200);
  setInterval(() => {}, 1000);`;

async function startParent(childCommand: string) {
  const parent = spawn(process.execPath, ['--input-type=module', '-e', parentScript(childCommand)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said = await new Promise<Buffer>((resolve) => parent.stdout.once('data', resolve));
  return { parent, childPid: Number(said.toString()) };
}

describe('start/processes/bind-lifetime', () => {
  it.each([
    ['a child that ends when asked', 'exec sleep 60'],
    ['a child that does not', "trap '' TERM; while :; do sleep 0.1; done"],
  ])('ends %s when its parent is killed', async (_, command) => {
    const { parent, childPid } = await startParent(command);
    expect(identifyProcess(childPid)).toBeDefined();

    parent.kill('SIGKILL');

    await expect.poll(() => identifyProcess(childPid)).toBeUndefined();
  });
});
