import { ConnectorError } from '../../core/connector-error.ts';
import { z } from 'zod';
import { RunFailedError } from '../../engine/errors.ts';
import type { Attempt } from './attempt.ts';
import type { RunEnd } from './run-end.ts';
import type { RunLog } from './run-log.ts';
import { startAttempt } from './run-attempt.ts';
import type { Sim } from './sim.ts';
import type { LifeSabotage } from './faults/saboteur.ts';
import { type AttemptOutcome, type RunningSegment, VirtualExecution } from './temporal/virtual-temporal.ts';
import type { VirtualProcess } from './virtual-process.ts';

const reconcileEveryMs = 60_000;
/** What nobody touched for so long is looked at. */
const quietMs = 90_000;
const runMaxMs = 24 * 3_600_000;
const finishInput = z.looseObject({ outcome: z.enum(['succeeded', 'failed', 'canceled']) });

/**
 * One run carried by the real workflow, on a Temporal and a database that fail apart from each other.
 *
 * Its activities do what those of `activities/` do: begin, a segment of the real engine, finish; the reconciler looks after
 * runs that one of the two lost.
 */
export class WorkflowRun {
  readonly #sim: Sim;
  readonly #attempts: Attempt[];
  readonly #log: RunLog;
  readonly #life: LifeSabotage;
  readonly #ended = Promise.withResolvers<RunEnd>();
  #execution: VirtualExecution | undefined;
  #numbers = 0;
  /** What the run had counted when it was over. */
  #counted: string | undefined;

  constructor(sim: Sim, attempts: Attempt[], log: RunLog) {
    this.#sim = sim;
    this.#attempts = attempts;
    this.#log = log;
    this.#life = sim.saboteur?.life ?? {};
  }

  async toEnd(): Promise<RunEnd> {
    const { scheduler, nemesis } = this.#sim;
    this.#start();
    if (nemesis.enabled) this.#scheduleEvents();
    this.#reconcileLater(scheduler.now);
    return this.#ended.promise;
  }

  /** Judges once more when nothing is under way any more. */
  checkAfterwards(): void {
    const { verdict } = this.#sim;
    if (this.#execution !== undefined && this.#execution.closed === undefined) {
      verdict.fail('liveness', `The workflow of ${this.#log.runId} never ends.`);
    }
    if (this.#counted === this.#count()) return;
    verdict.fail('after_end', `${this.#log.runId} ended with ${this.#counted}, and has ${this.#count()} now.`);
  }

  #count(): string {
    const { counters, deadLetters } = this.#sim.store.run(this.#log.runId);
    return JSON.stringify([counters, deadLetters.length]);
  }

