import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HubError } from '../core/errors.ts';
import { messages } from '../core/messages.ts';

/**
 * Requests of one connection that wait for their answers. Node reads on while they do, so a client that sends without
 * reading would fill the memory; hardly any client sends a second request before the first is answered.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-9.3.2
 */
const pipelinedMax = 64;

/** Requests of all connections that wait: fifty for each connection of the database pool at its default size. */
const waitingMax = 1000;

const retryAfterSeconds = 1;

/** Holds the number of requests that are worked on at once to what the process can bear. */
export interface Admission {
  /** @returns why a request is refused; `undefined` when it is taken, and counted until it is answered. */
  enter(incoming: IncomingMessage, outgoing: ServerResponse): HubError | undefined;
}

/** @param countResting Of those that are counted, the ones that take no work while they last. */
export function createAdmission(countResting: () => number): Admission {
  const waitingOn = new WeakMap<Socket, number>();
  let waiting = 0;
  return {
    enter: ({ socket, url = '' }, outgoing) => {
      const onConnection = waitingOn.get(socket) ?? 0;
      if (onConnection >= pipelinedMax) {
        // Nothing more is read: the connection ends with this answer.
        socket.pause();
        return new HubError('rate_limited', messages.tooManyRequestsOfConnection, { retryAfterSeconds });
      }
      // Health checks must succeed while the process lives, above all under load.
      if (waiting - countResting() >= waitingMax && !url.startsWith('/health/')) {
        return new HubError('service_unavailable', messages.tooManyRequests, { retryAfterSeconds });
      }
      waiting += 1;
      waitingOn.set(socket, onConnection + 1);
      outgoing.once('close', () => {
        waiting -= 1;
        waitingOn.set(socket, (waitingOn.get(socket) ?? 1) - 1);
      });
      return undefined;
    },
  };
}
