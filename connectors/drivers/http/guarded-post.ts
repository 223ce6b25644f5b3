import { Agent, request } from 'undici';
import { createGuardedConnector } from '../shared/egress/connect.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import type { ResponseHeaders } from '../../kit/http/rate-signals.ts';
import type { EgressPolicy } from '../shared/session.ts';
import { flatten } from './send.ts';
import { toTransportFault } from '../shared/transport-fault.ts';

/** What came back of a message; `problem`, in words of ours, where nothing did. */
export type PostOutcome =
  { status: number; headers: ResponseHeaders; beginning: Buffer } | { problem: string; status?: undefined };

/** Sends a body to an address that somebody else chose, and gives no more than the beginning of the answer. */
export interface GuardedPoster {
  /** Never throws. Redirects are not followed. */
  post(
    url: string,
    message: { headers: Record<string, string>; body: string; timeoutMs: number },
  ): Promise<PostOutcome>;
  close(): Promise<void>;
}

const keepAliveMs = 10_000;

/**
 * Makes a poster whose connections pass the egress guard: what a name resolves to is checked in the connection itself.
 *
 * @param bytesMax Bytes of the answer that are read; the rest is left. So is what does not come in time, or breaks off.
 */
export function createGuardedPoster(policy: EgressPolicy, { bytesMax }: { bytesMax: number }): GuardedPoster {
  const agent = new Agent({
    connect: createGuardedConnector(compilePolicy(policy)),
    keepAliveTimeout: keepAliveMs,
  });
  return {
    post: async (url, { headers, body, timeoutMs }) => {
      try {
        const response = await request(url, {
          dispatcher: agent,
          method: 'POST',
          headers: { ...headers, 'accept-encoding': 'identity' },
          body,
          signal: AbortSignal.timeout(timeoutMs),
        });
        // A body that is given up must not end the process by its error.
        response.body.on('error', () => undefined);
        const beginning = await readBeginning(response.body, bytesMax);
        return { status: response.statusCode, headers: flatten(response.headers), beginning };
      } catch (error) {
        return { problem: toTransportFault(error).fault.message };
      }
    },
    close: () => agent.destroy(),
  };
}

async function readBeginning(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      bytes += chunk.length;
      // Leaving the loop ends the stream, and the connection with it.
      if (bytes >= bytesMax) break;
    }
  } catch {
    // The status has come, and it says whether the message was taken; a body that breaks off or does not end says nothing.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}
