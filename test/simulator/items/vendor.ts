import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Version } from './blocks.ts';

const body = z.looseObject({
  step: z.string(),
  who: z.string(),
  rev: z.number(),
  refused: z.boolean().optional(),
  reply_to: z.record(z.string(), z.string()).optional(),
  joined: z.record(z.string(), z.array(z.string())).optional(),
  comments: z.record(z.string(), z.string().nullish()).optional(),
  mails: z.record(z.string(), z.string()).optional(),
  /** 0: the time was up. */
  events: z.record(z.string(), z.number()).optional(),
  answers: z.record(z.string(), z.number().nullish()).optional(),
});

export type EffectBody = z.infer<typeof body>;

/** What happened at the vendor, in its order. */
export interface Entry {
  kind: 'made' | 'deleted';
  id: string;
  body: EffectBody;
  /** How often time had passed before. */
  hour: number;
  /** Nobody was to write then. */
  isClosed: boolean;
}

/** A source and a target that knows requests by their keys, in one server that keeps count. */
export class Vendor {
  records: Version[] = [];
  readonly journal: Entry[] = [];
  /** Requests that came under a key that was used for another body. */
  readonly reused: string[] = [];
  hour = 0;
  /** The gate before it is closed. */
  isClosed = false;
  /** So many answers to writes are still to be withheld. */
  toLose = 0;
  readonly #made = new Map<string, { id: string; sent: string; isRefused: boolean }>();
  readonly #server: Server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy());
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address: AddressInfo | string | null = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The vendor does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  /** Begins anew, for another life. */
  forget(): void {
    this.records = [];
    this.journal.length = 0;
    this.reused.length = 0;
    this.#made.clear();
    [this.hour, this.toLose] = [0, 0];
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    if (method === 'GET') return answer(response, 200, this.records);
    const done = method === 'POST' ? this.#create(request, await text(request)) : this.#remove(url);
    if (this.toLose > 0) {
      this.toLose -= 1;
      return void response.destroy();
    }
    answer(response, done.status, done.json);
  }

  #create({ headers }: IncomingMessage, sent: string): { status: number; json: object } {
    const key = z.string().parse(headers['idempotency-key']);
    const known = this.#made.get(key);
    const made = known ?? { id: `E${this.#made.size + 1}`, sent, isRefused: false };
    if (known !== undefined && known.sent !== sent) this.reused.push(`${known.sent} and then ${sent}`);
    if (known === undefined) {
      const read = body.parse(JSON.parse(sent));
      made.isRefused = read.refused === true;
      this.#made.set(key, made);
      if (!made.isRefused)
        this.journal.push({ kind: 'made', id: made.id, body: read, hour: this.hour, isClosed: this.isClosed });
    }
    return made.isRefused ? { status: 422, json: { message: 'Not this one' } } : { status: 201, json: { id: made.id } };
  }

  /** Deleting is natural: what is gone is not deleted again. */
  #remove(url: string): { status: number; json: object } {
    const id = new URL(url, 'http://vendor').searchParams.get('id') ?? '';
    const made = this.journal.find((entry) => entry.kind === 'made' && entry.id === id);
    const isGone = this.journal.some((entry) => entry.kind === 'deleted' && entry.id === id);
    if (made !== undefined && !isGone)
      this.journal.push({ ...made, kind: 'deleted', hour: this.hour, isClosed: this.isClosed });
    return { status: 200, json: {} };
  }
}

function answer(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}
