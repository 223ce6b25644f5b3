import { nodeHttp } from '../../core/node-http.ts';

const timeoutMs = 2000;

/**
 * Checks whether an address responds to a GET with success. `fetch` would keep its modules and connections in memory
 * permanently.
 */
export function answersWell(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = nodeHttp.get(url, { agent: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 300);
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', () => resolve(false));
  });
}
