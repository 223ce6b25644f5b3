import { ConnectorError } from '../../../core/connector-error.ts';
import type { Json } from '../../../core/json.ts';
import { compileReader, type Reader } from '../../../core/path-readers.ts';
import type {
  AdoptionCheck,
  Effect,
  EffectResult,
  FindResult,
  IdempotencyClass,
  RecordTarget,
  WriteLease,
  WriteReport,
} from '../../../core/records.ts';
import type { WriteDescription } from '../../kit/describe-object.ts';
import type { Fault } from '../../kit/fault.ts';
import { type HttpWrite, undocumentedLagMs } from '../../kit/http/operations.ts';
import {
  type FoundRecord,
  type InterpretedWrite,
  interpretFind,
  interpretWrite,
  toRejection,
} from './exchange/interpret.ts';
import { interpretLock, isUnchanged, type LockValue } from './exchange/lock.ts';
import { planFind, planLock, planWrite, type RequestPlan } from './exchange/plan.ts';
import { readMatchText } from './exchange/match-text.ts';
import type { TargetRequest } from '../shared/session.ts';
import { type PlacedEntry, writeBulk } from './bulk-writer.ts';
import { type CallNamer, createCallNamer } from './call.ts';
import type { HttpContext } from './context.ts';
import { MemberNamer } from './member-namer.ts';
import { runConcurrently } from '../shared/run-concurrently.ts';
import { windowClosed, WriteWindow } from '../shared/write-window.ts';
import { messages } from '../../../core/messages.ts';

/** Timeout of one request of a write. A batch gets twice as much, and starts no request that it could not wait for. */
const requestTimeoutMs = 9000;

/** Writes records with one request each, several concurrently. */
export class HttpTarget implements RecordTarget {
  readonly idempotency: IdempotencyClass;
  readonly system: string;
  readonly fingerprint: string;
  readonly requestTimeoutMs = requestTimeoutMs;
  readonly writeTimeoutMs = 2 * requestTimeoutMs + 1000;
  readonly searchLagMs: number;
  readonly keyTtlMs: number;
  readonly batchMax: number;
  readonly find?: (effects: readonly Effect[], signal: AbortSignal) => Promise<FindResult[]>;
  readonly #context: HttpContext;
  readonly #write: HttpWrite;
  readonly #matchOn: readonly Reader[];
  readonly #byId: boolean;
  readonly #calls: CallNamer;
  readonly #needsId: boolean;
  readonly #isFindable: boolean;
  readonly #namer: MemberNamer | undefined;

