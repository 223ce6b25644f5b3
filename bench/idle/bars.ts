/** What the hub has to stay under, whatever machine it is measured on. */
export const bars = {
  /** The first answer of `GET /connectors` by an API that was just started, in milliseconds. */
  connectors_cold_ms: 300,
  /** Resident memory of API and worker together, at rest, in MB. */
  api_and_worker_rss_mb: 300,
} as const;

type Bar = keyof typeof bars;

export interface JudgedBar {
  bar: Bar;
  value: number;
  limit: number;
  met: boolean;
}

/** Holds figures to their bars; what could not be measured is not met. */
export function judgeBars(measured: Readonly<Record<Bar, number>>): JudgedBar[] {
  const names: readonly Bar[] = ['connectors_cold_ms', 'api_and_worker_rss_mb'];
  return names.map((bar) => ({ bar, value: measured[bar], limit: bars[bar], met: measured[bar] <= bars[bar] }));
}
