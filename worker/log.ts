import {
  DefaultLogger,
  type LogEntry,
  type LogLevel,
  makeTelemetryFilterString,
  type MetricsExporterConfig,
  Runtime,
} from '@temporalio/worker';
import pino, { type Logger } from 'pino';
import { logOptions } from '../core/telemetry/log-fields.ts';

/** Output that cannot be written is buffered up to this many characters; further lines are dropped. */
const waitingMax = 1_000_000;

/** Structured log of the process, to standard output: one line for each event. */
export function createLog(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: true, maxLength: waitingMax });
  // A full disk must not end the process, nor keep it from ending: the flush after a fatal line would retry endlessly.
  output.on('error', () => {
    output.flushSync = () => undefined;
  });
  return pino({ level, base: { process: 'worker' }, timestamp: pino.stdTimeFunctions.isoTime, ...logOptions }, output);
}

/**
 * Sends what Temporal's runtime says to the same log, and leaves signals to us. Once per process.
 *
 * @param metrics Where its metrics go. Default: nowhere.
 */
export function installRuntime(log: Logger, metrics?: MetricsExporterConfig): void {
  Runtime.install({
    shutdownSignals: [],
    logger: new DefaultLogger('WARN', (entry) => writeEntry(log, entry)),
    telemetryOptions: {
      logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} },
      ...(metrics === undefined ? {} : { metrics }),
    },
  });
}

function writeEntry(log: Logger, { level, message, meta }: LogEntry): void {
  log[levels[level]]({ temporal: { message, ...meta } }, 'temporal runtime');
}

const levels: Record<LogLevel, 'trace' | 'debug' | 'info' | 'warn' | 'error'> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};
