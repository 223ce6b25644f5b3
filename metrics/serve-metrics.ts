import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorMessage } from '../core/errors.ts';
import { nodeHttp } from '../core/node-http.ts';

/** Scrapers are few. */
const connectionsMax = 32;
const requestTimeoutMs = 5000;

/** @see https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format */
const contentType = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricsServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics`, and nothing else. Scrapes that come at once share what is rendered.
 *
 * @param render A failure is answered 500, without its message.
 * @throws {Error} when the address is not to be had.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  render: () => Promise<string>,
): Promise<MetricsServer> {
  let rendering: Promise<string> | undefined;
  const renderOnce = (): Promise<string> => (rendering ??= render().finally(() => (rendering = undefined)));
  const server = nodeHttp.createServer(
    { requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs },
    (request, response) => void answer(request, response, renderOnce),
  );
  server.maxConnections = connectionsMax;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw new Error(`Metrics cannot be served on ${host}:${port}: ${errorMessage(error)}`, { cause: error });
  }
  // It must not keep a process alive that has ended its work.
  server.unref();
  return {
    port: portOf(server.address()),
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  { method, url }: IncomingMessage,
  response: ServerResponse,
  render: () => Promise<string>,
): Promise<void> {
  if (url?.split('?', 1)[0] !== '/metrics') return end(response, 404);
  if (method !== 'GET' && method !== 'HEAD') return end(response, 405, { allow: 'GET, HEAD' });
  try {
    const body = await render();
    const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(body) };
    response.writeHead(200, headers).end(method === 'HEAD' ? undefined : body);
  } catch {
    // A scrape that fails is seen where the metrics are: the target is down there.
    end(response, 500);
  }
}

function end(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}

function portOf(address: string | AddressInfo | null): number {
  if (typeof address === 'object' && address !== null) return address.port;
  throw new Error('The server does not listen on a port.');
}
