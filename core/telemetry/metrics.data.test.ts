import { describe, expect, it } from 'vitest';
import { type MetricDefinition, metrics } from './metrics.data.ts';

const definitions: [string, MetricDefinition][] = Object.entries(metrics);

/** @see https://prometheus.io/docs/practices/naming/#metric-names and #base-units */
const gaugeEnd = /_(?:bytes|seconds|length|max|connections|streams)$|^hub_runs$|_isolated$/;

describe('core/telemetry/metrics.data', () => {
  it.each(definitions)('names %s as Prometheus wants it', (name, { type, help }) => {
    expect(name).toMatch(/^(?:hub|process)_[a-z]+(?:_[a-z]+)*$/);
    expect(name.endsWith('_total')).toBe(type === 'counter');
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    if (type === 'gauge') expect(name).toMatch(gaugeEnd);
    expect(name).not.toMatch(/_(?:ms|milliseconds|minutes|kb|mb|percent)(?:_|$)/);
    expect(help).toMatch(/\.$/);
  });

  it.each(definitions)('gives %s buckets that rise where it is a histogram, and labels of its own', (_, definition) => {
    const { type, labels, buckets = [] } = definition;

    expect(buckets.length > 0).toBe(type === 'histogram');
    expect(buckets).toEqual([...new Set(buckets)].toSorted((a, b) => a - b));
    for (const label of Object.keys(labels)) expect(label).toMatch(/^(?!le$|quantile$|job$|instance$)[a-z]+$/);
  });
});
