import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toPerson } from '../people.ts';

/**
 * A source of numbered records in a process of its own: `node test/harness/servers/record-server.ts RECORDS PAGE_SIZE [DELAY_MS]`.
 *
 * `GET /records?page=1` answers a JSON list of one page, empty behind the last one; `GET /requests` how often each page
 * was asked for since `DELETE /requests`; `GET /one` a list of one record that is different each time. Prints its port on
 * the first line.
 */
const [recordCount = 100_000, pageSize = 1000, delayMs = 0] = process.argv.slice(2).map(Number);

const pageCount = Math.ceil(recordCount / pageSize);
const pages = Array.from({ length: pageCount }, (_, page) => {
  const size = Math.min(pageSize, recordCount - page * pageSize);
  return Buffer.from(JSON.stringify(Array.from({ length: size }, (_record, i) => toPerson(page * pageSize + i))));
});
const empty = Buffer.from('[]');
let requests: Record<string, number> = {};
let asked = 0;

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/requests') {
    if (request.method === 'DELETE') requests = {};
    response.setHeader('content-type', 'application/json').end(JSON.stringify(requests));
    return;
  }
  if (url.pathname === '/one') {
    asked += 1;
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify([{ ...toPerson(0), job_title: `Engineer ${asked}` }]));
    return;
  }
  const page = url.searchParams.get('page') ?? '1';
  requests[page] = (requests[page] ?? 0) + 1;
  const body = pages[Number(page) - 1] ?? empty;
  response.setHeader('content-type', 'application/json').setHeader('content-length', body.length);
  if (delayMs > 0) setTimeout(() => response.end(body), delayMs);
  else response.end(body);
});
server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});
