import { ConnectorError } from '../../core/connector-error.ts';
import { RunFailedError } from '../../engine/errors.ts';
import type { Attempt } from './attempt.ts';
import { checkContents, checkDoneRun, checkUnchangedRun } from './checks/check-run.ts';
import { watchLandings } from './checks/check-landing.ts';
import { expectationOf, makePlan } from './plan-under-test.ts';
import { Rng } from './rng.ts';
import { RunLog } from './run-log.ts';
import { startAttempt, type AttemptEnd, type StartedAttempt } from './run-attempt.ts';
import { currentVendor, type Sim } from './sim.ts';
import { RecordVendor } from './vendors.ts';
import { WorkflowRun } from './workflow-run.ts';
import type { RunEnd } from './run-end.ts';

const attemptsMax = 300;
const runMaxMs = 24 * 3_600_000;

/** Plays the operators, the people and Temporal: several runs of one integration, one after another. */
export class Driver {
  readonly attempts: Attempt[] = [];
  readonly #sim: Sim;
  readonly #workflowRuns: WorkflowRun[] = [];
  #deleted = false;

  constructor(sim: Sim) {
    this.#sim = sim;
  }

  async drive(): Promise<void> {
    const { config, nemesis, table, definition, rng } = this.#sim;
    this.#connectTarget();
    if (config.preexisting) this.#plant();
    for (let run = 1; run <= config.runs; run += 1) {
      if (run > 1) this.#changeSomething();
      await this.#run(`run${run}`, { deletes: config.deleted && run === config.runs });
      if (this.#deleted) return;
    }
    nemesis.enabled = false;
    definition.fullResync = false;
    if (rng.chance(0.5)) table.mutate();
    await this.#run('final', {});
    const log = await this.#run('again', {});
    if (log.finished) checkUnchangedRun(this.#sim, log);
  }

  /** Judges once more when nothing is under way any more, not even in zombies. */
  checkAfterwards(log: RunLog | undefined): void {
    if (log?.finished === true && !this.#deleted) checkContents(this.#sim, log);
    for (const run of this.#workflowRuns) run.checkAfterwards();
    for (const { process, over } of this.attempts) {
      if (!over && !process.dead) this.#sim.verdict.fail('liveness', `The segment of ${process.name} never ends.`);
    }
  }

  get lastLog(): RunLog | undefined {
    return this.attempts.at(-1)?.log;
  }

  #connectTarget(): void {
    const { vendors, config } = this.#sim;
    const vendor = new RecordVendor(
      `target${vendors.length + 1}`,
      config,
      new Rng(config.seed, `vendor ${vendors.length}`),
    );
    vendors.push(vendor);
    watchLandings(this.#sim, vendor);
  }

  /** Somebody else has put some of the records there before, as they are or in another state. */
  #plant(): void {
    const { table, config, definition, rng } = this.#sim;
    const plan = makePlan(config, definition);
    for (const record of table.records()) {
      if (!rng.chance(0.4)) continue;
      const expectation = expectationOf(plan, rng.chance(0.5) ? record : { ...record, value: 'z' });
      if (expectation.kind === 'wanted' && !expectation.poisoned)
        currentVendor(this.#sim).plant(expectation.key, expectation.body);
    }
  }

  #changeSomething(): void {
    const { config, rng, table, definition } = this.#sim;
    for (let count = rng.int(0, 4); count > 0; count -= 1) table.mutate();
    definition.fullResync = rng.chance(config.fullResync);
    if (rng.chance(config.mappingChange)) definition.mappingVersion += 1;
    if (rng.chance(config.targetChange)) this.#connectTarget();
  }

  /** Something was carried out that no checkpoint knows of: the run that meets it will count it. */
  #hasUncounted(): boolean {
    const { store, vendors } = this.#sim;
    return vendors.some(({ journal }) =>
      journal.landings.some(({ sourceKey, atMs, change }) => {
        const settledAtMs = store.ledger.rows.get(sourceKey)?.settled?.atMs ?? -1;
        return (change === 'created' || change === 'updated') && settledAtMs < atMs;
      }),
    );
  }

  async #carryByWorkflow(log: RunLog): Promise<RunEnd> {
    const run = new WorkflowRun(this.#sim, this.attempts, log);
    this.#workflowRuns.push(run);
    return run.toEnd();
  }

  async #run(runId: string, options: { deletes?: boolean }): Promise<RunLog> {
    const { store, nemesis, table, scheduler, trace, verdict, config } = this.#sim;
    const log = new RunLog(runId, {
      tableChanges: table.changes,
      inherits:
        store.hasLoose || this.attempts.some(({ over, process }) => !over && !process.dead) || this.#hasUncounted(),
      landings: currentVendor(this.#sim).journal.landings.length,
      faults: nemesis.faults,
    });
    if (this.#sim.workflow) store.enqueueRun(runId);
    else store.beginRun(runId);
    nemesis.startRun();
    trace.say('driver', () => `begins ${runId}`);
    await scheduler.sleep(1);
    const end = this.#sim.workflow
      ? await this.#carryByWorkflow(log)
      : await new Run(this.#sim, this.attempts, log, options.deletes === true).toEnd();
    trace.say('driver', () => `${runId} is ${end}: ${JSON.stringify(store.run(runId).counters)}`);
    if (end === 'deleted') this.#deleted = true;
    if (end === 'done') checkDoneRun(this.#sim, log);
    else if (!nemesis.enabled && !config.failsFast)
      verdict.fail('liveness', `${runId} meets no fault and ends as ${end}.`);
    return log;
  }
}

/** One run, from its first segment to its end, with all that befalls it from outside. */
class Run {
  readonly #sim: Sim;
  readonly #attempts: Attempt[];
  readonly #log: RunLog;
  #current: StartedAttempt | undefined;
  #cancelsBySignal = false;
  /** What ended the run from outside. */
  #ended: RunEnd | undefined;
  #over = false;

  constructor(sim: Sim, attempts: Attempt[], log: RunLog, deletes: boolean) {
    this.#sim = sim;
    this.#attempts = attempts;
    this.#log = log;
    if (sim.nemesis.enabled) this.#scheduleEvents(deletes);
  }

  async toEnd(): Promise<RunEnd> {
    const end = await this.#toEnd();
    this.#over = true;
    return end;
  }

  async #toEnd(): Promise<RunEnd> {
    const { scheduler, rng, verdict, nemesis } = this.#sim;
    const startedAtMs = scheduler.now;
    let failures = 0;
    for (let number = 1; ; number += 1) {
      if (this.#ended !== undefined) return this.#ended;
      if (number > attemptsMax || scheduler.now - startedAtMs > runMaxMs) {
        verdict.fail(
          'liveness',
          `${this.#log.runId} does not end: ${number} attempts in ${scheduler.now - startedAtMs} ms.`,
        );
        return 'failed';
      }
      this.#current = startAttempt(this.#sim, `${this.#log.runId}.${number}`, this.#log, this.#cancelsBySignal);
      this.#attempts.push(this.#current.attempt);
      const end = await this.#current.ended;
      this.#current = undefined;
      const verdictOfRun = toRunEnd(end);
      if (verdictOfRun !== undefined) return this.#ended ?? verdictOfRun;
      failures = end.kind === 'result' ? 0 : failures + 1;
      // Temporal may be away for hours.
      const awayMs = nemesis.enabled && rng.chance(0.03) ? rng.int(0, 7_200_000) : 0;
      await scheduler.sleep(awayMs + toPauseMs(end, failures));
    }
  }

  #scheduleEvents(deletes: boolean): void {
    const { rng, config, store, table, scheduler } = this.#sim;
    const once = (chance: number, action: () => void): void => {
      if (!rng.chance(chance)) return;
      scheduler.at(rng.longTail(60_000), () => {
        if (!this.#over) action();
      });
    };
    once(config.canceled, () => this.#cancel(rng.pick(['signal', 'store', 'both'])));
    once(config.terminated, () => this.#endNow('terminated'));
    for (let change = 0; change < 3; change += 1) once(config.churn ? 0.7 : 0, () => table.mutate());
    once(deletes ? 1 : 0, () => {
      store.requestCancel(this.#log.runId);
      store.delete();
      this.#endNow('deleted');
    });
  }

  #cancel(how: 'signal' | 'store' | 'both'): void {
    this.#sim.trace.say('driver', () => `cancels ${this.#log.runId} by ${how}`);
    if (how !== 'signal') this.#sim.store.requestCancel(this.#log.runId);
    if (how === 'store') return;
    this.#cancelsBySignal = true;
    const attempt = this.#current?.attempt;
    attempt?.process.deliver(() => {
      attempt.sawCancel();
      attempt.cancel.abort(new Error('Canceled.'));
    });
  }

  /** The run is over for the driver; a segment at work does not hear of it. */
  #endNow(end: RunEnd): void {
    this.#sim.trace.say('driver', () => `${this.#log.runId} is ${end} from outside`);
    if (this.#ended === undefined || end === 'deleted') this.#ended = end;
    this.#current?.abandon();
  }
}

function toRunEnd(end: AttemptEnd): RunEnd | undefined {
  if (end.kind === 'terminated') return 'terminated';
  if (end.kind === 'error') {
    const hopeless =
      end.error instanceof RunFailedError || (end.error instanceof ConnectorError && !end.error.retryable);
    return hopeless ? 'failed' : undefined;
  }
  if (end.kind === 'silent') return undefined;
  return end.result.status === 'done' || end.result.status === 'canceled' ? end.result.status : undefined;
}

function toPauseMs(end: AttemptEnd, failures: number): number {
  if (end.kind === 'result' && end.result.status === 'waiting') return end.result.retryAfterMs;
  return end.kind === 'error' ? Math.min(30_000, 1_000 * 2 ** (failures - 1)) : 10;
}
