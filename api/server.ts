import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { HubError } from '../core/errors.ts';
import { describeError } from '../core/telemetry/log-fields.ts';
import { type Meter, noMeter } from '../core/telemetry/meter.ts';
import { createAdmission } from './admission.ts';
import { createBodyBudget } from './requests/body-budget.ts';
import { toHttp } from './errors.ts';
import type { HubApp } from './hub-context.ts';
import { toRequestId } from './requests/request-id.ts';
import { type Answer, toResponse } from './answers/respond.ts';
import { headerBytesMax, headersTimeoutMs, requestTimeoutMs, urlBytesMax } from './server-limits.ts';
import { messages } from '../core/messages.ts';

const checkTimeoutsEveryMs = 1000;
const keepAliveTimeoutMs = 65_000;
/** An idle connection costs about 9 KB: so many cost less than 200 MB. Further ones are closed at once. */
const connectionsMax = 20_000;

/** What the server knows of the application besides its answers. */
export interface ServerOptions {
  meter?: Meter;
  /** Answers that last and take no work. Default: there are none. */
  countResting?: () => number;
}

/**
 * Puts the application behind a Node HTTP server whose every answer is an envelope, also where Node alone would answer
 * with an empty body: requests that cannot be parsed, time out, or are larger than they may be.
 */
export function createHttpServer(
  app: HubApp,
  logger: Logger,
  publicUrl: string,
  { meter = noMeter, countResting = () => 0 }: ServerOptions = {},
): Server {
  const refuse = (error: HubError): Answer => {
    meter.count('hub_http_refused_total', { code: error.code });
    return toHttp(error, newRequestId(), publicUrl);
  };
  const bodies = createBodyBudget();
  const listener = getRequestListener(
    (request, env) => app.fetch(request, { ...env, bodies, remoteAddress: env.incoming.socket.remoteAddress }),
    { errorHandler: (error) => toResponse(refuseUnreadable(error, { logger, publicUrl })) },
  );
  const admission = createAdmission(countResting);
  const serve = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    // Once the server is closing, no connection outlives its request.
    if (!server.listening) outgoing.shouldKeepAlive = false;
    const refusal = findMisfit(incoming) ?? admission.enter(incoming, outgoing);
    if (refusal !== undefined) answer(outgoing, refuse(refusal));
    else void listener(incoming, outgoing);
  };
  const server = createServer(
    {
      requestTimeout: requestTimeoutMs,
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: checkTimeoutsEveryMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      maxHeaderSize: headerBytesMax,
      // The listener refuses such requests itself, with a body.
      requireHostHeader: false,
    },
    serve,
  );
  server.maxConnections = connectionsMax;
  server.on('checkExpectation', serve);
  server.on('connect', (_, socket) => writeAnswer(socket, refuse(notSupported())));
  server.on('clientError', (error: NodeJS.ErrnoException & { rawPacket?: Buffer }, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else writeAnswer(socket, refuse(toHubError(error)));
  });
  return server;
}

/** What Node itself lets through. */
function findMisfit({ url = '', headersDistinct }: IncomingMessage): HubError | undefined {
  if (url.length > urlBytesMax) return uriTooLong();
  // Node keeps the first of two; what stands before us may have gone by the second. RFC 9112 §3.2
  return (headersDistinct['host']?.length ?? 0) > 1 ? malformed() : undefined;
}

function newRequestId(): string {
  return toRequestId(undefined);
}

function refuseUnreadable(error: unknown, { logger, publicUrl }: { logger: Logger; publicUrl: string }): Answer {
  const requestId = newRequestId();
  if (error instanceof RequestError) return toHttp(malformed(), requestId, publicUrl);
  logger.error({ request_id: requestId, error: describeError(error) }, 'request failed unexpectedly');
  return toHttp(error, requestId, publicUrl);
}

/** @see https://nodejs.org/docs/latest-v24.x/api/http.html#event-clienterror */
function toHubError(error: NodeJS.ErrnoException & { rawPacket?: Buffer }): HubError {
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      return isRequestLineTooLong(error.rawPacket)
        ? uriTooLong()
        : new HubError('headers_too_large', messages.headersTooLarge({ bytesMax: headerBytesMax }));
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new HubError('payload_too_large', messages.chunkExtensionsTooLarge);
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HubError('request_timeout', messages.requestTimeout);
    default:
      return malformed();
  }
}

function isRequestLineTooLong(packet: Buffer | undefined): boolean {
  const end = packet?.indexOf('\r\n') ?? 0;
  return end === -1 || end > urlBytesMax;
}

function uriTooLong(): HubError {
  return new HubError('uri_too_long', messages.urlTooLong({ bytesMax: urlBytesMax }));
}

function malformed(): HubError {
  return new HubError('invalid_request', messages.requestMalformed);
}

function notSupported(): HubError {
  return new HubError('method_not_allowed', messages.notAProxy);
}

function answer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  outgoing.writeHead(status, { ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
}

/** Writes an answer where Node has no response object, and closes. */
function writeAnswer(socket: Duplex, { status, headers, body }: Answer): void {
  const lines = Object.entries({ ...headers, connection: 'close', 'content-length': Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n${body}`);
}
