/**
 * Prometheus metrics of a process: what is counted through the port of `core/telemetry/meter.ts`, gauges that are read for a
 * scrape, and an HTTP server of its own that gives both out.
 *
 * May be imported where a process is wired together; others know the port only.
 */
export { noMetrics, openMetrics, type ProcessMetrics } from './open-metrics.ts';
