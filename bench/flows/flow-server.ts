/**
 * Sources and a target of flows over HTTP, in a process of its own: prints its port on the first line.
 *
 * `GET /people/COUNT?page=1` answers a page of so many records, empty behind the last one; `GET /families/COUNT` one record
 * with a list of so many members; `POST /tickets` makes a ticket for each idempotency key, and `GET /tickets` tells how many.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { toPerson } from '../../test/harness/people.ts';

const pageSize = 1000;
const tickets = new Map<string, string>();

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, first = '', count = '0'] = url.pathname.split('/');
  const answer = (status: number, content: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
  };
  if (first === 'people') return answer(200, listPeople(Number(count), Number(url.searchParams.get('page') ?? '1')));
  if (first === 'families') {
    const members = Array.from({ length: Number(count) }, (_, n) => ({ id: `m${n}` }));
    return answer(200, [{ id: `family of ${count}`, members }]);
  }
  if (request.method === 'GET') return answer(200, { tickets: tickets.size });
  void json(request).then(() => {
    const key = String(request.headers['idempotency-key']);
    const known = tickets.get(key);
    const id = known ?? `T${tickets.size}`;
    tickets.set(key, id);
    answer(known === undefined ? 201 : 200, { id });
  });
});
server.keepAliveTimeout = 30_000;
server.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});

function listPeople(count: number, page: number): object[] {
  const from = (page - 1) * pageSize;
  return Array.from({ length: Math.max(Math.min(pageSize, count - from), 0) }, (_, n) => toPerson(from + n));
}
