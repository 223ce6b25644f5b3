import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Json } from '../../core/json.ts';
import type { Interaction } from './interaction.ts';

/** A request as it arrived, at whichever host it was meant for. */
export interface ReplayRequest {
  method: string;
  host: string;
  path: string;
  query: Readonly<Record<string, string>>;
  body: string;
}

/** Says which recorded exchange answers a request; `undefined`: none was recorded. */
export type Script = (request: ReplayRequest) => Interaction | undefined;

/** Headers that belong to the vendor's transfer, not to its answer. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'transfer-encoding',
]);

/** A server on loopback that stands for every host, and answers with recorded exchanges as the script of the moment says. */
export class ReplayServer {
  script: Script = () => undefined;
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<ReplayServer> {
    const server = new ReplayServer();
    await new Promise<void>((resolve) => {
      server.#server.listen(0, '127.0.0.1', resolve);
    });
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server does not listen.');
    return address.port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? '';
    const url = URL.parse(request.url ?? '/', `http://${host}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const interaction = this.script({
      method: request.method ?? 'GET',
      host,
      path: url?.pathname ?? '/',
      query: Object.fromEntries(url?.searchParams ?? []),
      body: Buffer.concat(chunks).toString('utf8'),
    });
    // Nobody recorded it: as good as not there.
    if (interaction === undefined) response.writeHead(404).end();
    else reply(response, interaction);
  }
}

function reply(response: ServerResponse, { status, headers, response_body: body }: Interaction): void {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()));
  response.writeHead(status, Object.fromEntries(kept));
  if (status === 204 || status === 304 || body === null) response.end();
  else response.end(toBytes(body, headers));
}

function toBytes(body: Json, headers: Readonly<Record<string, string>>): string {
  if (typeof body !== 'string') return JSON.stringify(body);
  // A text that is JSON already, or another format; only a lone JSON text needs its quotes again.
  return headers['content-type']?.includes('json') === true && !isJson(body) ? JSON.stringify(body) : body;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
