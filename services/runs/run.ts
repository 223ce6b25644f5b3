import { z } from 'zod';
import { runErrorCodes } from '../../core/runs/run-error-codes.ts';
import { runStatuses, runTriggers, withheldReasons } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import { freeJson } from '../../core/json/free-json.ts';
import { type Counters, written } from '../../core/pure/counters.ts';
import { toWorkflowId } from '../../core/pure/workflow-id.ts';
import type { runs, RunWithheld } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import type { ServiceDeps } from '../shared/context.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import { runGateRecord } from './run-gate.ts';

const count = z.number().int().min(0);

/** A run as the API shows it. @see docs/concepts.md#what-happens */
export const runRecord = z
  .object({
    id: idOf('run'),
    integration_id: idOf('integration'),
    integration_name: z.string().optional().meta({ description: 'Its name now.' }),
    account_id: idOf('account').optional().meta({
      description: 'The account that the integration belongs to now. Absent where it belongs to none.',
    }),
    workflow_id: idOf('workflow'),
    revision: z.number().int().min(1),
    trigger: z.enum(runTriggers),
    status: z.enum(runStatuses),
    counters: z.object({
      read: count.meta({ description: 'Records that came from the source, which may leave some out for the filter.' }),
      created: count,
      updated: count,
      deleted: count,
      written: count.meta({ description: 'Created, updated and deleted together.' }),
      skipped: count.meta({ description: 'Unchanged and filtered together.' }),
      unchanged: count.meta({ description: 'As they were when they were last written.' }),
      filtered: count.meta({
        description: 'Left out by the filter, an enrichment or the script; not those that the source left out itself.',
      }),
      failed: count,
      deduplicated: count,
    }),
    checkpoint: z.object({ stream: z.string(), page: count }).optional(),
    error: z
      .object({
        code: z.string().meta({ enum: [...runErrorCodes] }),
        message: z.string(),
        connector: z.string().optional(),
        operation: z.string().optional(),
      })
      .optional(),
    withheld: z
      .object({
        reason: z.enum(withheldReasons),
        records: count,
        approval_id: idOf('approval')
          .optional()
          .meta({ description: 'The approval that asks about them. Absent where nobody is asked.' }),
      })
      .optional()
      .meta({
        description:
          'Records that vanished from the source and were not removed from the target, or changes that made no items, and why.',
      }),
    unresolved_references: count.min(1).optional().meta({
      description:
        'Records that refer, by `enrich`, to a record of the target that it does not have, neither before nor after this run.',
    }),
    empty_fields: z.array(z.string()).optional().meta({
      description:
        'Fields of the mapping that had no value in any record of the run: perhaps a mistyped path. Of a flow, `STEP.FIELD` of its actions, in the first run of a revision and in full resyncs.',
    }),
    retry_of: idOf('run').optional(),
    started_by: idOf('run').optional().meta({
      description:
        'The run of another integration that started this one: by its end, as a trigger `after` says, or by a step that calls.',
    }),
    item_id: idOf('item').optional().meta({
      description:
        'Only where an execution with `input`, or one without a source, made the run: the item that goes through the steps.',
    }),
    response: z
      .object({
        status: z.int().meta({ description: 'As the step gives it.' }),
        body: freeJson.meta({ description: 'Any JSON.' }),
      })
      .optional()
      .meta({
        description:
          'Only for a caller that waits for it, or asks with `response=true`: what a `respond` step answered for that item.',
      }),
    goes_on_at: timestamp.optional().meta({
      description:
        'While the run is `waiting`: when it goes on, unless an answer comes first. Absent where only an answer ends its waits.',
    }),
    gates: z.array(runGateRecord).optional().meta({
      description: 'Only of a single run that has not ended: what it stands before. Absent where that is nothing.',
    }),
    temporal: z
      .object({
        workflow_id: z.string().meta({
          description:
            "Id of the execution: the run's own, with the number of the wake behind it for a run that waited.",
        }),
        url: z
          .string()
          .optional()
          .meta({ description: 'Where Temporal shows the execution, if the address of its interface is configured.' }),
      })
      .optional(),
    queued_at: timestamp,
    started_at: timestamp.optional(),
    finished_at: timestamp.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Run' });

export type RunRecord = z.infer<typeof runRecord>;

export type RunRow = Counters &
  Row<
    typeof runs,
    | 'id'
    | 'integrationId'
    | 'workflowId'
    | 'revision'
    | 'trigger'
    | 'status'
    | 'pages'
    | 'error'
    | 'withheld'
    | 'unresolvedReferences'
    | 'emptyFields'
    | 'retryOf'
    | 'startedBy'
    | 'wakes'
    | 'wakeAt'
    | 'admittedAt'
    | 'queuedAt'
    | 'startedAt'
    | 'finishedAt'
    | 'createdAt'
    | 'updatedAt'
  > & {
    /** The source object that this run reads; absent before its first page. */
    stream: string | null;
    /** Of its integration, where it was read. */
    integration_name?: string | null;
    account_id?: string | null;
  };

export function toRunRecord(row: RunRow, temporal: ServiceDeps['temporal']): RunRecord {
  const id = toId('run', row.id);
  const { read, created, updated, deleted, skipped, filtered, failed, deduplicated } = row;
  const unchanged = skipped - filtered;
  const empty = listEmptyFields(row);
  return {
    id,
    integration_id: toId('integration', row.integration_id),
    ...(typeof row.integration_name === 'string' ? { integration_name: row.integration_name } : {}),
    ...(typeof row.account_id === 'string' ? { account_id: toId('account', row.account_id) } : {}),
    workflow_id: toId('workflow', row.workflow_id),
    revision: row.revision,
    trigger: row.trigger,
    status: row.status,
    counters: {
      read,
      created,
      updated,
      deleted,
      written: written(row),
      skipped,
      unchanged,
      filtered,
      failed,
      deduplicated,
    },
    ...(row.stream === null ? {} : { checkpoint: { stream: row.stream, page: row.pages } }),
    ...(row.error === null ? {} : { error: row.error }),
    ...(row.withheld === null ? {} : { withheld: toWithheld(row.withheld) }),
    ...(row.unresolved_references === 0 ? {} : { unresolved_references: row.unresolved_references }),
    ...(empty.length === 0 ? {} : { empty_fields: empty }),
    ...(row.retry_of === null ? {} : { retry_of: toId('run', row.retry_of) }),
    ...(row.started_by === null ? {} : { started_by: toId('run', row.started_by) }),
    ...(row.status === 'waiting' && row.wake_at !== null ? { goes_on_at: fromTime(row.wake_at) } : {}),
    ...(row.admitted_at === null ? {} : { temporal: toTemporalLink(toWorkflowId(id, row.wakes), temporal) }),
    queued_at: fromTime(row.queued_at),
    ...(row.started_at === null ? {} : { started_at: fromTime(row.started_at) }),
    ...(row.finished_at === null ? {} : { finished_at: fromTime(row.finished_at) }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

/** Fields that had no value; those of steps as `STEP.FIELD`. The row also has a `STEP.` for each step that was watched. */
export function listEmptyFields({ empty_fields: stored }: Pick<RunRow, 'empty_fields'>): string[] {
  return stored?.filter((field) => !field.endsWith('.')) ?? [];
}

function toWithheld({ approval, ...withheld }: RunWithheld): RunRecord['withheld'] {
  return { ...withheld, ...(approval === undefined ? {} : { approval_id: toId('approval', approval) }) };
}

function toTemporalLink(
  id: string,
  { uiUrl, namespace }: ServiceDeps['temporal'],
): { workflow_id: string; url?: string } {
  if (uiUrl === undefined) return { workflow_id: id };
  return {
    workflow_id: id,
    url: `${uiUrl.replace(/\/$/, '')}/namespaces/${encodeURIComponent(namespace)}/workflows/${id}`,
  };
}
