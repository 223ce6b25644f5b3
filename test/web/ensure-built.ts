import { join } from 'node:path';
import { runCommand } from '../../start/processes/run-command.ts';
import { projectRoot } from '../../start/state/settings.ts';

const timeoutMs = 120_000;

let built: Promise<void> | undefined;

/** Builds the dashboard once for all files of this process, as a start does. */
export function ensureBuilt(): Promise<void> {
  built ??= build();
  return built;
}

/** In a process of its own: the environment of tests would put the checks of development into it. */
async function build(): Promise<void> {
  const { code, output } = await runCommand(process.execPath, [join(projectRoot, 'web/build/main.ts')], {
    cwd: projectRoot,
    timeoutMs,
  });
  if (code !== 0) throw new Error(`The dashboard could not be built. ${output}`);
}
