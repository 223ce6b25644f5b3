import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { HttpStub, type Reply, type SeenRequest } from '../http.ts';

/** A message that was taken as genuine. */
export interface Message {
  id: string;
  type: string;
  data: Record<string, unknown>;
  /** Status that it was answered with. */
  answered: number;
}

const body = z.object({ type: z.string(), timestamp: z.string(), data: z.record(z.string(), z.unknown()) });

/**
 * A receiver of webhooks on loopback, which takes what the library of Standard Webhooks verifies and nothing else.
 */
export class WebhookReceiver {
  readonly messages: Message[] = [];
  readonly stub: HttpStub;
  secret = '';
  /** What the next message is answered with. */
  answer: (message: Omit<Message, 'answered'>, request: SeenRequest) => Reply | Promise<Reply> = () => ({
    status: 204,
  });
  #waiting: (() => void)[] = [];

  private constructor(stub: HttpStub) {
    this.stub = stub;
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver(await HttpStub.start());
    receiver.stub.always('POST /hook', async (request, response) => {
      const { status = 200, headers = {}, body: text } = await receiver.#take(request);
      response.writeHead(status, headers).end(text);
    });
    return receiver;
  }

  get url(): string {
    return `${this.stub.url}/hook`;
  }

  get place(): string {
    return `127.0.0.1:${this.stub.port}`;
  }

  /** Stops the server, whether it was asked for anything or not. */
  async stop(): Promise<void> {
    await this.stub.stop().catch(() => undefined);
  }

  /** Of those that were answered so, in the order in which they came. */
  taken(status = 204): Message[] {
    return this.messages.filter(({ answered }) => answered === status);
  }

  /** Waits for messages, for as long as the test lasts. */
  async waitUntil(isEnough: (receiver: this) => boolean): Promise<void> {
    while (!isEnough(this)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  async #take(request: SeenRequest): Promise<Reply> {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    try {
      new Webhook(this.secret).verify(request.body, headers);
    } catch {
      return this.#note({ id: String(headers['webhook-id']), type: 'forged', data: {} }, { status: 401 });
    }
    const { type, data } = body.parse(JSON.parse(request.body));
    const message = { id: headers['webhook-id'] ?? '', type, data };
    return this.#note(message, await this.answer(message, request));
  }

  #note(message: Omit<Message, 'answered'>, reply: Reply): Reply {
    this.messages.push({ ...message, answered: reply.status ?? 200 });
    for (const resolve of this.#waiting.splice(0)) resolve();
    return reply;
  }
}