  #start(): void {
    const { runId } = this.#log;
    this.#execution = new VirtualExecution(
      this.#sim,
      { v: 1, orgId: 'org_x', integrationId: 'int_x', runId: `run_${runId}` },
      {
        local: (name, process, args) => (name === 'beginRun' ? this.#begin(process) : this.#finish(process, args[0])),
        segment: (_attempt, canceled) => this.#segment(canceled),
      },
    );
  }

  async #begin(process: VirtualProcess): Promise<object> {
    const { store, nemesis, scheduler, trace } = this.#sim;
    const { runId } = this.#log;
    const begun = await this.#insist(process, 'begin', () => {
      const commit = store.startRun(runId);
      const forgottenMs = nemesis.forgetsAfterMs();
      if (forgottenMs !== undefined) {
        scheduler.at(forgottenMs, () => {
          if (store.forgetStart(runId, commit)) trace.say('store', () => `FORGETS that ${runId} has begun`);
        });
      }
      return { ...store.run(runId) };
    });
    const { status, counters } = begun;
    if (status === 'queued' || status === 'running') return { status: 'running', counters };
    return { status: 'finished', outcome: status, counters };
  }

  async #finish(process: VirtualProcess, input: unknown): Promise<object> {
    const { outcome } = finishInput.parse(input);
    for (;;) {
      const answer = await this.#insist(process, 'finish', () => this.#finishNow(outcome));
      if ('status' in answer) return { outcome: answer.status, counters: answer.counters };
      await process.clock.sleep(answer.restMs + 1);
    }
  }

  #finishNow(outcome: 'succeeded' | 'failed' | 'canceled'): ReturnType<Sim['store']['finishRun']> {
    const { store, trace, scheduler } = this.#sim;
    const { runId } = this.#log;
    const answer =
      this.#life.finishesAtOnce === true ? store.finishRunAtOnce(runId, outcome) : store.finishRun(runId, outcome);
    if (!('status' in answer) || this.#counted !== undefined) return answer;
    trace.say('store', () => `${runId} is ${answer.status}`);
    this.#counted = this.#count();
    scheduler.wake();
    this.#ended.resolve(
      store.run(runId).status === 'succeeded' ? 'done' : answer.status === 'canceled' ? 'canceled' : 'failed',
    );
    return answer;
  }

  #segment(canceled: boolean): RunningSegment {
    const { store } = this.#sim;
    const { runId } = this.#log;
    if (this.#life.trustsTemporal !== true) store.startRun(runId);
    const { status, counters } = store.run(runId);
    if (status !== 'running' && status !== 'queued') {
      return {
        ended: Promise.resolve({ kind: 'result', result: { status: 'done', counters } }),
        cancel: () => undefined,
      };
    }
    this.#numbers += 1;
    const { attempt, ended } = startAttempt(this.#sim, `${runId}.${this.#numbers}`, this.#log, canceled);
    this.#attempts.push(attempt);
    return {
      ended: ended.then((end): AttemptOutcome => {
        if (end.kind === 'result')
          return { kind: 'result', result: { ...end.result, counters: store.run(runId).counters } };
        if (end.kind !== 'error') return { kind: 'silent' };
        const { error } = end;
        const hopeless = error instanceof RunFailedError || (error instanceof ConnectorError && !error.retryable);
        return { kind: 'error', retryable: !hopeless };
      }),
      cancel: () => {
        attempt.process.deliver(() => {
          attempt.sawCancel();
          attempt.cancel.abort(new Error('Canceled.'));
        });
      },
    };
  }

  /** Asks the database until it answers, as retries of local activities do. */
  async #insist<T>(process: VirtualProcess, what: string, serve: () => T): Promise<T> {
    for (let pauseMs = 200; ; pauseMs = Math.min(30_000, pauseMs * 2)) {
      try {
        return await this.#ask(process, what, serve);
      } catch {
        await process.clock.sleep(pauseMs);
      }
    }
  }

  #ask<T>(process: VirtualProcess, what: string, serve: () => T): Promise<T> {
    const { scheduler, nemesis, trace } = this.#sim;
    const fate = nemesis.storeFate();
    const outMs = nemesis.latencyMs();
    const backMs = nemesis.latencyMs();
    if (fate.kind !== 'answered') trace.say(process.name, () => `${what} FAILS: ${fate.kind}`);
    return new Promise((resolve, reject) => {
      if (fate.kind === 'answered') {
        scheduler.at(outMs, () => {
          const answer = serve();
          process.deliverIn(backMs, () => resolve(answer));
        });
        return;
      }
      if (fate.kind === 'answer_lost') scheduler.at(outMs + fate.lateMs, serve);
      process.deliverIn(outMs + backMs, () => reject(new Error('The database is away.')));
    });
  }

  #scheduleEvents(): void {
    const { rng, config, table, scheduler } = this.#sim;
    const once = (chance: number, action: () => void): void => {
      if (!rng.chance(chance)) return;
      scheduler.at(rng.longTail(60_000), () => {
        if (this.#counted === undefined) action();
      });
    };
    once(config.canceled, () => this.#cancel());
    once(config.terminated / 2, () => {
      this.#sim.trace.say('driver', () => `terminates the workflow of ${this.#log.runId}`);
      this.#execution?.terminate();
    });
    once(config.terminated / 2, () => this.#lose());
    for (let change = 0; change < 3; change += 1) once(config.churn ? 0.7 : 0, () => table.mutate());
  }

  #cancel(): void {
    const { store, trace, scheduler, rng } = this.#sim;
    const { runId } = this.#log;
    trace.say('driver', () => `cancels ${runId}`);
    store.requestCancel(runId);
    if (store.run(runId).status === 'queued') this.#finishNow('canceled');
    // The order is carried out by a relay, now or when it is back.
    scheduler.at(rng.longTail(30_000), () => this.#execution?.requestCancel());
  }

  /** Temporal comes back from a backup that does not know the run. */
  #lose(): void {
    this.#sim.trace.say('temporal', () => `LOSES ${this.#log.runId}`);
    this.#execution?.terminate();
    this.#execution = undefined;
  }

  #reconcileLater(orderedAtMs: number): void {
    const { scheduler, verdict } = this.#sim;
    scheduler.at(reconcileEveryMs, () => {
      if (this.#counted !== undefined) return;
      if (scheduler.now - orderedAtMs > runMaxMs) {
        verdict.fail('liveness', `${this.#log.runId} does not end.`);
        return;
      }
      if (scheduler.now - orderedAtMs > quietMs && this.#life.neverReconciles !== true) this.#repair();
      this.#reconcileLater(orderedAtMs);
    });
  }

  /** As the reconciler of `worker/` does. */
  #repair(): void {
    const { store } = this.#sim;
    const { cancelRequested } = store.run(this.#log.runId);
    if (this.#execution === undefined) this.#start();
    else if (this.#execution.closed !== undefined) this.#finishNow(cancelRequested ? 'canceled' : 'failed');
    else if (cancelRequested) this.#execution.requestCancel();
  }
}
