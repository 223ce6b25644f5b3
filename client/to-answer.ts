import { toHubApiError } from './hub-api-error.ts';
import type { HubAnswer, PageMeta } from './hub-client.ts';
import type { Received } from './send.ts';

interface Envelope<Data> {
  status: 'success';
  data: Data;
  meta?: PageMeta;
}

/** Takes an answer out of its envelope. @throws {HubApiError} when it is none of the hub. */
export function toAnswer<Data>({ response, text }: Received): HubAnswer<Data> {
  const body = parse(text);
  if (!isEnvelope<Data>(body)) throw toHubApiError(response, text);
  const { headers, status } = response;
  return {
    data: body.data,
    meta: body.meta,
    status,
    etag: headers.get('etag') ?? undefined,
    requestId: headers.get('request-id') ?? undefined,
    replayed: headers.get('idempotent-replayed') === 'true',
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Reported by the caller, as an answer of somebody else.
    return undefined;
  }
}

/** The hub's own tests hold every answer to the document that `Data` comes from; who answers is told by the envelope. */
function isEnvelope<Data>(body: unknown): body is Envelope<Data> {
  return typeof body === 'object' && body !== null && 'data' in body && 'status' in body && body.status === 'success';
}
