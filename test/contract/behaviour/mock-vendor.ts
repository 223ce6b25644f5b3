import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JudgedRequest } from '../judged-request.ts';

/** What the vendor answers; or nothing, and the connection ends. */
export type MockAnswer =
  { status?: number; headers?: Record<string, string>; body?: string | Buffer; delivery?: Delivery } | 'hang_up';

/**
 * How the body comes: whole, in small pieces, broken off half-way, or the head alone and then nothing more.
 */
export type Delivery = 'whole' | 'drip' | 'cut' | 'stall';

/** Answers requests that are made in order to sign in, and no others. */
export type SignIn = (request: JudgedRequest) => MockAnswer | undefined;

export type Handler = (request: JudgedRequest) => MockAnswer;

/**
 * Every vendor at once: a server on loopback that takes the connections of sessions in place of all hosts, and answers
 * as it is told for the moment.
 */
export class MockVendor {
  /** What arrived since the last `play`, signing in aside. */
  requests: JudgedRequest[] = [];
  #handler: Handler = () => ({ status: 599 });
  #signIn: SignIn = () => undefined;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<MockVendor> {
    const vendor = new MockVendor();
    await new Promise<void>((resolve) => {
      vendor.#server.listen(0, '127.0.0.1', resolve);
    });
    return vendor;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The vendor does not listen.');
    return address.port;
  }

  /** Answers from now on by a handler what is not for signing in, and forgets what arrived before. */
  play(handler: Handler, signIn: SignIn = () => undefined): void {
    this.requests = [];
    this.#handler = handler;
    this.#signIn = signIn;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const { method = '', headers } = incoming;
    const request: JudgedRequest = {
      method,
      url: new URL(`https://${headers.host ?? ''}${incoming.url ?? ''}`),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      body: chunks.length === 0 ? undefined : Buffer.concat(chunks).toString(),
    };
    const answer = this.#signIn(request) ?? this.#answerCall(request);
    if (answer === 'hang_up') response.destroy();
    else deliver(answer, response);
  }

  #answerCall(request: JudgedRequest): MockAnswer {
    this.requests.push(request);
    return this.#handler(request);
  }
}

function deliver(answer: Exclude<MockAnswer, 'hang_up'>, response: ServerResponse): void {
  const { status = 200, headers = {}, body = '', delivery = 'whole' } = answer;
  const bytes = Buffer.from(body);
  const half = Math.floor(bytes.length / 2);
  response.writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': bytes.length });
  switch (delivery) {
    case 'whole':
      response.end(bytes);
      return;
    case 'drip':
      response.write(bytes.subarray(0, half), () => setImmediate(() => response.end(bytes.subarray(half))));
      return;
    case 'cut':
      response.write(bytes.subarray(0, half), () => response.destroy());
      return;
    case 'stall':
      response.flushHeaders();
  }
}
