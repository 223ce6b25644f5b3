import { collectAtRest } from '../core/collect-at-rest.ts';
import { type Config, readConfig } from '../core/config.ts';
import { errorMessage } from '../core/errors.ts';
import { openMetrics } from '../metrics/index.ts';
import { createLog, installRuntime } from './log.ts';
import { runWorker } from './run-worker.ts';
import { exposeTemporalMetrics } from './temporal-metrics.ts';

/** Which metrics a worker has, by its role. */
const metricsOf = {
  all: ['worker', 'relay'],
  workflow: ['worker'],
  io: ['worker'],
  relay: ['relay'],
} as const;

/** The worker process. Exits 0 after SIGTERM or SIGINT, 1 when it cannot start. */
const config = readConfigOrEnd();
const log = createLog(config.LOG_LEVEL);
collectAtRest();
const shutdown = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => shutdown.abort(new Error(`The process received ${signal}.`)));
}
try {
  const metrics = await openMetrics(config, metricsOf[config.HUB_WORKER_ROLE]);
  if (metrics.port === undefined) installRuntime(log);
  else metrics.addText(await exposeTemporalMetrics((exporter) => installRuntime(log, exporter)));
  await runWorker(config, log, { shutdown: shutdown.signal, metrics });
  await metrics.close();
  log.info('worker stopped');
} catch (error) {
  log.fatal({ error }, 'worker failed');
  process.stderr.write(`The worker failed: ${errorMessage(error)}\n`);
  process.exitCode = 1;
}
// Pools and native threads may linger; everything that matters has ended.
process.exit();

/** Without it there is no log to report its errors in. */
function readConfigOrEnd(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`The worker cannot start. ${errorMessage(error)}\n`);
    process.exit(1);
  }
}
