import type { PageMeta } from '../../core/pagination.ts';

/**
 * What every answer carries. Answers share their origin with the dashboard, so none of them may become a page of it,
 * whatever it repeats of what was sent; the pages of the hub bring policies of their own.
 */
export const commonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Answers share an origin with pages that have sessions: whatever they repeat must not become a page itself.
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=31536000',
} as const;

export type Headers = Readonly<Record<string, string>>;

/** An answer before it becomes a `Response`, or the bytes that `server.ts` writes where no request could be read. */
export interface Answer {
  status: number;
  headers: Headers;
  body: string;
  /** In place of the body, for what is too long to be held. */
  stream?: ReadableStream<Uint8Array>;
  /** Values of `Set-Cookie`. */
  cookies?: readonly string[];
  /** In place of the body, for what is no text. */
  bytes?: Uint8Array<ArrayBuffer>;
}

/** The success envelope. */
export function succeed(
  status: number,
  requestId: string,
  content: { data: unknown; meta?: PageMeta },
  headers?: Headers,
): Answer {
  return {
    status,
    headers: { ...commonHeaders, 'request-id': requestId, ...headers },
    body: JSON.stringify({ status: 'success', data: content.data, meta: content.meta }),
  };
}

/** The error envelope. */
export function fail(
  status: number,
  requestId: string,
  error: { code: string; message: string; details: Record<string, unknown> },
  headers?: Headers,
): Answer {
  const { code, message, details } = error;
  return {
    status,
    headers: { ...commonHeaders, 'request-id': requestId, ...headers },
    body: JSON.stringify({ status: 'error', error: { code, message, details: { ...details, request_id: requestId } } }),
  };
}

/** An answer without an envelope: a page, a script, the OpenAPI document. */
export function present(
  requestId: string,
  { type, body, headers }: { type: string; body: string; headers?: Headers },
): Answer {
  return {
    status: 200,
    headers: { ...commonHeaders, 'content-type': type, 'request-id': requestId, ...headers },
    body,
  };
}

/** As `present`, of bytes as they are. */
export function presentBytes(
  requestId: string,
  { type, bytes, headers }: { type: string; bytes: Uint8Array<ArrayBuffer>; headers?: Headers },
): Answer {
  return { ...present(requestId, { type, body: '', ...(headers === undefined ? {} : { headers }) }), bytes };
}

/** What is asked for stands elsewhere, for now. @see https://www.rfc-editor.org/rfc/rfc9110#section-15.4.3 */
export function redirect(requestId: string, location: string, headers?: Headers): Answer {
  const { 'content-type': _, ...kept } = commonHeaders;
  return { status: 302, headers: { ...kept, 'request-id': requestId, ...headers, location }, body: '' };
}

/** The caller has it already. @see https://www.rfc-editor.org/rfc/rfc9110#section-15.4.5 */
export function notModified({ headers }: Answer): Answer {
  const { 'content-type': _, ...kept } = headers;
  return { status: 304, headers: kept, body: '' };
}

/** JSON without an envelope, for addresses that follow standards of their own. */
export function plain(status: number, requestId: string, body: unknown, headers?: Headers): Answer {
  return {
    status,
    headers: { ...commonHeaders, 'request-id': requestId, ...headers },
    body: JSON.stringify(body),
  };
}

/** An answer without an envelope whose body comes piece by piece. */
export function flow(requestId: string, type: string, stream: ReadableStream<Uint8Array>): Answer {
  return {
    status: 200,
    // Proxies that would keep it until there is more of it pass each piece on.
    headers: { ...commonHeaders, 'content-type': type, 'request-id': requestId, 'x-accel-buffering': 'no' },
    body: '',
    stream,
  };
}

export function toResponse({ status, headers, body, stream, bytes, cookies = [] }: Answer): Response {
  const response = new Response(status === 304 || status === 204 ? null : (stream ?? bytes ?? body), {
    status,
    headers: { ...headers },
  });
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  return response;
}
