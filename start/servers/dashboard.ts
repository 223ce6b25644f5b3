import { join } from 'node:path';
import { isBuilt } from '../../web/build/sources.ts';
import type { Say } from '../output.ts';
import { runCommand } from '../processes/run-command.ts';
import { reasonOf } from '../problem.ts';

const timeoutMs = 180_000;

/**
 * Builds the dashboard when its sources are others than the last time, in a process of its own and beside everything else.
 *
 * Never fails and keeps nobody waiting: until the files are there, the API serves a page that says so, and a hub whose
 * dashboard cannot be built is a hub all the same.
 */
export async function buildDashboard(root: string, say: Say, signal: AbortSignal): Promise<void> {
  try {
    if (isBuilt(root)) return;
    const { code, output } = await runCommand(process.execPath, [join(root, 'web/build/main.ts')], {
      cwd: root,
      env: { PATH: process.env['PATH'] },
      timeoutMs,
      signal,
    });
    if (code !== 0 && !signal.aborted) tell(say, output.trim().slice(-1000));
  } catch (error) {
    tell(say, reasonOf(error));
  }
}

function tell(say: Say, reason: string): void {
  say(`The dashboard could not be built; API and command line work without it. ${reason}`);
}
