import type { Config } from '../core/config.ts';
import { type Meter, noMeter, type ReadGauges } from '../core/telemetry/meter.ts';
import type { MetricDefinition } from '../core/telemetry/metrics.data.ts';

/** The metrics of a process. Where they are off, nothing is counted, read or served. */
export interface ProcessMetrics {
  /** Where they are served; absent where they are off. */
  readonly port: number | undefined;
  readonly meter: Meter;
  /** Gauges that are read for each scrape. */
  addGauges(read: ReadGauges): void;
  /** Another source of this process's metrics, in the same format, with names of its own. */
  addText(read: () => Promise<string>): void;
  close(): Promise<void>;
}

/**
 * Opens the metrics of a process, and serves them under `/metrics` at `HUB_METRICS_PORT`. What that takes is not even
 * loaded where the port is not set.
 *
 * @throws {Error} when nothing can listen there.
 */
export async function openMetrics(
  { HUB_METRICS_PORT: port, HOST: host }: Pick<Config, 'HUB_METRICS_PORT' | 'HOST'>,
  process: MetricDefinition['from'],
): Promise<ProcessMetrics> {
  if (port === undefined) return noMetrics;
  const [{ createRegistry }, { serveMetrics }, { watchProcess }] = await Promise.all([
    import('./registry.ts'),
    import('./serve-metrics.ts'),
    import('./watch-process.ts'),
  ]);
  const { meter, addGauges, render } = createRegistry(process);
  const watch = watchProcess(meter);
  addGauges(watch.read);
  const texts: (() => Promise<string>)[] = [];
  const server = await serveMetrics({ host, port }, async () =>
    (await Promise.all([render(), ...texts.map((read) => read())])).join(''),
  );
  return {
    port: server.port,
    meter,
    addGauges,
    addText: (read) => void texts.push(read),
    close: async () => {
      watch.stop();
      await server.close();
    },
  };
}

/** Metrics that are off. */
export const noMetrics: ProcessMetrics = {
  port: undefined,
  meter: noMeter,
  addGauges: () => undefined,
  addText: () => undefined,
  close: () => Promise.resolve(),
};
