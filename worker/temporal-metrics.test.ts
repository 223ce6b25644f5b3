import { once } from 'node:events';
import { createServer } from 'node:http';
import type { MetricsExporterConfig } from '@temporalio/worker';
import { describe, expect, it } from 'vitest';
import { exposeTemporalMetrics } from './temporal-metrics.ts';

function portOf(exporter: MetricsExporterConfig): number {
  if (!('prometheus' in exporter)) throw new Error('This is another exporter.');
  const { hostname, port } = new URL(`http://${exporter.prometheus.bindAddress}`);
  expect(hostname).toBe('127.0.0.1');
  return Number(port);
}

describe('worker/temporal-metrics', () => {
  it('reads what is served where the runtime was told to, on another port where one was taken meanwhile', async () => {
    const server = createServer((request, response) => response.end(`${request.url ?? ''} 1\n`));
    let attempts = 0;

    const read = await exposeTemporalMetrics((exporter) => {
      attempts += 1;
      if (attempts < 3) throw new Error('Address already in use.');
      server.listen(portOf(exporter), '127.0.0.1');
    });
    if (!server.listening) await once(server, 'listening');

    expect(attempts).toBe(3);
    expect(await read()).toBe('/metrics 1\n');
    server.close();
  });

  it('gives up if no port is available', async () => {
    let attempts = 0;

    const exposed = exposeTemporalMetrics(() => {
      attempts += 1;
      throw new Error('Address already in use.');
    });

    await expect(exposed).rejects.toThrow('Address already in use.');
    expect(attempts).toBe(5);
  });
});
