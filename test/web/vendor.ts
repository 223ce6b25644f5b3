import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { findPort } from '../../start/servers/ports.ts';

/** A system on loopback that lets in who has a token of its own, and asks a person for leave to give one. */
export class Vendor {
  /** Whether the person agrees. */
  consents = true;
  /** Bodies of what was ordered. */
  orders: string[] = [];
  readonly #codes = new Set<string>();
  readonly #tokens = new Set<string>();
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get host(): string {
    return new URL(this.url).host;
  }

  async start(): Promise<void> {
    this.#port = await findPort(0);
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Makes everything worthless that it gave so far. */
  withdraw(): void {
    this.#tokens.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
    const body = await readBody(request);
    if (pathname === '/authorize') {
      const [back, state] = [searchParams.get('redirect_uri') ?? '', searchParams.get('state') ?? ''];
      const answer = this.consents ? { state, code: this.#giveCode() } : { state, error: 'access_denied' };
      return void response.writeHead(302, { location: `${back}?${new URLSearchParams(answer).toString()}` }).end();
    }
    if (pathname === '/token') return this.#giveToken(new URLSearchParams(body), response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!this.#tokens.has(token)) return send(response, 401, {});
    if (request.method === 'POST') {
      this.orders.push(body);
      return send(response, 201, {});
    }
    return send(response, 200, [{ id: 1 }]);
  }

  #giveCode(): string {
    const code = randomUUID();
    this.#codes.add(code);
    return code;
  }

  #giveToken(form: URLSearchParams, response: ServerResponse): void {
    const isGood = this.#codes.delete(form.get('code') ?? '') || this.#tokens.has(form.get('refresh_token') ?? '');
    if (!isGood) return send(response, 400, { error: 'invalid_grant' });
    const [access, refresh] = [randomUUID(), randomUUID()];
    this.#tokens.add(access).add(refresh);
    return send(response, 200, {
      access_token: access,
      refresh_token: refresh,
      token_type: 'Bearer',
      expires_in: 3600,
    });
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) if (Buffer.isBuffer(part)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
