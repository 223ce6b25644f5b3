import { ActivityFailure, ApplicationFailure, CancelledFailure, RetryState } from '@temporalio/common';
import type { RunInput } from '../../../core/pure/run-messages.ts';
import type { Sim } from '../sim.ts';
import { VirtualProcess } from '../virtual-process.ts';
import { type Activation, type ActivityEnd, type Command, type Job, WorkflowInstance } from './workflow-instance.ts';

/** How one attempt of an activity ended, as Temporal learns of it. */
export type AttemptOutcome =
  | { kind: 'result'; result: unknown }
  | { kind: 'error'; retryable: boolean }
  /** No heartbeat came for too long. */
  | { kind: 'silent' };

export interface RunningSegment {
  ended: Promise<AttemptOutcome>;
  /** The worker is told so with the next heartbeat. */
  cancel(): void;
}

/** What the workflow can have done. */
export interface Activities {
  /** In the worker's own process, and lost with it. */
  local(name: string, process: VirtualProcess, args: readonly unknown[]): Promise<unknown>;
  segment(attempt: number, canceled: boolean): RunningSegment;
}

interface Segment {
  attempt: number;
  waitsForCancel: boolean;
  canceled: boolean;
  running: RunningSegment | undefined;
  done: boolean;
}

/** What was committed of a task: a worker that takes over goes through it again. */
interface Recorded {
  activation: Activation;
  patches: string[];
  commands: string;
}

const taskTimeoutMs = 10_000;
const heartbeatMs = 3_000;
/** `ActivityCancellationType` of the core; what is left out is the first. */
const tryCancel = 0;
const waitForCancellation = 1;

/**
 * One execution of the workflow on a Temporal whose store never forgets: history, tasks, activities with retries, timers
 * and cancels. The workflow is the real function on the real SDK. Its workers may die within a task: nothing of that task
 * is kept then, but what its local activities did elsewhere.
 *
 * @see https://docs.temporal.io/encyclopedia/workflow-message-passing
 */
export class VirtualExecution {
  /** Completed, failed, or ended from outside. */
  closed: 'completed' | 'failed' | 'terminated' | undefined;
  cancelRequested = false;
  readonly #sim: Sim;
  readonly #input: RunInput;
  readonly #activities: Activities;
  readonly #segments = new Map<number, Segment>();
  readonly #timers = new Map<number, { cancel(): void }>();
  readonly #startedAtMs: number;
  #history: Recorded[] = [];
  #pending: Job[] = [];
  #instance: WorkflowInstance | undefined;
  #worker: VirtualProcess | undefined;
  #tasking = false;
  #tasks = 0;

  constructor(sim: Sim, input: RunInput, activities: Activities) {
    this.#sim = sim;
    this.#input = input;
    this.#activities = activities;
    this.#startedAtMs = sim.scheduler.now;
    this.#tell({ kind: 'start', input });
  }

  requestCancel(): void {
    if (this.closed !== undefined || this.cancelRequested) return;
    this.cancelRequested = true;
    this.#tell({ kind: 'cancel' });
  }

  terminate(): void {
    this.closed ??= 'terminated';
  }

  get worker(): VirtualProcess | undefined {
    return this.#worker;
  }

