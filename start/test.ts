import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeMemoryFolder } from './memory-folder.ts';
import { say, showProblem } from './output.ts';
import { cacheDir, projectRoot, readSettings } from './state/settings.ts';
import { findTemporalCli } from './servers/temporal-cli.ts';
import { compileCacheDir } from './servers/warm-up.ts';

/** `npm test`: gets what the tests need, then runs all of them; arguments go to vitest. */
try {
  const temporalCli = await findTemporalCli({
    named: readSettings([], process.env).temporalCli,
    cacheDir: cacheDir(projectRoot),
    say,
    signal: new AbortController().signal,
  });
  const memory = process.env['TMPDIR'] === undefined ? makeMemoryFolder() : undefined;
  process.exitCode = await runVitest({
    ...process.env,
    ...(memory === undefined ? {} : { TMPDIR: memory }),
    TEMPORAL_CLI: temporalCli,
    // Hundreds of processes load the same modules.
    NODE_COMPILE_CACHE: compileCacheDir(projectRoot),
  });
  if (memory !== undefined) rmSync(memory, { recursive: true, force: true });
} catch (problem) {
  showProblem(problem);
  process.exitCode = 1;
}

function runVitest(env: NodeJS.ProcessEnv): Promise<number> {
  const vitest = join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], {
    cwd: projectRoot,
    env,
    stdio: 'inherit',
  });
  // A Ctrl-C also reaches vitest; signals sent only to this process are forwarded. Both end when vitest has cleaned up.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
