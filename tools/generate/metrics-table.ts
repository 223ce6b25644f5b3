import { type MetricDefinition, metrics } from '../../core/telemetry/metrics.data.ts';

/** The metrics of the hub as a table: name, type, labels, processes, meaning. */
export function renderMetricsTable(definitions: Readonly<Record<string, MetricDefinition>> = metrics): string {
  const rows = Object.entries(definitions).map(
    ([name, { type, help, labels, from }]) =>
      `| \`${name}\` | ${type} | ${describeLabels(labels)} | ${from.map((one) => processes[one]).join(', ')} | ${help} |`,
  );
  return ['| metric | type | labels | of | meaning |', '| --- | --- | --- | --- | --- |', ...rows].join('\n');
}

/** As the page calls them. */
const processes = { api: 'API', worker: 'worker', relay: 'relay' } as const;

function describeLabels(labels: MetricDefinition['labels']): string {
  return Object.entries(labels)
    .map(([label, values]) => {
      const held = typeof values === 'string' ? values : values.map((value) => `\`${value}\``).join(', ');
      return `\`${label}\`: ${held}`;
    })
    .join('; ');
}
