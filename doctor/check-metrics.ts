import { codeOf, type Finding, ok, skipped, warning } from './finding.ts';

/** Where a process serves its metrics. */
export interface MetricsAddress {
  /** `API`, `worker`, or whichever has the configuration. */
  process: string;
  url: string;
}

/** A scrape reads gauges from the database, and Prometheus gives it ten seconds unless told. */
const budgetMs = 10_000;

/**
 * Asks each process for its metrics, as Prometheus does.
 *
 * Nothing that the hub does waits for a scrape, so a finding is never more than a warning.
 */
export async function checkMetrics(addresses: readonly MetricsAddress[]): Promise<Finding[]> {
  const isOnly = addresses.length === 1;
  if (addresses.length > 0) return Promise.all(addresses.map((address) => checkAddress(address, isOnly)));
  return [skipped('metrics', 'None are served: HUB_METRICS_PORT is not set.')];
}

async function checkAddress({ process, url }: MetricsAddress, isOnly: boolean): Promise<Finding> {
  const check = isOnly ? 'metrics' : `metrics (${process})`;
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(budgetMs) });
    const text = await response.text();
    if (response.ok && /^# TYPE hub_/m.test(text)) return ok(check, `The ${process} gives its metrics at ${url}.`);
    if (response.status === 500) {
      return warning(
        check,
        `The ${process} cannot tell its metrics at ${url}.`,
        'What it cannot read is among the other findings. Where nothing is, its log says more.',
      );
    }
    return warning(
      check,
      `What answers at ${url} is not the metrics of the ${process} (status ${response.status}).`,
      `Something else has this port: give the ${process} another HUB_METRICS_PORT, and tell Prometheus.`,
    );
  } catch (error) {
    const code = codeOf(error);
    return warning(
      check,
      `The ${process} gives no metrics at ${url}${code === undefined ? '' : ` (${code})`}.`,
      `Where it runs, start it again with HUB_METRICS_PORT set, and look where it serves them: HOST names the address. docs/runbooks/process-down.md has the rest.`,
    );
  }
}
