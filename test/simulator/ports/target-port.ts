import { ConnectorError, type ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { Effect, EffectResult, FindResult, RecordTarget, WriteLease, WriteReport } from '../../../core/records.ts';
import type { Attempt } from '../attempt.ts';
import { copy } from '../copy.ts';
import type { Writer } from '../journal.ts';
import type { WriteFate } from '../faults/nemesis.ts';
import type { Sim } from '../sim.ts';

/** The target as one process reaches it. Every effect arrives within its request's time-out, or never. */
export function openTarget(sim: Sim, attempt: Attempt): RecordTarget {
  const { config } = sim;
  const { flavor } = config;
  const searchable = flavor === 'lookup' || flavor === 'weakened_find';
  const byKey =
    flavor === 'natural' || flavor === 'natural_shared' || flavor === 'weakened' || flavor === 'weakened_find';
  return {
    idempotency: byKey ? 'natural' : attempt.plan.idempotency,
    system: attempt.vendor.fingerprint,
    fingerprint: attempt.vendor.fingerprint,
    requestTimeoutMs: config.requestTimeoutMs,
    writeTimeoutMs: config.writeTimeoutMs,
    searchLagMs: config.searchLagMs,
    keyTtlMs: config.keyTtlMs,
    batchMax: config.batchMax,
    write: (effects, lease) => write(sim, attempt, copy([...effects]), lease),
    ...(searchable ? { find: (effects, signal) => find(sim, attempt, effects, signal) } : {}),
  };
}

/** Carries a batch out, request by request, as long as its time and the lease allow another one. */
async function write(
  sim: Sim,
  attempt: Attempt,
  effects: readonly Effect[],
  lease: WriteLease | undefined,
): Promise<WriteReport> {
  const { requestTimeoutMs, writeTimeoutMs } = sim.config;
  const { clock } = attempt.process;
  const lastBeginAt = clock.monotonic() + writeTimeoutMs - requestTimeoutMs;
  checkBatch(sim, effects, attempt.process.name);
  const results = effects.map((): EffectResult => ({ outcome: 'not_sent' }));
  const size = Math.ceil((effects.length * requestTimeoutMs) / writeTimeoutMs);
  for (let start = 0; start < effects.length; start += size) {
    if (clock.monotonic() > lastBeginAt || lease?.covers(requestTimeoutMs) === false) {
      return { results, error: toFault('transient', undefined) };
    }
    const { results: answered, error } = await send(sim, attempt, effects.slice(start, start + size));
    results.splice(start, answered.length, ...answered);
    if (error !== undefined) return { results, error };
  }
  return { results };
}

/** What happens to one effect of a request. */
interface Course {
  effect: Effect;
  /** When it arrives, after the start of the request; `undefined` where it never does. */
  landsMs: number | undefined;
  reported: 'result' | 'not_sent' | 'in_doubt';
  result: EffectResult | undefined;
}

function send(sim: Sim, attempt: Attempt, effects: readonly Effect[]): Promise<WriteReport> {
  const { scheduler, nemesis } = sim;
  attempt.calls('write');
  checkMargin(sim, attempt);
  const fate = nemesis.writeFate();
  const answerMs = nemesis.writeLatencyMs();
  const courses = plotCourses(sim, effects, fate, answerMs);
  const strike = attempt.meetFault('write');
  if (strike !== undefined) loseSome(sim, courses, strike);
  if (fate !== 'carried_out') attempt.disturb();
  if (strike !== undefined || fate === 'in_doubt') {
    for (const { sourceKey } of effects) attempt.log.doubtful.add(sourceKey);
    takeBack(sim, effects);
  }
  attempt.say(() => `write (${fate}) ${courses.map(describe).join(' ')}`);

  const writer: Writer = { process: attempt.process.name, runId: attempt.log.runId, epoch: attempt.epoch };
  for (const course of courses) {
    if (course.landsMs === undefined) continue;
    scheduler.at(course.landsMs, () => {
      course.result = attempt.vendor.apply(course.effect, writer, scheduler.now);
    });
  }
  return new Promise((resolve) => {
    attempt.process.deliverIn(answerMs, () => {
      resolve(report(sim, attempt, courses, fate));
    });
  });
}

/** What is being written is what it was before, by the time somebody else reads it. */
function takeBack({ config, nemesis, scheduler, table }: Sim, effects: readonly Effect[]): void {
  if (!config.churn || nemesis.rng.chance(0.4)) return;
  const keys = new Set(effects.map(({ sourceKey }) => sourceKey));
  scheduler.at(nemesis.rng.int(0, 10_000), () => {
    if (nemesis.enabled) table.revert(keys);
  });
}

function plotCourses(sim: Sim, effects: readonly Effect[], fate: WriteFate, answerMs: number): Course[] {
  const { rng } = sim.nemesis;
  const { requestTimeoutMs } = sim.config;
  const cutAt = fate === 'carried_out' ? effects.length : rng.int(0, effects.length - 1);
  return effects.map((effect, index): Course => {
    // In order, and before the answer.
    const inTimeMs = (answerMs * (index + 1)) / (effects.length + 1);
    const course = { effect, result: undefined };
    if (fate === 'forbidden') return { ...course, landsMs: undefined, reported: 'not_sent' };
    if (index < cutAt) return { ...course, landsMs: inTimeMs, reported: 'result' };
    if (fate === 'cut_short') return { ...course, landsMs: undefined, reported: 'not_sent' };
    if (index > cutAt && rng.chance(0.3)) return { ...course, landsMs: undefined, reported: 'not_sent' };
    return { ...course, landsMs: rng.chance(0.6) ? rng.int(0, requestTimeoutMs) : undefined, reported: 'in_doubt' };
  });
}

/** The process stops in the middle of a write: what it had not sent never arrives. */
function loseSome(sim: Sim, courses: Course[], strike: 'crash' | 'freeze'): void {
  const { rng } = sim.nemesis;
  if (strike === 'freeze' && rng.chance(0.5)) return;
  for (const course of courses) {
    if (strike === 'freeze') course.reported = 'in_doubt';
    if (rng.chance(0.4)) course.landsMs = undefined;
    else if (course.landsMs !== undefined) course.landsMs = rng.int(0, sim.config.requestTimeoutMs);
  }
}

function report(sim: Sim, attempt: Attempt, courses: readonly Course[], fate: WriteFate): WriteReport {
  const results = courses.map(({ effect, reported, result }): EffectResult => {
    if (reported !== 'result') return { outcome: reported };
    if (result === undefined) return { outcome: 'in_doubt' };
    if (result.outcome !== 'rejected') attempt.answered.set(effect.sourceKey, effect.effectId);
    return result;
  });
  attempt.say(() => `write → ${results.map(({ outcome }) => outcome).join(' ')}`);
  if (results.every(({ outcome }) => outcome !== 'not_sent' && outcome !== 'in_doubt')) return { results };
  const kind = fate === 'carried_out' ? 'transient' : sim.nemesis.refusal(fate);
  return { results, error: toFault(kind, sim.nemesis.retryAfterMs(kind)) };
}

function toFault(kind: ConnectorErrorKind, retryAfterMs: number | undefined): ConnectorError {
  const place = { connectorId: 'simulated', operation: 'upsert' };
  return new ConnectorError(kind, `The target fails: ${kind}.`, { ...place, retryAfterMs });
}

function find(sim: Sim, attempt: Attempt, effects: readonly Effect[], signal: AbortSignal): Promise<FindResult[]> {
  attempt.calls('find');
  attempt.meetFault('find');
  const fault = sim.nemesis.findFault();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('Aborted.'));
    };
    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    const answerMs = sim.nemesis.latencyMs();
    let results: FindResult[] = [];
    sim.scheduler.at(answerMs / 2, () => {
      results = effects.map((effect) => attempt.vendor.find(effect, sim.scheduler.now));
    });
    attempt.process.deliverIn(answerMs, () => {
      signal.removeEventListener('abort', onAbort);
      if (fault === undefined) {
        attempt.say(() => `find ${effects.map(({ sourceKey }) => sourceKey).join(' ')} → ${JSON.stringify(results)}`);
        resolve(results);
        return;
      }
      attempt.disturb();
      attempt.say(() => `find FAILS: ${fault}`);
      const retryAfterMs = sim.nemesis.retryAfterMs(fault);
      reject(
        new ConnectorError(fault, `The search fails: ${fault}.`, {
          connectorId: 'simulated',
          operation: 'search',
          retryAfterMs,
        }),
      );
    });
  });
}

function checkMargin({ verdict, store, config }: Sim, { process, epoch }: Attempt): void {
  const { requestTimeoutMs } = config;
  const restMs = store.leaseRestMs(epoch);
  if (restMs >= requestTimeoutMs) return;
  verdict.fail(
    'margin',
    `${process.name} begins a request of up to ${requestTimeoutMs} ms with ${restMs} ms of lease left.`,
  );
}

function checkBatch({ verdict, config }: Sim, effects: readonly Effect[], name: string): void {
  if (effects.length === 0 || effects.length > config.batchMax) {
    verdict.fail('contract', `${name} writes ${effects.length} effects where ${config.batchMax} are allowed.`);
  }
  if (new Set(effects.map(({ sourceKey }) => sourceKey)).size < effects.length) {
    verdict.fail('contract', `${name} writes one source key twice in a batch.`);
  }
}

function describe({ effect, landsMs, reported }: Course): string {
  const { sourceKey, effectId, body } = effect;
  const landing = landsMs === undefined ? 'never lands' : `lands +${Math.round(landsMs)}`;
  return `[${sourceKey} ${effectId.slice(0, 8)} ${JSON.stringify(body['value'])} ${landing}, told ${reported}]`;
}