  constructor(context: HttpContext, request: TargetRequest, write: HttpWrite, description: WriteDescription) {
    const { idempotency } = write;
    this.#context = context;
    this.#write = write;
    const matchOn = request.matchOn.length > 0 ? request.matchOn : (description.key ?? []);
    this.#matchOn = matchOn.map(compileReader);
    this.#byId = request.byId === true;
    this.#calls = createCallNamer(context.connectorId, request.operation);
    this.#namer = write.memberNames && new MemberNamer(context, write.memberNames);
    this.#needsId = write.update !== undefined || namesTargetId(write);
    this.idempotency = description.idempotency;
    this.system = `${context.connectorId}:${context.scope.baseUrl}`;
    this.fingerprint = `${this.system} ${write.place ?? `${write.request.method} ${write.request.path}`}`;
    this.searchLagMs = idempotency.kind === 'find' ? readLag(idempotency.searchLagMs) : 0;
    this.keyTtlMs = 'ttlMs' in idempotency ? idempotency.ttlMs : 0;
    this.batchMax = write.batchMax;
    // Without match fields, found records cannot be told apart.
    this.#isFindable = idempotency.kind === 'put_by_key' || (idempotency.kind === 'find' && this.#matchOn.length > 0);
    if (this.#isFindable) this.find = (effects, signal) => this.#findAll(effects, signal);
  }

  async write(given: readonly Effect[], lease?: WriteLease, checkAdoption?: AdoptionCheck): Promise<WriteReport> {
    const results = given.map((): EffectResult => ({ outcome: 'not_sent' }));
    const named = await this.#toIds(given, AbortSignal.timeout(requestTimeoutMs));
    if ('error' in named) return { results, error: named.error };
    const { effects } = named;
    const window = new WriteWindow(this.#context.clock, this, lease);
    const entries: PlacedEntry[] = [];
    let error: ConnectorError | undefined;
    await runConcurrently(effects, this.#write.concurrency, async (effect, index) => {
      if (error !== undefined) return;
      if (!window.fits()) {
        error = this.#calls.toError(windowClosed, undefined);
        return;
      }
      const known = await this.#findKnown(effect, window, checkAdoption);
      if (!('result' in known) && this.#write.bulk !== undefined) {
        entries.push({ effect, targetId: known.targetId, place: index });
        return;
      }
      const written = 'result' in known ? known : await this.#writeOne(effect, known.targetId, window, checkAdoption);
      results[index] = this.#scrub(written.result);
      if (written.error !== undefined) error ??= written.error;
    });
    const { bulk } = this.#write;
    if (bulk === undefined || error !== undefined) return { results, error };
    const shared = { context: this.#context, calls: this.#calls, repeatable: this.#repeatable, window };
    const write = { ...this.#write, bulk };
    error = await writeBulk({ ...shared, write, timeoutMs: requestTimeoutMs }, entries, results);
    return { results: results.map((result) => this.#scrub(result)), error };
  }

  /** Records with the ids of members that are given by name. */
  async #toIds(
    effects: readonly Effect[],
    signal: AbortSignal,
  ): Promise<{ effects: readonly Effect[] } | { error: ConnectorError }> {
    try {
      return { effects: (await this.#namer?.toIds(effects, signal)) ?? effects };
    } catch (error) {
      if (error instanceof ConnectorError) return { error };
      throw error;
    }
  }

  /** Whether sending a request twice has the effect of sending it once. */
  get #repeatable(): boolean {
    return this.idempotency === 'natural' || this.idempotency === 'keyed';
  }

  async #writeOne(
    effect: Effect,
    targetId: string | undefined,
    window: WriteWindow,
    checkAdoption: AdoptionCheck | undefined,
  ): Promise<Written> {
    const first = await this.#send(effect, targetId, window);
    const { result } = first;
    if (result.outcome !== 'rejected' || result.code !== 'conflict') return first;
    // The record was changed since its version was read.
    if (namesVersion(this.#write) && effect.operation !== 'create') return this.#send(effect, targetId, window);
    const { idempotency } = this.#write;
    if (idempotency.kind !== 'find' || idempotency.adoptsConflict !== true || !this.#isFindable) return first;
    const found = await this.#findOne(effect, undefined, window);
    if ('error' in found) return { result: { outcome: 'not_sent' }, error: found.error };
    if ('rejected' in found || !found.found) return first;
    if (found.matchesBody) return { result: { outcome: 'unchanged', targetId: found.targetId } };
    const mayChange = effect.operation === 'upsert' && this.#write.update !== undefined && targetId === undefined;
    if (!mayChange || found.targetId === undefined) return first;
    const refused = await checkAdoption?.(effect, found.targetId);
    return refused === undefined ? this.#send(effect, found.targetId, window) : { result: refused };
  }

  async #send(effect: Effect, targetId: string | undefined, window: WriteWindow): Promise<Written> {
    const lock = await this.#readLock(effect, targetId, window);
    if (lock !== undefined && 'error' in lock) return { result: { outcome: 'not_sent' }, error: lock.error };
    if (lock !== undefined && 'rejected' in lock) return { result: lock.rejected };
    if (lock?.record !== undefined && isUnchanged(effect.body, this.#write.lock ?? {}, lock.record))
      return { result: { outcome: 'unchanged', targetId } };
    const planned = planWrite(this.#write, effect, targetId, this.#context.scope, lock);
    if (!planned.ok) return { result: toRejection(planned.fault) };
    const usedUpdate = targetId !== undefined && this.#write.update !== undefined;
    const { plan } = planned;
    const exchanged = await this.#context.client.exchange({
      plan,
      repeatable: this.#repeatable,
      timeoutMs: requestTimeoutMs,
      window,
    });
    if (exchanged.status === 'failed') {
      const result: EffectResult = { outcome: exchanged.sent ? 'in_doubt' : 'not_sent' };
      return { result, error: this.#calls.toError(exchanged.fault, plan) };
    }
    const { answer } = exchanged;
    const written = this.#interpret(effect, usedUpdate, answer, targetId);
    const { result } = written;
    return 'fault' in written ? { result, error: this.#calls.toError(written.fault, plan, answer.status) } : { result };
  }

  /** What a change needs of its record; `undefined` where it needs nothing, or where there is no record yet. */
  async #readLock(
    effect: Effect,
    targetId: string | undefined,
    window: WriteWindow,
  ): Promise<LockValue | { rejected: Rejection } | { error: ConnectorError } | undefined> {
    const { lock } = this.#write;
    if (lock === undefined || (targetId === undefined && effect.operation === 'create')) return undefined;
    const planned = planLock(lock.request, effect, targetId, this.#context.scope);
    if (!planned.ok) return undefined;
    const { plan } = planned;
    const exchange = { plan, repeatable: true, timeoutMs: requestTimeoutMs, window };
    const exchanged = await this.#context.client.exchange(exchange);
    if (exchanged.status === 'failed') return { error: this.#calls.toError(exchanged.fault, plan) };
    const read = interpretLock(lock, exchanged.answer);
    if (read === undefined || !('fault' in read)) return read;
    return isOfRecord(read.fault) ? refuse(read.fault) : { error: this.#calls.toError(read.fault, plan) };
  }

  #interpret(
    effect: Effect,
    usedUpdate: boolean,
    answer: Parameters<typeof interpretWrite>[3],
    targetId: string | undefined,
  ): InterpretedWrite {
    const written = interpretWrite(this.#write, effect, usedUpdate, answer);
    const { result } = written;
    const { targetIdPath, idempotency } = this.#write;
    const hasMade = (result.outcome === 'created' || result.outcome === 'written') && targetId === undefined;
    // Where fields of the record name it, nobody needs another id.
    if (targetIdPath !== undefined && hasMade && result.targetId === undefined && idempotency.kind !== 'put_by_key')
      this.#context.reportIncident?.({ throttled: false, repeated: false, idMissingAt: targetIdPath });
    if (targetId === undefined || !('targetId' in result || result.outcome === 'updated')) return written;
    return { ...written, result: { ...result, targetId } };
  }

  /**
   * The target's own id of the record, where it is known; for writes to records that may exist, it is looked up.
   *
   * What the compiler puts into `targetId` before the first write is the text of the match fields, or of those in the address,
   * which is no id.
   */
  async #findKnown(
    effect: Effect,
    window: WriteWindow,
    checkAdoption: AdoptionCheck | undefined,
  ): Promise<{ targetId: string | undefined } | Written> {
    if (!this.#needsId) return { targetId: undefined };
    const isOwnId =
      effect.targetId !== undefined && (this.#byId || effect.targetId !== readMatchText(effect.body, this.#matchOn));
    if (isOwnId) return { targetId: effect.targetId };
    if (this.#write.idempotency.kind !== 'find' || effect.operation === 'create') return { targetId: undefined };
    const found = await this.#findOne(effect, undefined, window);
    if ('error' in found) return { result: { outcome: 'not_sent' }, error: found.error };
    if ('rejected' in found) return { result: found.rejected };
    if (found.found) {
      const { targetId, matchesBody } = found;
      if (matchesBody && effect.operation !== 'delete') return { result: { outcome: 'unchanged', targetId } };
      const refused = targetId === undefined ? undefined : await checkAdoption?.(effect, targetId);
      return refused === undefined ? { targetId } : { result: refused };
    }
    if (effect.operation === 'delete') return { result: { outcome: 'deleted' } };
    return effect.operation === 'update' ? { result: missing } : { targetId: undefined };
  }

  async #findAll(given: readonly Effect[], signal: AbortSignal): Promise<FindResult[]> {
    const found = given.map((): FindResult => ({ found: false }));
    const named = await this.#toIds(given, signal);
    if ('error' in named) throw named.error;
    const { effects } = named;
    let error: ConnectorError | undefined;
    await runConcurrently(effects, this.#write.concurrency, async (effect, index) => {
      if (error !== undefined) return;
      const one = await this.#findOne(effect, signal, undefined);
      if ('error' in one) error ??= one.error;
      else found[index] = 'rejected' in one ? { found: false, refused: one.rejected.message } : one;
    });
    if (error !== undefined) throw error;
    return found;
  }

  /**
   * A record that the system does not look for is rejected, and one that several of its records may be: that says nothing
   * about those beside it. All pages are searched.
   */
  async #findOne(
    effect: Effect,
    signal: AbortSignal | undefined,
    window: WriteWindow | undefined,
  ): Promise<FindResult | { rejected: Rejection } | { error: ConnectorError }> {
    const { scope, client, isAllowed } = this.#context;
    const toError = (fault: Fault, plan: RequestPlan, status?: number): { error: ConnectorError } => ({
      error: this.#calls.toError(fault, plan, status),
    });
    let isUnclear = false;
    let first: FoundRecord | undefined;
    for (let cursor: Json = null; ;) {
      const planned = planFind(this.#write, effect, scope, cursor);
      if (planned === undefined) return { found: false };
      if (!planned.ok) return this.#write.idempotency.kind === 'find' ? refuse(planned.fault) : { found: false };
      const { plan } = planned;
      const exchanged = await client.exchange({
        plan,
        signal,
        repeatable: true,
        timeoutMs: requestTimeoutMs,
        window,
      });
      if (exchanged.status === 'failed') return toError(exchanged.fault, plan);
      const place = { cursor, isAllowed };
      const interpreted = interpretFind(this.#write, effect, this.#matchOn, exchanged.answer, place);
      if ('fault' in interpreted && isOfRecord(interpreted.fault)) return refuse(interpreted.fault);
      if ('fault' in interpreted) return toError(interpreted.fault, plan, exchanged.answer.status);
      isUnclear ||= interpreted.isUnclear === true;
      for (const one of interpreted.found) {
        first ??= one;
        // Pages that move while they are read show a record twice.
        if (one.identity !== first.identity) return refuse(ambiguous);
      }
      if (interpreted.next === undefined) return first?.result ?? (isUnclear ? refuse(unclear) : { found: false });
      cursor = interpreted.next;
    }
  }

  /** A vendor's message may repeat what was sent, including credentials. */
  #scrub(result: EffectResult): EffectResult {
    return result.outcome === 'rejected' ? { ...result, message: this.#context.createScrub()(result.message) } : result;
  }
}

interface Written {
  result: EffectResult;
  error?: ConnectorError;
}

type Rejection = Extract<EffectResult, { outcome: 'rejected' }>;

function namesVersion({ lock }: HttpWrite): boolean {
  return lock?.header !== undefined || lock?.path !== undefined;
}

function readLag(lagMs: number | 'undocumented'): number {
  return lagMs === 'undocumented' ? undocumentedLagMs : lagMs;
}

const ambiguous: Fault = { kind: 'conflict', message: messages.targetRecordAmbiguous({ record: 'record' }) };

const unclear: Fault = { kind: 'conflict', message: messages.targetRecordUnclear({ record: 'record' }) };

function refuse(fault: Fault): { rejected: Rejection } {
  return { rejected: toRejection(fault) };
}

/** A question that is refused for what it asks is about one record; any other refusal is met by all. */
function isOfRecord({ kind }: Fault): boolean {
  return kind === 'validation' || kind === 'conflict';
}

/** Whether a write goes to the address of the target's own id: it must be known first. */
function namesTargetId({ request, bulk }: HttpWrite): boolean {
  const texts = [request.path, ...Object.values(request.bodyFields ?? {}), request.xml ?? ''];
  const items = [...Object.values(bulk?.item ?? {}), ...Object.values(bulk?.action ?? {})];
  return [...texts, ...items].some((text) => text.includes('{$target_id}'));
}

const missing: EffectResult = {
  outcome: 'rejected',
  code: 'not_found',
  message: messages.targetRecordMissing({ record: 'record' }),
};
