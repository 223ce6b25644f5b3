import Counter from 'prom-client/lib/counter.js';
import Gauge from 'prom-client/lib/gauge.js';
import Histogram from 'prom-client/lib/histogram.js';
import Registry from 'prom-client/lib/registry.js';
import type { Meter, ReadGauges } from '../core/telemetry/meter.ts';
import { type MetricDefinition, metrics } from '../core/telemetry/metrics.data.ts';

export interface MetricsRegistry {
  meter: Meter;
  /** The gauges that `read` gives are read anew for each scrape. */
  addGauges(read: ReadGauges): void;
  /** Everything in Prometheus's text format 0.0.4. */
  render(): Promise<string>;
}

/**
 * Holds the metrics of one process.
 *
 * @param process Which of the definitions it has.
 */
export function createRegistry(process: MetricDefinition['from']): MetricsRegistry {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const gauges = new Map<string, Gauge>();
  for (const [name, definition] of listDefinitions(process)) {
    const { type, help, labels, buckets = [] } = definition;
    const settings = { name, help, labelNames: Object.keys(labels), registers: [registry] };
    if (type === 'counter') counters.set(name, startAtZero(new Counter(settings), labels));
    else if (type === 'histogram') histograms.set(name, new Histogram({ ...settings, buckets: [...buckets] }));
    else gauges.set(name, new Gauge(settings));
  }
  const readers: ReadGauges[] = [];
  return {
    meter: {
      count: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
      observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    },
    addGauges: (read) => readers.push(read),
    render: async () => {
      const readings = (await Promise.all(readers.map((read) => read()))).flat();
      for (const gauge of gauges.values()) empty(gauge);
      for (const { name, labels, value } of readings) gauges.get(name)?.set(labels, value);
      return registry.metrics();
    },
  };
}

function listDefinitions(process: MetricDefinition['from']): [string, MetricDefinition][] {
  const all: [string, MetricDefinition][] = Object.entries(metrics);
  return all.filter(([, { from }]) => from.some((one) => process.includes(one)));
}

/** What has not happened yet is shown as 0 where it is known what may happen: an increase from nothing is none. */
function startAtZero(counter: Counter, labels: MetricDefinition['labels']): Counter {
  let known: Record<string, string>[] = [{}];
  for (const [label, values] of Object.entries(labels)) {
    if (typeof values === 'string') return counter;
    known = known.flatMap((before) => values.map((value) => ({ ...before, [label]: value })));
  }
  for (const one of known) counter.inc(one, 0);
  return counter;
}

/** One without labels has a value of 0 from its beginning, which may be wrong. */
function empty(gauge: Gauge): void {
  gauge.reset();
  gauge.remove({});
}
