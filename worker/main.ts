import { collectAtRest } from '../core/collect-at-rest.ts';
import { readConfig } from '../core/config.ts';
import { errorMessage } from '../core/errors.ts';
import { createLog, installRuntime } from './log.ts';
import { runWorker } from './run-worker.ts';

/** The worker process. Exits 0 after SIGTERM or SIGINT, 1 when it cannot start. */
const config = readConfig(process.env);
const log = createLog(config.LOG_LEVEL);
const shutdown = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => shutdown.abort(new Error(`The process received ${signal}.`)));
}
try {
  installRuntime(log);
  collectAtRest();
  await runWorker(config, log, shutdown.signal);
  log.info('the worker stopped');
} catch (error) {
  log.fatal({ err: error }, 'the worker cannot go on');
  process.stderr.write(`The worker cannot go on: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
// Pools and native threads may linger; everything that matters has ended.
process.exit();
