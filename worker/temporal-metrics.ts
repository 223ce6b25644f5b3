import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import type { MetricsExporterConfig } from '@temporalio/worker';
import { nodeHttp } from '../core/node-http.ts';

const host = '127.0.0.1';
/** Its answer comes from memory of this process. */
const timeoutMs = 3000;
/** Between finding a port and listening on it somebody else may take it. */
const attemptsMax = 5;

/**
 * Has the native part of Temporal's SDK serve its metrics to this process, which gives them out with its own: one scrape
 * for a process. It can only serve them on a port, which is on the loopback address and any that is free.
 *
 * @param install Installs the runtime; throws where the port is taken meanwhile.
 * @returns what reads them, in Prometheus's text format.
 */
export async function exposeTemporalMetrics(
  install: (metrics: MetricsExporterConfig) => void,
): Promise<() => Promise<string>> {
  for (let attempt = 1; ; attempt += 1) {
    const bindAddress = `${host}:${await findFreePort()}`;
    try {
      install({
        attachServiceName: false,
        prometheus: { bindAddress, countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true },
      });
      return () => readText(`http://${bindAddress}/metrics`);
    } catch (error) {
      if (attempt >= attemptsMax) throw error;
    }
  }
}

async function readText(url: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    nodeHttp.get(url, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, resolve).on('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`Temporal's metrics were answered ${response.statusCode}.`);
  return text(response);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
