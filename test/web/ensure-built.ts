import { join } from 'node:path';
import { runCommand } from '../../start/processes/run-command.ts';
import { projectRoot } from '../../start/state/settings.ts';

const timeoutMs = 120_000;

/** Builds the dashboard as a start does: the environment of tests would put the checks of development into it. */
export async function ensureBuilt(): Promise<void> {
  const { code, output } = await runCommand(process.execPath, [join(projectRoot, 'web/build/main.ts')], {
    cwd: projectRoot,
    timeoutMs,
  });
  if (code !== 0) throw new Error(`The dashboard could not be built. ${output}`);
}
