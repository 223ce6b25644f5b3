import { type ActivityFailure, defaultFailureConverter, defaultPayloadConverter } from '@temporalio/common';
import type { RunInput } from '../../../core/pure/run-messages.ts';
import { everythingElse } from '../scheduler.ts';
import { activate, Activator, concludeActivation, integrationRun, setActivator, tryUnblockConditions } from './sdk.ts';

/** What a workflow is told: the jobs of Temporal's core, as far as ours can get them. */
export type Job =
  | { kind: 'start'; input: RunInput }
  | { kind: 'cancel' }
  | { kind: 'timer'; seq: number }
  | { kind: 'activity'; seq: number; end: ActivityEnd };

export type ActivityEnd =
  | { kind: 'completed'; result: unknown }
  | { kind: 'failed'; failure: ActivityFailure }
  | { kind: 'canceled'; failure: ActivityFailure };

/** What it asks for, as the SDK hands it to the core. */
export type Command = NonNullable<NonNullable<ReturnType<typeof concludeActivation>['successful']>['commands']>[number];

export interface Activation {
  atMs: number;
  historyLength: number;
  jobs: readonly Job[];
}

type CoreActivation = Parameters<typeof activate>[0];
type CoreJob = NonNullable<CoreActivation['jobs']>[number];
type WorkflowInfo = ConstructorParameters<typeof Activator>[0]['info'];

/** One copy of the workflow in one worker: the real function on the real SDK. It is lost with its worker. */
export class WorkflowInstance {
  readonly #activator: InstanceType<typeof Activator>;

  constructor(runId: string, startedAtMs: number) {
    this.#activator = new Activator({
      info: makeInfo(runId, startedAtMs),
      now: startedAtMs,
      showStackTraceSources: false,
      sourceMap: { version: 3, sources: [], names: [], mappings: '', file: '' },
      getTimeOfDay: () => 0n,
      randomnessSeed: [1, 2, 3, 4],
      registeredActivityNames: new Set(['beginRun', 'runSegment', 'finishRun']),
      stackTracesEnabled: false,
      failureExceptionTypeNames: [],
    });
    this.#activator.workflow = integrationRun;
  }

  /**
   * @param patches Those that the history says were met here; given, this is a replay.
   * @returns the commands that came of it. @throws what a task of the workflow fails with.
   */
  async activate({ atMs, historyLength, jobs }: Activation, patches?: readonly string[]): Promise<Command[]> {
    setActivator(this.#activator);
    this.#activator.now = atMs;
    this.#activator.mutateWorkflowInfo((info) => ({
      ...info,
      historyLength,
      unsafe: { ...info.unsafe, isReplaying: patches !== undefined },
    }));
    const core = jobs.map(toJob);
    // What it is started with is read before anything of it runs.
    if (core[0]?.initializeWorkflow) this.#activator.initializeWorkflow(core[0].initializeWorkflow);
    const patchJobs = (patches ?? []).map((patchId) => toCoreJob('notifyHasPatch', { patchId }));
    // As a worker does it: patches first, then the rest, with every promise settled in between.
    for (const batch of [patchJobs, core]) {
      if (batch.length === 0) continue;
      activate({ runId: this.#activator.info.runId, jobs: batch });
      for (let unblocked = 1; unblocked > 0;) {
        await everythingElse();
        setActivator(this.#activator);
        unblocked = tryUnblockConditions();
      }
    }
    const commands = concludeActivation().successful?.commands ?? [];
    setActivator(undefined);
    return commands;
  }
}

function toJob(job: Job): CoreJob {
  switch (job.kind) {
    case 'start':
      return toCoreJob('initializeWorkflow', { arguments: [defaultPayloadConverter.toPayload(job.input)] });
    case 'cancel':
      return toCoreJob('cancelWorkflow', {});
    case 'timer':
      return toCoreJob('fireTimer', { seq: job.seq });
    case 'activity':
      return toCoreJob('resolveActivity', { seq: job.seq, result: toResolution(job.end) });
  }
}

/** Jobs of the core name their kind in `variant`, which the shape of their interface leaves out. */
function toCoreJob(variant: keyof CoreJob, content: object): CoreJob {
  return { [variant]: content, variant } as CoreJob;
}

function toResolution(end: ActivityEnd): object {
  if (end.kind === 'completed') return { completed: { result: defaultPayloadConverter.toPayload(end.result) } };
  const failure = defaultFailureConverter.errorToFailure(end.failure, defaultPayloadConverter);
  return end.kind === 'failed' ? { failed: { failure } } : { cancelled: { failure } };
}

function makeInfo(runId: string, startedAtMs: number): WorkflowInfo {
  const info = {
    workflowId: runId,
    runId,
    firstExecutionRunId: runId,
    workflowType: 'integrationRun',
    namespace: 'default',
    taskQueue: 'simulated',
    attempt: 1,
    historyLength: 3,
    historySize: 0,
    continueAsNewSuggested: false,
    startTime: new Date(startedAtMs),
    runStartTime: new Date(startedAtMs),
    searchAttributes: {},
    memo: {},
    unsafe: { isReplaying: false, isReplayingHistoryEvents: false, now: () => startedAtMs, random: Math.random },
  };
  // The SDK fills in what else there is; ours reads nothing of it.
  return info as unknown as WorkflowInfo;
}
