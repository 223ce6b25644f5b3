import { z } from 'zod';
import { type Counters, written } from '../../core/pure/counters.ts';
import type { StepCount } from '../../core/pure/run-messages.ts';
import type { RunStatus } from '../../core/pure/run-status.ts';
import type { runs } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { timestamp } from '../shared/schemas.ts';
import { type ComponentRecord, componentRecord } from '../triggers/list-components.ts';
import { countedItemsMax } from './count-steps.ts';

const stepStatuses = ['pending', 'running', 'succeeded', 'failed', 'canceled', 'skipped'] as const;
type StepStatus = (typeof stepStatuses)[number];

const count = z.number().int().min(0).optional();

/** One component of the flow, as far as a run has come with it. */
export const runStepRecord = z
  .object({
    component: componentRecord,
    status: z.enum(stepStatuses),
    counters: z
      .object({
        read: count,
        deduplicated: count,
        created: count,
        updated: count,
        deleted: count,
        written: count,
        skipped: count.meta({
          description:
            'Left out by the filter, or unchanged since they were written; of a step of a flow: let past it by a person.',
        }),
        failed: count,
        passed: count.meta({ description: 'Of a step of a flow: items that came through it.' }),
        waiting: count.meta({ description: 'Of a step of a flow: items that stand at it.' }),
      })
      .optional(),
    is_partial: z
      .boolean()
      .optional()
      .meta({ description: `Whether only the first ${countedItemsMax} items of the run are counted. Absent: no.` }),
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
  })
  .meta({ id: 'RunStep', description: 'The steps of a flow work side by side, page by page.' });

export type RunStepRecord = z.infer<typeof runStepRecord>;

export type StepsRow = Counters & Row<typeof runs, 'status' | 'error' | 'queuedAt' | 'startedAt' | 'finishedAt'>;

/** `service_type` of the connections that a flow reads from and writes to. */
export interface RunEnds {
  source: string | null;
  target: string | null;
}

/**
 * Reports how far a run got with each component of its integration: as the run's own row tells, and the counts of its steps.
 */
export function toStepRecord(
  run: StepsRow,
  ends: RunEnds,
  component: ComponentRecord,
  counts: ReadonlyMap<string, StepCount>,
): RunStepRecord {
  const step = stepOf(component, counts);
  const counters = step === undefined ? countersOf(run, component) : toCounters(step);
  const times =
    component.kind === 'trigger'
      ? { started_at: fromTime(run.queued_at), finished_at: fromTime(run.queued_at) }
      : {
          ...(run.started_at === null ? {} : { started_at: fromTime(run.started_at) }),
          ...(run.started_at === null || run.finished_at === null ? {} : { finished_at: fromTime(run.finished_at) }),
        };
  return {
    component,
    status: component.kind === 'trigger' ? 'succeeded' : statusOf(run, ends, component),
    ...(counters === undefined ? {} : { counters }),
    ...(step?.partial === true ? { is_partial: true } : {}),
    ...times,
  };
}

function statusOf(run: StepsRow, ends: RunEnds, component: ComponentRecord): StepStatus {
  if (run.status !== 'failed') return byRunStatus[run.status];
  // What ended with the run was not at fault itself.
  const kind = kindOf(component);
  return kind !== undefined && failedKind(run, ends) === kind ? 'failed' : 'canceled';
}

const byRunStatus: Readonly<Record<Exclude<RunStatus, 'failed'>, StepStatus>> = {
  queued: 'pending',
  running: 'running',
  waiting: 'running',
  canceling: 'running',
  succeeded: 'succeeded',
  partially_succeeded: 'succeeded',
  canceled: 'canceled',
  skipped: 'skipped',
};

/** Parts of a flow whose counts or faults a run's own row tells. */
type StepKind = 'read' | 'transform' | 'script' | 'write' | 'error_handler';

function kindOf(component: ComponentRecord): StepKind | undefined {
  if (component.kind === 'action') return kindOfAction(component.operation);
  if (component.kind === 'transform' && component.type === 'script') return 'script';
  const { kind } = component;
  return kind === 'transform' || kind === 'error_handler' ? kind : undefined;
}

/** A run's own row does not tell what was looked up. */
function kindOfAction(operation: string): StepKind | undefined {
  if (operation === 'find' || operation === 'list') return undefined;
  return operation === 'read' ? 'read' : 'write';
}

/** Which part of a failed run was at fault; `undefined` where the error does not say. */
function failedKind({ error }: StepsRow, { source, target }: RunEnds): StepKind | undefined {
  if (error === null) return undefined;
  if (ownPolicy.has(error.code)) return 'error_handler';
  if (error.code === 'script_failed' || error.code === 'script_runner') return 'script';
  if (error.connector === undefined) return undefined;
  const isRead = source === target ? error.operation === 'list' : error.connector === source;
  return isRead ? 'read' : 'write';
}

/** Codes of `RunFailedError` that its own error policy is the reason of. */
const ownPolicy: ReadonlySet<string> = new Set(['record_failed', 'too_many_failures']);

function stepOf(component: ComponentRecord, counts: ReadonlyMap<string, StepCount>): StepCount | undefined {
  // A handler stands at the step whose failures it handles.
  if (component.kind === 'error_handler' || !('step' in component) || component.step === undefined) return undefined;
  const { step } = component;
  return counts.get(step) ?? { step, passed: 0, skipped: 0, failed: 0, waiting: 0 };
}

function toCounters({ passed, skipped, failed, waiting }: StepCount): RunStepRecord['counters'] {
  return { passed, skipped, failed, waiting };
}

function countersOf(run: StepsRow, component: ComponentRecord): RunStepRecord['counters'] {
  // The handler of one step: the run's own row does not tell steps apart.
  if ('step' in component && component.step !== undefined) return undefined;
  switch (kindOf(component)) {
    case 'read':
      return { read: run.read, deduplicated: run.deduplicated };
    case 'transform':
    case 'script':
      return { read: run.read - run.deduplicated };
    case 'write': {
      const { created, updated, deleted, skipped } = run;
      return { created, updated, deleted, written: written(run), skipped };
    }
    case 'error_handler':
      return { failed: run.failed };
    case undefined:
      return undefined;
  }
}
