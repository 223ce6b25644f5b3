import type { metrics } from './metrics.data.ts';

type Metrics = typeof metrics;
export type MetricName = keyof Metrics;
type NameOf<Type> = { [Name in MetricName]: Metrics[Name]['type'] extends Type ? Name : never }[MetricName];

export type CounterName = NameOf<'counter'>;
export type HistogramName = NameOf<'histogram'>;
export type GaugeName = NameOf<'gauge'>;

/** A value for each label of a metric: one of its list, or a text that the definition describes. */
export type LabelsOf<Name extends MetricName> = {
  [Label in keyof Metrics[Name]['labels']]: Metrics[Name]['labels'][Label] extends readonly (infer Value extends
    string)[]
    ? Value
    : string;
};

/** Where what happens is counted. Never throws, and never waits. */
export interface Meter {
  /** @param by Not negative. Default 1. */
  count<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  /** @param value In the unit of the metric's name. */
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, value: number): void;
}

/** What a gauge shows. */
export type GaugeValue = {
  [Name in GaugeName]: { name: Name; labels: LabelsOf<Name>; value: number };
}[GaugeName];

/** Reads gauges for a scrape. What is not read is not shown. */
export type ReadGauges = () => Promise<GaugeValue[]>;

/** Counts nothing: metrics are off. */
export const noMeter: Meter = { count: () => undefined, observe: () => undefined };
