import { access, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { nodeHttp } from '../../core/node-http.ts';

/** Published by CISA under CC0. @see https://www.cisa.gov/known-exploited-vulnerabilities-catalog */
export const publicFeedUrl = 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json';

const copy = 'examples/known_exploited_vulnerabilities.json';

export interface FeedServer {
  url: string;
  close(): void;
}

/**
 * Serves the copy of the feed that comes with the project, on the loopback address, for networks that are closed. It is read
 * for each answer: kept, it would be 1.2 MB for as long as the hub runs.
 */
export async function serveFeed(root: string, port: number): Promise<FeedServer> {
  const file = join(root, copy);
  await access(file);
  const path = `/${basename(copy)}`;
  const server = nodeHttp.createServer((request, response) => {
    const found = request.url === path && (request.method === 'GET' || request.method === 'HEAD');
    void (found ? readFile(file) : Promise.resolve(Buffer.alloc(0))).then(
      (content) => {
        response.writeHead(found ? 200 : 404, { 'content-type': 'application/json', 'content-length': content.length });
        response.end(request.method === 'GET' ? content : undefined);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1' }, resolve);
  });
  return {
    url: `http://127.0.0.1:${port}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Checks whether the public feed can be reached. A closed network must not delay the start. */
export async function isPublicFeedOpen(timeoutMs = 3000): Promise<boolean> {
  try {
    const response = await fetch(publicFeedUrl, { signal: AbortSignal.timeout(timeoutMs) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
