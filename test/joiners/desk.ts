import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A ticket desk: one ticket for each idempotency key, as desks with such keys promise. */
export interface Desk {
  port: number;
  /** By idempotency key. */
  tickets: ReadonlyMap<string, { id: string; subject: unknown }>;
  /** Requests that were answered with an error while it was down. */
  refused: number;
  isDown: boolean;
  /** It goes down by itself when it has so many tickets. */
  downAt: number;
  stop(): void;
}

export async function startDesk(): Promise<Desk> {
  const tickets = new Map<string, { id: string; subject: unknown }>();
  const server = createServer((request, response) => {
    if (desk.isDown) {
      desk.refused += 1;
      response.writeHead(503).end();
      return;
    }
    void json(request).then((body) => {
      const key = String(request.headers['idempotency-key']);
      const known = tickets.get(key);
      const ticket = known ?? { id: `T${tickets.size + 1}`, subject: Object(body).subject };
      tickets.set(key, ticket);
      if (tickets.size === desk.downAt) desk.isDown = true;
      const text = JSON.stringify({ id: ticket.id });
      response.writeHead(known === undefined ? 201 : 200, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The desk does not listen.');
  const desk: Desk = {
    port: address.port,
    tickets,
    refused: 0,
    isDown: false,
    downAt: Infinity,
    stop: () => void server.close(),
  };
  return desk;
}
