import { ofFault } from './call-outcome.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import type { ObserveCall } from './session.ts';
import { messages } from '../../../core/messages.ts';

/** Why an operation gave no result. */
export interface OperationFault {
  fault: Fault;
  /** The operation may have been executed. False if the system responded with an error. */
  sent: boolean;
  /** The system responded, so the connection is still usable. */
  isAnswer: boolean;
}

export type OperationOutcome<Value, Failure extends OperationFault = OperationFault> =
  { ok: true; value: Value } | ({ ok: false } & Failure);

interface LiveConnectionDeps<Client, Failure> {
  /**
   * Connects and signs in. `life` aborts when the connection is discarded, and the driver aborts it when the connection
   * ends.
   */
  open(life: AbortController): Promise<Client>;
  toFault(error: unknown): Failure;
  observe?: ObserveCall | undefined;
}

interface Live<Client> {
  life: AbortController;
  client: Promise<Client>;
}

/** A connection that is opened on first use, and again after it failed. Operations may run concurrently. */
export class LiveConnection<Client, Failure extends OperationFault = OperationFault> {
  readonly #deps: LiveConnectionDeps<Client, Failure>;
  #live: Live<Client> | undefined;

  constructor(deps: LiveConnectionDeps<Client, Failure>) {
    this.#deps = deps;
  }

  /**
   * Runs one operation. A timeout closes the connection, so that the operation cannot continue.
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
      // A canceled read does not close a connection that other operations use; it completes in the background.
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

  /** Aborts all operations in progress. The next operation connects again. */
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

  /** Reports the cause instead of the closed connection, if `limitAnswers` closed it. */
  #toFault({ life: { signal } }: Live<Client>, error: unknown): Failure {
    if (!(signal.reason instanceof FaultError)) return this.#deps.toFault(error);
    return { ...this.#deps.toFault(signal.reason), sent: true, isAnswer: false };
  }

  #end(live: Live<Client>): void {
    live.life.abort();
    if (this.#live === live) this.#live = undefined;
  }
}