  #tell(job: Job): void {
    this.#pending.push(job);
    this.#scheduleTask(this.#sim.nemesis.latencyMs());
  }

  #scheduleTask(delayMs: number): void {
    if (this.#tasking || this.closed !== undefined) return;
    this.#tasking = true;
    this.#sim.scheduler.at(delayMs, () => {
      this.#runTask().catch((error: unknown) => {
        this.#sim.verdict.fail('contract', `A workflow task failed: ${String(error)}`);
      });
    });
  }

  async #runTask(): Promise<void> {
    if (this.closed !== undefined) return;
    const { scheduler, nemesis, config } = this.#sim;
    const worker = this.#findWorker();
    const jobs = this.#pending.splice(0);
    const died = new Promise<'died'>((resolve) => {
      worker.onSilence = () => {
        scheduler.wake();
        resolve('died');
      };
    });
    if (nemesis.strikes(config.faultRates.crash / 2)) {
      scheduler.at(nemesis.rng.longTail(20_000), () => {
        this.#say('the worker of its workflow CRASHES');
        worker.crash();
      });
    }
    const task = await Promise.race([this.#work(worker, jobs), died]);
    this.#tasking = false;
    if (task === 'died') {
      // Temporal hears nothing of the task, and gives it to another worker after its time-out.
      this.#pending.unshift(...jobs);
      this.#instance = undefined;
      this.#worker = undefined;
      this.#scheduleTask(taskTimeoutMs);
      return;
    }
    if (this.#isClosed()) return;
    this.#history.push(...task.recorded);
    for (const command of task.commands) this.#obey(command);
    if (this.#pending.length > 0) this.#scheduleTask(nemesis.latencyMs());
  }

  /** Read again: a task takes its time, and somebody may have ended the execution meanwhile. */
  #isClosed(): boolean {
    return this.closed !== undefined;
  }

  #findWorker(): VirtualProcess {
    this.#tasks += 1;
    if (this.#worker === undefined || this.#worker.dead) {
      this.#worker = new VirtualProcess(`workflow${this.#tasks}`, this.#sim.scheduler, this.#sim.nemesis.rng);
      this.#instance = undefined;
    }
    return this.#worker;
  }

  /** Activates the workflow until it waits for something that is not done in its own process. */
  async #work(worker: VirtualProcess, jobs: readonly Job[]): Promise<{ recorded: Recorded[]; commands: Command[] }> {
    const { scheduler } = this.#sim;
    const instance = this.#instance ?? (await scheduler.hold(this.#replay()));
    const recorded: Recorded[] = [];
    const others: Command[] = [];
    let next: readonly Job[] = jobs;
    while (next.length > 0) {
      const activation = { atMs: scheduler.now, historyLength: this.#historyLength(recorded.length), jobs: next };
      const commands = await scheduler.hold(instance.activate(activation));
      const patches = commands.flatMap(({ setPatchMarker: marker }) => marker?.patchId ?? []);
      recorded.push({ activation, patches, commands: describe(commands) });
      const locals = commands.flatMap(({ scheduleLocalActivity: local }) => local ?? []);
      others.push(...commands.filter(({ scheduleLocalActivity: local }) => !local));
      const ends: Job[] = [];
      for (const { seq, activityType, arguments: args } of locals) {
        const values = (args ?? []).map(({ data }): unknown => JSON.parse(Buffer.from(data ?? []).toString('utf8')));
        const result = await this.#activities.local(activityType ?? '', worker, values);
        ends.push({ kind: 'activity', seq: Number(seq), end: { kind: 'completed', result } });
      }
      next = ends;
    }
    this.#instance = instance;
    return { recorded, commands: others };
  }

  /** A history that grows fast makes the workflow cut it. */
  #historyLength(more: number): number {
    return 3 + (this.#history.length + more) * (this.#sim.config.seed % 3 === 0 ? 600 : 5);
  }

  /** Another worker takes over: it goes through all that was committed, and must come to the same. */
  async #replay(): Promise<WorkflowInstance> {
    const instance = new WorkflowInstance(this.#input.runId, this.#startedAtMs);
    const distort = this.#sim.saboteur?.life?.distortReplay;
    for (const { activation, patches, commands } of this.#history) {
      const again = await instance.activate(distort?.(activation) ?? activation, patches);
      if (describe(again) === commands) continue;
      this.#sim.verdict.fail(
        'replay',
        `A workflow that asked for ${commands} asks for ${describe(again)} when replayed.`,
      );
    }
    if (this.#history.length > 0) this.#say(`is replayed, ${this.#history.length} activations`);
    return instance;
  }

  #obey(command: Command): void {
    const { scheduleActivity, requestCancelActivity, startTimer, cancelTimer } = command;
    if (scheduleActivity) return this.#startSegment(Number(scheduleActivity.seq), scheduleActivity.cancellationType);
    if (requestCancelActivity) return this.#cancelSegment(Number(requestCancelActivity.seq));
    if (startTimer)
      return this.#startTimer(Number(startTimer.seq), Number(startTimer.startToFireTimeout?.seconds ?? 0));
    if (cancelTimer) return this.#timers.get(Number(cancelTimer.seq))?.cancel();
    if (command.completeWorkflowExecution) this.closed = 'completed';
    else if (command.failWorkflowExecution || command.cancelWorkflowExecution) this.closed = 'failed';
    else if (command.continueAsNewWorkflowExecution) this.#continueAsNew();
    else if (!isNote(command)) {
      this.#sim.verdict.fail('contract', `The workflow asks for ${describe([command])}.`);
    }
    if (this.closed !== undefined) this.#say(`its workflow is ${this.closed}`);
  }

  #continueAsNew(): void {
    this.#say('its history is cut');
    this.#history = [];
    this.#instance = undefined;
    // A cancel that came meanwhile is not forgotten: the server fails the command, and the task is done again.
    const left = this.#pending.filter(({ kind }) => kind === 'cancel');
    this.#pending = [];
    this.#tell({ kind: 'start', input: this.#input });
    this.#pending.push(...left);
  }

  #startTimer(seq: number, seconds: number): void {
    this.#timers.set(
      seq,
      this.#sim.scheduler.at(seconds * 1000, () => this.#tell({ kind: 'timer', seq })),
    );
  }

  #startSegment(seq: number, cancellationType: number | null | undefined): void {
    const waits = (cancellationType ?? tryCancel) === waitForCancellation && !this.#sim.saboteur?.life?.leavesCanceled;
    const segment = { attempt: 0, waitsForCancel: waits, canceled: false, running: undefined, done: false };
    this.#segments.set(seq, segment);
    this.#attempt(seq, segment, this.#sim.nemesis.latencyMs());
  }

  #attempt(seq: number, segment: Segment, delayMs: number): void {
    this.#sim.scheduler.at(delayMs, () => {
      if (segment.done || this.closed !== undefined) return;
      segment.attempt += 1;
      const running = this.#activities.segment(segment.attempt, segment.canceled);
      segment.running = running;
      void running.ended.then((outcome) => this.#settle(seq, segment, outcome));
    });
  }

  #settle(seq: number, segment: Segment, outcome: AttemptOutcome): void {
    segment.running = undefined;
    if (segment.done || this.closed !== undefined) return;
    if (outcome.kind === 'result') return this.#resolve(seq, { kind: 'completed', result: outcome.result });
    const final = outcome.kind === 'error' && !outcome.retryable;
    // The server tries nothing again that is to be canceled.
    if (final || segment.canceled) return this.#resolve(seq, { kind: 'failed', failure: toFailure(seq, 'It failed.') });
    this.#attempt(seq, segment, Math.min(600_000, 1000 * 1.5 ** (segment.attempt - 1)));
  }

  #cancelSegment(seq: number): void {
    const segment = this.#segments.get(seq);
    if (segment === undefined || segment.done) return;
    segment.canceled = true;
    const { scheduler, rng } = this.#sim;
    if (segment.running !== undefined) {
      scheduler.at(rng.int(0, heartbeatMs), () => segment.running?.cancel());
      if (segment.waitsForCancel) return;
    }
    this.#resolve(seq, { kind: 'canceled', failure: toFailure(seq, 'Canceled.', new CancelledFailure('Canceled.')) });
  }

  #resolve(seq: number, end: ActivityEnd): void {
    const segment = this.#segments.get(seq);
    if (segment === undefined || segment.done) return;
    segment.done = true;
    this.#tell({ kind: 'activity', seq, end });
  }

  #say(what: string): void {
    this.#sim.trace.say('temporal', () => `${this.#input.runId}: ${what}`);
  }
}

function toFailure(
  seq: number,
  message: string,
  cause: Error = ApplicationFailure.nonRetryable(message),
): ActivityFailure {
  return new ActivityFailure(message, 'runSegment', String(seq), RetryState.NON_RETRYABLE_FAILURE, 'worker', cause);
}

/** Commands that only say something, to people or to a later replay. */
function isNote(command: Command): boolean {
  const { setPatchMarker, upsertWorkflowSearchAttributes, modifyWorkflowProperties } = command;
  return Boolean(setPatchMarker ?? upsertWorkflowSearchAttributes ?? modifyWorkflowProperties);
}

/** What a command asks for, and of what: payloads aside, two workflows that say the same decide the same. */
function describe(commands: readonly Command[]): string {
  return commands
    .map((command) => {
      const [name = '', content] =
        Object.entries(command).find(([, value]) => hasSeq(value)) ?? Object.entries(command)[0] ?? [];
      return hasSeq(content) ? `${name} ${content.seq}` : name;
    })
    .join(', ');
}

function hasSeq(value: unknown): value is { seq: number } {
  return typeof value === 'object' && value !== null && 'seq' in value;
}
