import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A request as it arrived. */
export interface SeenRequest {
  method: string;
  /** Path with query. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: string;
}

/** What a stub answers: JSON for objects and lists, bytes for the rest; or a function that answers by itself. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Buffer;
}

export type Answer = Reply | ((request: SeenRequest, response: ServerResponse) => Reply | undefined | Promise<void>);

interface Stub {
  route: string;
  answers: Answer[];
  isEndless: boolean;
  /** Nobody has to ask. */
  isOptional?: true;
}

/**
 * A server on loopback that answers as it was told, and fails the test for every request that nobody expected and every
 * answer that nobody asked for.
 */
export class HttpStub {
  readonly requests: SeenRequest[] = [];
  readonly #stubs: Stub[] = [];
  readonly #unmatched: string[] = [];
  readonly #server: Server;
  readonly #scheme: string;

  constructor(certificate?: { key: string; cert: string }) {
    const answer = (request: IncomingMessage, response: ServerResponse): void => void this.#answer(request, response);
    this.#server = certificate === undefined ? createServer(answer) : createTlsServer(certificate, answer);
    this.#scheme = certificate === undefined ? 'http' : 'https';
  }

  /** Starts a server on a free port, with TLS where a certificate is given. */
  static async start(certificate?: { key: string; cert: string }): Promise<HttpStub> {
    const stub = new HttpStub(certificate);
    await new Promise<void>((resolve) => {
      stub.#server.listen(0, '127.0.0.1', resolve);
    });
    return stub;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The stub does not listen.');
    return address.port;
  }

  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.port}`;
  }

  /** Answers requests of a route, `GET /users?page=1`, one after the other. A route without query takes any query. */
  on(route: string, ...answers: Answer[]): this {
    this.#stubs.push({ route, answers, isEndless: false });
    return this;
  }

  /** Answers every request of a route, at least one. */
  always(route: string, answer: Answer): this {
    this.#stubs.push({ route, answers: [answer], isEndless: true });
    return this;
  }

  /** Answers every request of a route, if there is any. */
  ifAsked(route: string, answer: Answer): this {
    this.#stubs.push({ route, answers: [answer], isEndless: true, isOptional: true });
    return this;
  }

  /**
   * Stops the server.
   *
   * @throws {Error} naming requests without an answer and answers without a request.
   */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
    const unused = this.#stubs.filter((stub) =>
      stub.isEndless ? stub.isOptional !== true && !this.#wasAsked(stub) : stub.answers.length > 0,
    );
    const problems = [
      ...this.#unmatched.map((request) => `No stub answers ${request}.`),
      ...unused.map(({ route, answers }) => `${answers.length} answers of ${route} were not asked for.`),
    ];
    if (problems.length > 0) throw new Error(problems.join(' '));
  }

  #wasAsked({ route }: Stub): boolean {
    return this.requests.some((request) => fits(route, request));
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request = await readRequest(incoming);
    this.requests.push(request);
    const stub = this.#stubs.find((candidate) => candidate.answers.length > 0 && fits(candidate.route, request));
    const answer = stub?.isEndless === true ? stub.answers[0] : stub?.answers.shift();
    if (answer === undefined) {
      this.#unmatched.push(`${request.method} ${request.url}`);
      response.writeHead(599).end();
      return;
    }
    const reply = typeof answer === 'function' ? await answer(request, response) : answer;
    if (reply !== undefined) send(reply, response);
  }
}

function fits(route: string, { method, url }: SeenRequest): boolean {
  const asked = `${method} ${url}`;
  return asked === route || (!route.includes('?') && asked.split('?')[0] === route);
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const { method = '', url = '', headers } = incoming;
  return { method, url, headers, body: Buffer.concat(chunks).toString() };
}

function send({ status = 200, headers = {}, json, body }: Reply, response: ServerResponse): void {
  const isJson = json !== undefined;
  response.writeHead(status, { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers });
  response.end(isJson ? JSON.stringify(json) : body);
}
