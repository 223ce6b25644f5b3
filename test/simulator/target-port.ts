import { ConnectorError } from '../../core/connector-error.ts';
import type { Effect, EffectResult, FindResult, RecordTarget, WriteReport } from '../../core/records.ts';
import type { Attempt } from './attempt.ts';
import type { Writer } from './journal.ts';
import type { WriteFate } from './nemesis.ts';
import type { Sim } from './sim.ts';

/** The target as one process reaches it. Every effect arrives within the write's timeout, or never. */
export function openTarget(sim: Sim, attempt: Attempt): RecordTarget {
  const { config } = sim;
  const { flavor } = config;
  const searchable = flavor === 'lookup' || flavor === 'weakened_find';
  const byKey =
    flavor === 'natural' || flavor === 'natural_shared' || flavor === 'weakened' || flavor === 'weakened_find';
  return {
    idempotency: byKey ? 'natural' : attempt.plan.idempotency,
    fingerprint: attempt.vendor.fingerprint,
    writeTimeoutMs: config.writeTimeoutMs,
    searchLagMs: config.searchLagMs,
    keyTtlMs: config.keyTtlMs,
    batchMax: config.batchMax,
    write: (effects) => write(sim, attempt, structuredClone([...effects])),
    ...(searchable ? { find: (effects, signal) => find(sim, attempt, effects, signal) } : {}),
  };
}

/** What happens to one effect of a batch. */
interface Course {
  effect: Effect;
  /** When it arrives, after the start of the write; `undefined` where it never does. */
  landsMs: number | undefined;
  told: 'result' | 'not_sent' | 'in_doubt';
  result: EffectResult | undefined;
}

function write(sim: Sim, attempt: Attempt, effects: Effect[]): Promise<WriteReport> {
  const { scheduler, nemesis } = sim;
  attempt.calls('write');
  checkWrite(sim, attempt, effects);
  const fate = nemesis.writeFate();
  const answerMs = nemesis.writeLatencyMs();
  const courses = plotCourses(sim, effects, fate, answerMs);
  const trouble = attempt.meetTrouble('write');
  if (trouble !== undefined) loseSome(sim, courses, trouble);
  if (fate !== 'carried_out') attempt.disturb();
  if (trouble !== undefined || fate === 'in_doubt') {
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
  const { writeTimeoutMs } = sim.config;
  const cutAt = fate === 'carried_out' ? effects.length : rng.int(0, effects.length - 1);
  return effects.map((effect, index): Course => {
    // In order, and before the answer.
    const inTimeMs = (answerMs * (index + 1)) / (effects.length + 1);
    const course = { effect, result: undefined };
    if (fate === 'forbidden') return { ...course, landsMs: undefined, told: 'not_sent' };
    if (index < cutAt) return { ...course, landsMs: inTimeMs, told: 'result' };
    if (fate === 'cut_short') return { ...course, landsMs: undefined, told: 'not_sent' };
    if (index > cutAt && rng.chance(0.3)) return { ...course, landsMs: undefined, told: 'not_sent' };
    return { ...course, landsMs: rng.chance(0.6) ? rng.int(0, writeTimeoutMs) : undefined, told: 'in_doubt' };
  });
}

/** The process stops in the middle of a write: what it had not sent never arrives. */
function loseSome(sim: Sim, courses: Course[], trouble: 'crash' | 'freeze'): void {
  const { rng } = sim.nemesis;
  if (trouble === 'freeze' && rng.chance(0.5)) return;
  for (const course of courses) {
    if (trouble === 'freeze') course.told = 'in_doubt';
    if (rng.chance(0.4)) course.landsMs = undefined;
    else if (course.landsMs !== undefined) course.landsMs = rng.int(0, sim.config.writeTimeoutMs);
  }
}

function report(sim: Sim, attempt: Attempt, courses: readonly Course[], fate: WriteFate): WriteReport {
  const results = courses.map(({ effect, told, result }): EffectResult => {
    if (told !== 'result') return { outcome: told };
    if (result === undefined) return { outcome: 'in_doubt' };
    if (result.outcome !== 'rejected') attempt.answered.set(effect.sourceKey, effect.effectId);
    return result;
  });
  attempt.say(() => `write → ${results.map(({ outcome }) => outcome).join(' ')}`);
  if (results.every(({ outcome }) => outcome !== 'not_sent' && outcome !== 'in_doubt')) return { results };
  const kind = fate === 'carried_out' ? 'transient' : sim.nemesis.refusal(fate);
  const error = new ConnectorError(kind, `The target fails: ${kind}.`, {
    connectorId: 'simulated',
    operation: 'upsert',
    retryAfterMs: sim.nemesis.retryAfterMs(kind),
  });
  return { results, error };
}

function find(sim: Sim, attempt: Attempt, effects: readonly Effect[], signal: AbortSignal): Promise<FindResult[]> {
  attempt.calls('find');
  attempt.meetTrouble('find');
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

function checkWrite(sim: Sim, attempt: Attempt, effects: readonly Effect[]): void {
  const { verdict, store, config } = sim;
  const { name } = attempt.process;
  const restMs = store.leaseRestMs(attempt.epoch);
  if (restMs < config.writeTimeoutMs) {
    verdict.fail(
      'margin',
      `${name} starts a write of up to ${config.writeTimeoutMs} ms with ${restMs} ms of lease left.`,
    );
  }
  if (effects.length === 0 || effects.length > config.batchMax) {
    verdict.fail('contract', `${name} writes ${effects.length} effects where ${config.batchMax} are allowed.`);
  }
  if (new Set(effects.map(({ sourceKey }) => sourceKey)).size < effects.length) {
    verdict.fail('contract', `${name} writes one source key twice in a batch.`);
  }
}

function describe({ effect, landsMs, told }: Course): string {
  const { sourceKey, effectId, body } = effect;
  const landing = landsMs === undefined ? 'never lands' : `lands +${Math.round(landsMs)}`;
  return `[${sourceKey} ${effectId.slice(0, 8)} ${JSON.stringify(body['value'])} ${landing}, told ${told}]`;
}
