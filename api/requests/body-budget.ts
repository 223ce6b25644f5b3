import type { ServerResponse } from 'node:http';
import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

/**
 * Bytes of bodies that one process holds at once: eight of the largest documents. Parsed they take several times as
 * much, in a heap of 128 MB.
 */
const heldBytesMax = 32 * 1024 * 1024;

const retryAfterSeconds = 1;

/** Holds the bodies of all requests together to what the process can bear. */
export interface BodyBudget {
  /**
   * Counts bytes that a request has sent, until it is answered.
   *
   * @throws {HubError} `service_unavailable` when they are too many.
   */
  hold(outgoing: ServerResponse, bytes: number): void;
}

export function createBodyBudget(bytesMax: number = heldBytesMax): BodyBudget {
  const holding = new Map<ServerResponse, number>();
  let held = 0;
  return {
    hold: (outgoing, bytes) => {
      if (held + bytes > bytesMax) {
        throw new HubError('service_unavailable', messages.tooManyBodies, {
          retryAfterSeconds,
        });
      }
      const before = holding.get(outgoing);
      held += bytes;
      holding.set(outgoing, (before ?? 0) + bytes);
      if (before !== undefined) return;
      outgoing.once('close', () => {
        held -= holding.get(outgoing) ?? 0;
        holding.delete(outgoing);
      });
    },
  };
}
