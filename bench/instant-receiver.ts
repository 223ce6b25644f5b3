/** An endpoint that takes whatever comes, at once: started by `bench/events.ts`, which gets its port, then a word for each `count` messages. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const count = Number(process.argv[2]);
let taken = 0;

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(204).end();
    taken += 1;
    if (taken % count === 0) process.send?.({ taken });
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ port });
});
