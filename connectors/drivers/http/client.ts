import { Agent } from '../shared/undici.ts';
import type { Json } from '../../../core/json.ts';
import { createGuardedConnector, type TlsIdentity } from '../shared/egress/connect.ts';
import type { CompiledPolicy } from '../shared/egress/policy.ts';
import { readDocument } from '../shared/decode/document.ts';
import { toUtf8 } from '../shared/decode/text.ts';
import { type ErrorRule, judgeAnswer } from '../../kit/http/error-rules.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { type HttpAnswer, judgedBytesMax } from './exchange/interpret.ts';
import type { RequestPlan } from './exchange/plan.ts';
import { readSenderTime } from '../../kit/http/rate-signals.ts';
import type { ReportIncident } from '../shared/session.ts';
import type { Authenticate } from './auth/authenticator.ts';
import { readWhole } from './body.ts';
import { CallGate } from './call-gate.ts';
import { applyRateLimit } from './apply-rate-limit.ts';
import { findIncident, findWait } from './retry.ts';
import { noTime, type RawAnswer, send, type SendContext } from './send.ts';
import { toTransportFault } from '../shared/transport-fault.ts';
import type { WriteWindow } from '../shared/write-window.ts';

const keepAliveMs = 10_000;

export interface ClientSettings extends Omit<SendContext, 'agent' | 'gate' | 'window'> {
  errors: readonly ErrorRule[];
  timeoutMs: number;
  maxResponseBytes: number;
  /** Shown to systems that ask for a client certificate. */
  tls?: TlsIdentity | undefined;
  reportIncident?: ReportIncident | undefined;
}

export interface Exchange {
  plan: RequestPlan;
  /** Ends the exchange with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Sending the request twice has the effect of sending it once. */
  repeatable: boolean;
  timeoutMs?: number | undefined;
  /** The time in which attempts may begin. */
  window?: WriteWindow | undefined;
  /** The caller can request less, so a request that the system finds too large is not repeated unchanged. */
  shrinkable?: boolean;
}

export type Exchanged =
  | { status: 'answered'; answer: HttpAnswer }
  /** No response. `sent`: the request may have reached the system. */
  | { status: 'failed'; fault: Fault; sent: boolean };

/**
 * Sends requests of one session: guarded, authenticated, rate-limited, and retried where that is safe and the wait is
 * short.
 */
export class HttpClient {
  readonly #agent: Agent;
  readonly #gate: CallGate;
  readonly #settings: ClientSettings;

  constructor(settings: ClientSettings, shared: CompiledPolicy | HttpClient) {
    this.#settings = settings;
    if (shared instanceof HttpClient) {
      this.#agent = shared.#agent;
      this.#gate = shared.#gate;
      return;
    }
    this.#gate = new CallGate();
    this.#agent = new Agent({
      connect: createGuardedConnector(shared, settings.tls),
      connections: settings.limits.concurrency,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: settings.timeoutMs,
      bodyTimeout: settings.timeoutMs,
    });
  }

  /** The same client with other credentials. Its sockets are this one's, which closes them. */
  signedBy(authenticate: Authenticate): HttpClient {
    return new HttpClient({ ...this.#settings, authenticate }, this);
  }

  /**
   * Sends a request and reads the whole answer.
   *
   * @throws the reason of `exchange.signal`, and nothing else.
   */
  async exchange(exchange: Exchange): Promise<Exchanged> {
    const { clock } = this.#settings;
    for (let attempt = 1; ; attempt += 1) {
      if (exchange.window?.fits() === false) return { status: 'failed', fault: noTime, sent: false };
      const outcome = await this.#attempt(exchange);
      const failed = toFailed(outcome);
      if (failed === undefined) return outcome;
      const shrinks = failed.fault.tooLarge === true && exchange.shrinkable === true;
      const waitMs = shrinks ? undefined : findWait(failed, attempt, exchange.repeatable);
      const repeated = waitMs !== undefined && exchange.window?.fits(waitMs) !== false;
      const over = this.#note(
        outcome.status === 'answered' ? outcome.answer.status : undefined,
        failed.fault,
        repeated,
      );
      if (!repeated) return outcome;
      await clock.sleep(waitMs, exchange.signal).finally(over);
    }
  }

  /**
   * Sends a request and returns the unread response. The caller must consume its body.
   *
   * @throws what undici throws, or a `FaultError`.
   */
  open(plan: RequestPlan, signal: AbortSignal, window?: WriteWindow): Promise<RawAnswer> {
    return send({ ...this.#settings, agent: this.#agent, gate: this.#gate, window }, plan, signal);
  }

  /** Reads a response that is not a result, and determines its fault. */
  async judge(raw: RawAnswer): Promise<Fault | undefined> {
    const body = await readWhole(raw.body, raw.headers, judgedBytesMax).catch(() => Buffer.alloc(0));
    const { fault } = this.#judge(raw, body);
    if (fault !== undefined) this.#note(raw.status, fault, false);
    return fault;
  }

  /** Closes idle and busy connections. Never throws. */
  async close(): Promise<void> {
    await this.#agent.destroy().catch(() => undefined);
  }

  #note(status: number | undefined, fault: Fault, repeated: boolean): () => void {
    const incident = findIncident(status, fault, repeated);
    return (incident && this.#settings.reportIncident?.(incident)) ?? (() => undefined);
  }

  async #attempt(exchange: Exchange): Promise<Exchanged> {
    const timeout = AbortSignal.timeout(exchange.timeoutMs ?? this.#settings.timeoutMs);
    const signal = exchange.signal === undefined ? timeout : AbortSignal.any([timeout, exchange.signal]);
    let raw: RawAnswer | undefined;
    try {
      raw = await this.open(exchange.plan, signal, exchange.window);
      const bytes = await readWhole(raw.body, raw.headers, this.#settings.maxResponseBytes);
      const body = toUtf8(bytes, raw.headers['content-type']);
      return { status: 'answered', answer: { ...raw, body, ...this.#judge(raw, body) } };
    } catch (error) {
      exchange.signal?.throwIfAborted();
      if (raw === undefined) return { status: 'failed', ...toTransportFault(error) };
      const fault = error instanceof FaultError ? error.fault : toTransportFault(error).fault;
      return { status: 'failed', fault, sent: true };
    }
  }

  #judge(raw: RawAnswer, body: Buffer): Pick<HttpAnswer, 'fault' | 'document'> {
    const { errors, limits, clock } = this.#settings;
    const { status, headers } = raw;
    const isResult = status >= 200 && status < 300;
    const text = isResult && errors.length === 0 ? '' : body.toString('utf8', 0, judgedBytesMax);
    // The body is parsed once, by the first caller that needs it, or later as records.
    const read: { document?: Json | undefined } = {};
    const answer = {
      status,
      headers,
      text,
      readDocument: () => ('document' in read ? read.document : (read.document = readDocument(body))),
    };
    const fault = judgeAnswer(errors, limits, answer, readSenderTime(headers, clock.now()));
    applyRateLimit(this.#settings, answer, fault);
    return { fault, ...read };
  }
}

function toFailed(outcome: Exchanged): { fault: Fault; sent: boolean } | undefined {
  if (outcome.status === 'failed') return outcome;
  return outcome.answer.fault === undefined ? undefined : { fault: outcome.answer.fault, sent: true };
}
