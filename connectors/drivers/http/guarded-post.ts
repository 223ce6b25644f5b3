import { Agent, request } from '../shared/undici.ts';
import { createGuardedConnector } from '../shared/egress/connect.ts';
import { compilePolicy } from '../shared/egress/policy.ts';
import type { ResponseHeaders } from '../../kit/http/rate-signals.ts';
import type { EgressPolicy } from '../shared/session.ts';
import { flatten } from './send.ts';
import { toTransportFault } from '../shared/transport-fault.ts';

/** The response to a message, or `problem`, in our own words, if there was none. */
export type PostOutcome =
  { status: number; headers: ResponseHeaders; beginning: Buffer } | { problem: string; status?: undefined };

/** Sends a body to an address that a user chose, and returns only the beginning of the response. */
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
 * @param bytesMax Bytes of the response to read; the rest is ignored, as is what does not arrive in time.
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
        // An error of an abandoned body must not end the process.
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
    // The status shows whether the message was accepted; an incomplete body is irrelevant.
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}
