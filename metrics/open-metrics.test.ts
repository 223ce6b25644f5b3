import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { noMetrics, openMetrics, type ProcessMetrics } from './open-metrics.ts';

const host = '127.0.0.1';
const open: ProcessMetrics[] = [];

async function start(): Promise<{ metrics: ProcessMetrics; url: string; port: number }> {
  const metrics = await openMetrics({ HUB_METRICS_PORT: 0, HOST: host }, ['api']);
  open.push(metrics);
  const { port = 0 } = metrics;
  return { metrics, url: `http://${host}:${port}/metrics`, port };
}

const scrape = async (url: string): Promise<string> => (await fetch(url)).text();

afterEach(async () => {
  await Promise.all(open.splice(0).map((metrics) => metrics.close()));
});

describe('metrics/open-metrics', () => {
  it('is nothing where no port is set', async () => {
    expect(await openMetrics({ HUB_METRICS_PORT: undefined, HOST: host }, ['api'])).toBe(noMetrics);
    expect(noMetrics.port).toBeUndefined();
  });

  it('shows what was counted, and what was observed in its buckets', async () => {
    const { metrics, url } = await start();
    metrics.meter.count('hub_http_refused_total', { code: 'uri_too_long' });
    metrics.meter.count('hub_http_refused_total', { code: 'uri_too_long' }, 2);
    const labels = { method: 'GET', route: '/runs/{id}', status: '2xx' } as const;
    metrics.meter.observe('hub_http_request_duration_seconds', labels, 0.02);

    const text = await scrape(url);

    expect(text).toContain('hub_http_refused_total{code="uri_too_long"} 3\n');
    const shown = 'method="GET",route="/runs/{id}",status="2xx"';
    expect(text).toContain(`hub_http_request_duration_seconds_bucket{le="0.01",${shown}} 0\n`);
    expect(text).toContain(`hub_http_request_duration_seconds_bucket{le="0.025",${shown}} 1\n`);
    expect(text).toContain(`hub_http_request_duration_seconds_count{${shown}} 1\n`);
  });

  it('has the metrics of its process, and no others', async () => {
    const { metrics, url } = await start();
    metrics.meter.count('hub_dead_letters_total', {});

    const text = await scrape(url);

    expect(text).toContain('# TYPE process_cpu_seconds_total counter\n');
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).not.toContain('hub_dead_letters_total');
  });

  it('reads gauges for each scrape, and shows none that was not read', async () => {
    const { metrics, url } = await start();
    const values = [5, undefined];
    metrics.addGauges(() => {
      const value = values.shift();
      return Promise.resolve(value === undefined ? [] : [{ name: 'hub_database_connections_max', labels: {}, value }]);
    });

    expect(await scrape(url)).toContain('\nhub_database_connections_max 5\n');
    expect(await scrape(url)).not.toMatch(/^hub_database_connections_max /m);
  });

  it('gives out the text of other sources behind its own', async () => {
    const { metrics, url } = await start();
    metrics.addText(() => Promise.resolve('# TYPE temporal_x_total counter\ntemporal_x_total 1\n'));

    expect(await scrape(url)).toMatch(/\n# TYPE temporal_x_total counter\ntemporal_x_total 1\n$/);
  });

  it('answers what it cannot read with nothing but a status', async () => {
    const { metrics, url } = await start();
    metrics.addText(() => Promise.reject(new Error('CANARY-4d1e')));

    const response = await fetch(url);

    expect(response.status).toBe(500);
    expect(await response.text()).toBe('');
  });

  it.each([
    { method: 'GET', path: '/', status: 404 },
    { method: 'GET', path: '/metrics?x=1', status: 200 },
    { method: 'HEAD', path: '/metrics', status: 200 },
    { method: 'POST', path: '/metrics', status: 405 },
  ])('answers $method $path with $status', async ({ method, path, status }) => {
    const { port } = await start();

    const response = await fetch(`http://${host}:${port}${path}`, { method });
    await response.body?.cancel();

    expect(response.status).toBe(status);
  });

  it('says where it cannot listen', async () => {
    const other = createServer().listen(0, host);
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;

    const opened = openMetrics({ HUB_METRICS_PORT: port, HOST: host }, ['api']);

    await expect(opened).rejects.toThrow(`Metrics cannot be served on ${host}:${port}: `);
    other.close();
  });
});
