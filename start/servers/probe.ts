import { get } from 'node:http';

const timeoutMs = 2000;

/** Tells whether an address answers a GET with success. `fetch` would do, and keep its modules and connections for good. */
export function answersWell(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve(response.statusCode !== undefined && response.statusCode >= 200 && response.statusCode < 300);
    });
    request.once('timeout', () => request.destroy(new Error('no answer')));
    request.once('error', () => resolve(false));
  });
}
