import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Client } from 'ldapts';
import { connectChecked } from '../egress/connect.ts';
import type { CompiledPolicy } from '../egress/policy.ts';
import { FaultError } from '../fault.ts';
import { type LdapFault, toLdapFault } from './ldap-fault.ts';
import { type LdapSettings, operationTimeoutMs } from './settings.ts';
import { startTls } from './start-tls.ts';

export type LdapOutcome<Value> = { ok: true; value: Value } | ({ ok: false } & LdapFault);

interface Opened {
  client: Client;
  socket: Socket;
}

/** A connection that is bound, made when it is first needed and again after it broke. Operations may run at once. */
export class LdapConnection {
  readonly #settings: LdapSettings;
  readonly #policy: CompiledPolicy;
  #opened: Promise<Opened> | undefined;
  #socket: Socket | undefined;

  constructor(settings: LdapSettings, policy: CompiledPolicy) {
    this.#settings = settings;
    this.#policy = policy;
  }

  /**
   * Runs one operation. One that takes too long breaks the connection off: nothing of it is under way afterwards.
   *
   * @throws the reason of `signal`, and nothing else.
   */
  async run<Value>(
    operation: (client: Client) => Promise<Value>,
    { signal, timeoutMs = operationTimeoutMs }: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
  ): Promise<LdapOutcome<Value>> {
    signal?.throwIfAborted();
    let begun = false;
    const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
    const timer = setTimeout(() => giveUp(new DOMException('No answer in time.', 'TimeoutError')), timeoutMs);
    const onAbort = (): void => giveUp(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const running = this.#open().then(({ client }) => {
      begun = true;
      return operation(client);
    });
    try {
      return { ok: true, value: await Promise.race([running, given]) };
    } catch (error) {
      running.catch(() => undefined);
      const failed = toLdapFault(error);
      if (failed.code === undefined) this.close();
      signal?.throwIfAborted();
      return { ok: false, ...failed, sent: begun && failed.sent };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  /** Breaks off whatever is under way; the next operation connects anew. */
  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#opened = undefined;
  }

  #open(): Promise<Opened> {
    if (this.#opened !== undefined && this.#socket?.destroyed !== true) return this.#opened;
    const opening = this.#bind();
    this.#opened = opening;
    // A failed attempt is not kept: the next operation tries again.
    opening.catch(() => {
      if (this.#opened === opening) this.close();
    });
    return opening;
  }

  async #bind(): Promise<Opened> {
    const socket = await this.#connect();
    this.#socket = socket;
    const client = new Client({
      url: 'ldap://checked.invalid',
      timeout: operationTimeoutMs,
      connectTimeout: 1,
      createConnection: () => socket,
    });
    const { bindDn, password } = this.#settings.login.reveal();
    await client.bind(bindDn, password);
    return { client, socket };
  }

  async #connect(): Promise<Socket> {
    const { host, port, encryption, tls } = this.#settings;
    const socket = await connectChecked(this.#policy, host, port, encryption === 'disable');
    if (encryption === 'disable') return socket;
    if (encryption === 'starttls' && !(await startTls(socket))) {
      socket.destroy();
      throw new FaultError({ kind: 'config', message: 'The directory does not offer encryption (StartTLS).' });
    }
    const secured = connectTls({ ...tls, socket });
    return new Promise((resolve, reject) => {
      secured.once('secureConnect', () => {
        secured.removeListener('error', reject);
        resolve(secured);
      });
      secured.once('error', reject);
    });
  }
}
