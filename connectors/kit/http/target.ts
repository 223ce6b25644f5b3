import type { ConnectorError } from '../../../core/connector-error.ts';
import type {
  Effect,
  EffectResult,
  FindResult,
  IdempotencyClass,
  RecordTarget,
  WriteReport,
} from '../../../core/records.ts';
import type { WriteDescription } from '../describe-object.ts';
import type { Fault } from '../fault.ts';
import type { HttpWrite } from '../http-operations.ts';
import { type InterpretedWrite, interpretFind, interpretWrite, toRejection } from '../interpret.ts';
import { planFind, planWrite, type RequestPlan } from '../plan.ts';
import { compileReader, readMatchText, type Reader } from '../record-path.ts';
import type { TargetRequest } from '../session.ts';
import { type CallNamer, createCallNamer } from './call.ts';
import type { HttpContext } from './context.ts';
import { runConcurrently } from './run-concurrently.ts';

/** Time of one request of a write; a batch gets twice as much, and begins nothing that it could not wait for. */
const requestTimeoutMs = 9000;

/** Writes records one request each, some at once. */
export class HttpTarget implements RecordTarget {
  readonly idempotency: IdempotencyClass;
  readonly fingerprint: string;
  readonly writeTimeoutMs = 2 * requestTimeoutMs + 1000;
  readonly searchLagMs: number;
  readonly keyTtlMs: number;
  readonly batchMax: number;
  readonly find?: (effects: readonly Effect[], signal: AbortSignal) => Promise<FindResult[]>;
  readonly #context: HttpContext;
  readonly #write: HttpWrite;
  readonly #matchOn: readonly Reader[];
  readonly #calls: CallNamer;

  constructor(context: HttpContext, request: TargetRequest, write: HttpWrite, description: WriteDescription) {
    const { idempotency } = write;
    this.#context = context;
    this.#write = write;
    this.#matchOn = request.matchOn.map(compileReader);
    this.#calls = createCallNamer(context.connectorId, request.operation);
    this.idempotency = description.idempotency;
    this.fingerprint = `${context.connectorId}:${context.scope.baseUrl} ${write.request.method} ${write.request.path}`;
    this.searchLagMs = idempotency.kind === 'find' ? idempotency.searchLagMs : 0;
    this.keyTtlMs = idempotency.kind === 'header' ? idempotency.ttlMs : 0;
    this.batchMax = write.batchMax;
    if (idempotency.kind === 'find' || idempotency.kind === 'put_by_key')
      this.find = (effects, signal) => this.#findAll(effects, signal);
  }

