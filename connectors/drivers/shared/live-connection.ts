import { ofFault } from './call-outcome.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import type { ObserveCall } from './session.ts';
import { messages } from '../../../core/messages.ts';

/** Why an operation gave no result. */
export interface OperationFault {
  fault: Fault;
  /** It may have been carried out. What the system answered was not. */
  sent: boolean;
  /** The system answered: its connection is still good. */
  isAnswer: boolean;
}

export type OperationOutcome<Value, Failure extends OperationFault = OperationFault> =
  { ok: true; value: Value } | ({ ok: false } & Failure);

interface LiveConnectionDeps<Client, Failure> {
  /** Connects and signs in. `life` aborts when the connection is given up; it is aborted by whoever sees it end. */
  open(life: AbortController): Promise<Client>;
  toFault(error: unknown): Failure;
  observe?: ObserveCall | undefined;
}

interface Live<Client> {
  life: AbortController;
  client: Promise<Client>;
}

/** A connection that is made when it is first needed, and again after it broke. Operations may run at once. */
export class LiveConnection<Client, Failure extends OperationFault = OperationFault> {
  readonly #deps: LiveConnectionDeps<Client, Failure>;
  #live: Live<Client> | undefined;

  constructor(deps: LiveConnectionDeps<Client, Failure>) {
    this.#deps = deps;
  }

  /**
   * Runs one operation. One that takes too long breaks the connection off: nothing of it is under way afterwards.
   *
   * @throws the reason of `signal`, and nothing else.
   */
  async run<Value>(
    operation: (client: Client) => Promise<Value>,
    { signal, timeoutMs }: { signal?: AbortSignal | undefined; timeoutMs: number },
  ): Promise<OperationOutcome<Value, Failure>> {
    signal?.throwIfAborted();
    let begun = false;
    const tell = this.#deps.observe?.();
    const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
    const timer = setTimeout(() => giveUp(new DOMException(messages.responseTimeout, 'TimeoutError')), timeoutMs);
    const onAbort = (): void => giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const live = this.#open();
    const onEnd = (): void => {
      if (live.life.signal.reason instanceof FaultError) giveUp(live.life.signal.reason);
    };
    live.life.signal.addEventListener('abort', onEnd, { once: true });
    const running = live.client.then((client) => {
      begun = true;
      return operation(client);
    });
    try {
      const value = await Promise.race([running, given]);
      tell?.('ok');
      return { ok: true, value };
    } catch (error) {
      running.catch(() => undefined);
      const failed = this.#toFault(live, error);
      // A caller that gave up leaves its reading to others' connection, where it ends by itself.
      signal?.throwIfAborted();
      tell?.(ofFault(failed));
      if (!failed.isAnswer) this.#end(live);
      return { ok: false, ...failed, sent: begun && failed.sent };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      live.life.signal.removeEventListener('abort', onEnd);
    }
  }

  /** Breaks off whatever is under way; the next operation connects anew. */
  close(): void {
    if (this.#live !== undefined) this.#end(this.#live);
  }

  #open(): Live<Client> {
    if (this.#live?.life.signal.aborted === false) return this.#live;
    const life = new AbortController();
    const live: Live<Client> = { life, client: this.#deps.open(life) };
    // A failed attempt is not kept: the next operation tries again.
    live.client.catch(() => this.#end(live));
    this.#live = live;
    return live;
  }

  /** What ended the connection is told instead of the end: the guard of its answers says so (`limitAnswers`). */
  #toFault({ life: { signal } }: Live<Client>, error: unknown): Failure {
    if (!(signal.reason instanceof FaultError)) return this.#deps.toFault(error);
    return { ...this.#deps.toFault(signal.reason), sent: true, isAnswer: false };
  }

  #end(live: Live<Client>): void {
    live.life.abort();
    if (this.#live === live) this.#live = undefined;
  }
}
