import type { Meter, ReadGauges } from '../core/telemetry/meter.ts';

/** Rarely enough to cost nothing, and often enough for a loop that is blocked for a second. */
const lookEveryMs = 500;

export interface ProcessWatch {
  read: ReadGauges;
  stop(): void;
}

/**
 * Watches the process that it runs in: processor time, memory, and how late its event loop is.
 *
 * The lag is what a timer is late by. Node's own histogram of it wakes the process a hundred times a second.
 *
 * @see https://prometheus.io/docs/instrumenting/writing_clientlibs/#process-metrics
 */
export function watchProcess(meter: Meter): ProcessWatch {
  let due = performance.now() + lookEveryMs;
  const timer = setInterval(() => {
    const now = performance.now();
    meter.observe('hub_event_loop_lag_seconds', {}, Math.max(now - due, 0) / 1000);
    due = now + lookEveryMs;
  }, lookEveryMs).unref();
  const startedAt = performance.timeOrigin / 1000;
  let counted = 0;
  return {
    read: () => {
      const { user, system } = process.cpuUsage();
      const used = (user + system) / 1_000_000;
      meter.count('process_cpu_seconds_total', {}, Math.max(used - counted, 0));
      counted = used;
      const { rss, heapUsed } = process.memoryUsage();
      return Promise.resolve([
        { name: 'process_resident_memory_bytes', labels: {}, value: rss },
        { name: 'process_heap_bytes', labels: {}, value: heapUsed },
        { name: 'process_start_time_seconds', labels: {}, value: startedAt },
      ]);
    },
    stop: () => clearInterval(timer),
  };
}