  async write(effects: readonly Effect[]): Promise<WriteReport> {
    const startBefore = this.#context.clock.monotonic() + this.writeTimeoutMs - requestTimeoutMs - 1000;
    const results = effects.map((): EffectResult => ({ outcome: 'not_sent' }));
    let error: ConnectorError | undefined;
    await runConcurrently(effects, this.#write.concurrency, async (effect, index) => {
      if (error !== undefined) return;
      if (this.#context.clock.monotonic() > startBefore) {
        error = this.#calls.toError(outOfTime, undefined);
        return;
      }
      const written = await this.#writeOne(effect, startBefore);
      results[index] = written.result;
      if (written.error !== undefined) error ??= written.error;
    });
    return { results, error };
  }

  async #writeOne(effect: Effect, startBefore: number): Promise<{ result: EffectResult; error?: ConnectorError }> {
    const known = await this.#findKnown(effect, startBefore);
    if ('result' in known) return known;
    const planned = planWrite(this.#write, effect, known.targetId, this.#context.scope);
    if (!planned.ok) return { result: this.#scrub(toRejection(planned.fault)) };
    const usedUpdate = known.targetId !== undefined && this.#write.update !== undefined;
    const { plan } = planned;
    const exchanged = await this.#context.client.exchange({
      plan,
      repeatable: this.idempotency === 'natural' || this.idempotency === 'keyed',
      timeoutMs: requestTimeoutMs,
      startBefore,
    });
    if (exchanged.status === 'failed') {
      const result: EffectResult = { outcome: exchanged.sent ? 'in_doubt' : 'not_sent' };
      return { result, error: this.#calls.toError(exchanged.fault, plan) };
    }
    const { answer } = exchanged;
    const written = this.#interpret(effect, usedUpdate, answer, known.targetId);
    const result = this.#scrub(written.result);
    return 'fault' in written ? { result, error: this.#calls.toError(written.fault, plan, answer.status) } : { result };
  }

  #interpret(
    effect: Effect,
    usedUpdate: boolean,
    answer: Parameters<typeof interpretWrite>[3],
    targetId: string | undefined,
  ): InterpretedWrite {
    const written = interpretWrite(this.#write, effect, usedUpdate, answer);
    const { result } = written;
    if (targetId === undefined || !('targetId' in result || result.outcome === 'updated')) return written;
    return { ...written, result: { ...result, targetId } };
  }

  /**
   * The target's own id of the record, where it is known; for writes to records that may exist, it is looked up.
   *
   * What the compiler puts into `targetId` before the first write is the text of the match fields, which is no id.
   */
  async #findKnown(
    effect: Effect,
    startBefore: number,
  ): Promise<{ targetId: string | undefined } | { result: EffectResult; error?: ConnectorError }> {
    if (this.#write.update === undefined) return { targetId: undefined };
    const isOwnId = effect.targetId !== undefined && effect.targetId !== readMatchText(effect.body, this.#matchOn);
    if (isOwnId) return { targetId: effect.targetId };
    if (this.#write.idempotency.kind !== 'find' || effect.operation === 'create') return { targetId: undefined };
    const found = await this.#findOne(effect, undefined, startBefore);
    if ('error' in found) return { result: { outcome: 'not_sent' }, error: found.error };
    if (found.found) {
      const { targetId, matchesBody } = found;
      return matchesBody ? { result: { outcome: 'unchanged', targetId } } : { targetId };
    }
    return effect.operation === 'update' ? { result: missing } : { targetId: undefined };
  }

  async #findAll(effects: readonly Effect[], signal: AbortSignal): Promise<FindResult[]> {
    const found = effects.map((): FindResult => ({ found: false }));
    let error: ConnectorError | undefined;
    await runConcurrently(effects, this.#write.concurrency, async (effect, index) => {
      if (error !== undefined) return;
      const one = await this.#findOne(effect, signal, undefined);
      if ('error' in one) error ??= one.error;
      else found[index] = one;
    });
    if (error !== undefined) throw error;
    return found;
  }

  async #findOne(
    effect: Effect,
    signal: AbortSignal | undefined,
    startBefore: number | undefined,
  ): Promise<FindResult | { error: ConnectorError }> {
    const planned = planFind(this.#write, effect, this.#context.scope);
    // A record without an address cannot have been written.
    if (planned?.ok !== true) return { found: false };
    const toError = (fault: Fault, plan: RequestPlan): { error: ConnectorError } => ({
      error: this.#calls.toError(fault, plan),
    });
    const { plan } = planned;
    const exchanged = await this.#context.client.exchange({
      plan,
      signal,
      repeatable: true,
      timeoutMs: requestTimeoutMs,
      startBefore,
    });
    if (exchanged.status === 'failed') return toError(exchanged.fault, plan);
    const interpreted = interpretFind(this.#write, effect, this.#matchOn, exchanged.answer);
    return 'fault' in interpreted ? toError(interpreted.fault, plan) : interpreted.found;
  }

  /** A vendor's words may repeat what was sent, credentials among it. */
  #scrub(result: EffectResult): EffectResult {
    return result.outcome === 'rejected' ? { ...result, message: this.#context.scrub(result.message) } : result;
  }
}

const outOfTime: Fault = { kind: 'transient', message: 'No time was left for the rest of the batch.' };

const missing: EffectResult = {
  outcome: 'rejected',
  code: 'not_found',
  message: 'The target has no record with these match fields.',
};
