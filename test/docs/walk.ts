import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { projectRoot } from '../../start/state/settings.ts';
import type { Step } from './pages.ts';

/** A folder that stands for the checkout, so that what commands write stays out of ours. */
export interface Checkout {
  path: string;
  remove(): Promise<void>;
}

/** What a checkout has of its own: `.hub` is that of the hub that the walk talks to. */
const own = new Set(['.git', '.hub', '.cache']);

/** @param dataDir Of the hub that seems to run in the checkout. */
export async function makeCheckout(dataDir: string): Promise<Checkout> {
  const path = await mkdtemp(join(tmpdir(), 'hub-docs-'));
  const entries = (await readdir(projectRoot)).filter((entry) => !own.has(entry));
  await Promise.all(entries.map((entry) => symlink(join(projectRoot, entry), join(path, entry))));
  await symlink(dataDir, join(path, '.hub'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

const separator = '--- end of step ---';

/**
 * Pastes the steps of a page into one shell, which ends at the first command that fails.
 *
 * @returns what each step printed, on both outputs.
 * @throws {Error} with the place of the step that failed, and what it printed.
 */
export async function walk(page: string, steps: readonly Step[], dataDir: string, cwd: string): Promise<string[]> {
  const script = steps.map(({ commands }) => `${commands}\necho '${separator}'\n`).join('');
  const shell = spawn('sh', ['-eu', '-c', `exec 2>&1\n${script}`], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd, HUB_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = (await text(shell.stdout)).split(`${separator}\n`);
  const failed = steps[printed.length - 1];
  if (failed !== undefined) throw new Error(`${page}:${failed.line} fails. It printed:\n${printed.at(-1)}`);
  return printed.slice(0, -1);
}

/** Finds the first line that a page promises and a step did not print. */
export function findMissingLine(promised: readonly string[], printed: string): string | undefined {
  const lines = printed.split('\n');
  let at = 0;
  return promised.find((line) => {
    const parts = line
      .trim()
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
    const pattern = new RegExp(parts.join('.*'));
    const found = lines.findIndex((candidate, index) => index >= at && pattern.test(candidate));
    at = found + 1;
    return found < 0;
  });
}
