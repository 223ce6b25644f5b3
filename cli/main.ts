import { systemClock } from '../core/clock.ts';
import { runCli } from './run-cli.ts';

/** `hub`: the process around a command. */
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort(new Error('Interrupted.')));
// Whoever reads our output may have seen enough: `hub runs list | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`✗ The output cannot be written: ${error.message}\n`, () => process.exit(1));
});
// What nobody hears is no failure of the command, whose exit code still tells how it ended.
process.stderr.on('error', () => undefined);

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  clock: systemClock,
  signal: interrupted.signal,
});
