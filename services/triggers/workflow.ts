import { z } from 'zod';
import { runStatuses, workflowStatuses, workflowTypes } from '../../core/enums.ts';
import { toJsonSchema } from '../../connectors/kit/json-schema.ts';
import { freeJson } from '../../core/json/free-json.ts';
import { toId } from '../../core/ids.ts';
import type { hookEvents, hooks, integrations, runs, schedules, workflows } from '../../drizzle/schema/index.ts';
import type { Definition } from '../../flow/definition.ts';
import { scheduleDefaults, type ScheduleTrigger, scheduleTrigger } from '../../engine/schedule/schedule-trigger.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import { needsNone, readWebhook } from './kinds/find-webhook.ts';
import { subscriptionRecord, type SubscriptionRow, toSubscriptionRecord } from './subscriptions/subscription.ts';
import { componentRecord, listComponents } from './list-components.ts';

/** Where the events arrive that start a workflow. */
const hookRecord = z
  .object({
    url: z.string().meta({ format: 'uri', description: 'To be registered with the vendor.' }),
    service_type: z.string().optional().meta({
      description: 'The connector whose events are taken; its `triggers` say how. Absent while there is no source.',
    }),
    credentials_schema: z.record(z.string(), freeJson).optional().meta({
      description: 'JSON Schema of what deliveries are checked by: PUT /workflows/{id}/hook-credentials.',
    }),
    has_credentials: z.boolean().meta({
      description:
        'It is known what deliveries are checked by, or nothing secret is to be known; else all are refused.',
    }),
    previous_credentials_expire_at: timestamp.optional(),
    last_event_at: timestamp.optional(),
    subscription: subscriptionRecord.optional().meta({
      description: 'What the hub has registered with the vendor. Absent where the trigger does not `subscribe`.',
    }),
  })
  .meta({ id: 'Hook' });

/** A workflow as the API shows it: an integration's automation for one trigger. @see docs/concepts.md#what */
export const workflowRecord = z
  .object({
    id: idOf('workflow'),
    integration_id: idOf('integration'),
    name: z.string().meta({ description: 'Name of the integration.' }),
    account_id: idOf('account').optional().meta({ description: 'The account that the integration belongs to.' }),
    trigger_id: z
      .string()
      .meta({ description: 'The id of its trigger in the definition of the integration.', examples: ['webhook'] }),
    type: z.enum(workflowTypes),
    status: z.enum(workflowStatuses),
    components: z.array(componentRecord),
    schedule: scheduleTrigger
      .omit({ type: true, id: true })
      .meta({ id: 'WorkflowSchedule' })
      .optional()
      .meta({ description: 'Of a workflow that starts by the clock.' }),
    next_run_at: timestamp.optional().meta({
      description:
        'When its schedule starts a run next, a delay by `jitter` included. Absent while it is not active, and when the schedule has ended.',
    }),
    hook: hookRecord.optional().meta({ description: 'Of a workflow that a vendor starts.' }),
    found: z
      .object({
        pushed: z.int().min(0).meta({ description: 'By runs that events started.' }),
        polled: z.int().min(0).meta({ description: 'By runs that asked the source, for what no event had told of.' }),
      })
      .optional()
      .meta({
        description: 'Of a workflow that changes start: what its runs wrote in the last 24 hours, of at most 300 runs.',
      }),
    last_run: z
      .object({
        id: idOf('run'),
        status: z.enum(runStatuses).meta({ description: 'State of the run.' }),
        finished_at: timestamp.optional(),
      })
      .optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Workflow' });

export type WorkflowRecord = z.infer<typeof workflowRecord>;

type Schedule = Row<typeof schedules, 'nextDueAt'>;
type Hook = Row<typeof hooks, 'serviceType' | 'declaration' | 'previousExpiresAt'>;
type LastRun = Row<typeof runs, 'id' | 'status' | 'finishedAt'>;

export type WorkflowRow = Row<
  typeof workflows,
  'id' | 'integrationId' | 'triggerKey' | 'type' | 'status' | 'createdAt' | 'updatedAt'
> &
  Row<typeof integrations, 'name' | 'accountId'> & {
    definition: Definition;
    schedule: ScheduleTrigger | null;
    next_due_at: Schedule['next_due_at'];
    hook_id: string | null;
    service_type: Hook['service_type'];
    /** Of the trigger, or of the organization's own connector. */
    declaration: Hook['declaration'];
    has_credentials: boolean;
    previous_expires_at: Hook['previous_expires_at'];
    subscription: SubscriptionRow | null;
    last_event_at: Row<typeof hookEvents, 'receivedAt'>['received_at'] | null;
    pushed: number | null;
    polled: number | null;
    last_run_id: LastRun['id'] | null;
    last_run_status: LastRun['status'] | null;
    last_run_finished_at: LastRun['finished_at'];
  };

/** @param publicUrl Under which vendors reach the API. */
export function toWorkflowRecord(row: WorkflowRow, publicUrl: string): WorkflowRecord {
  const lastRun = readLastRun(row);
  const hook = readHook(row, publicUrl);
  return {
    id: toId('workflow', row.id),
    integration_id: toId('integration', row.integration_id),
    name: `${row.name} (${row.trigger_key})`,
    ...(row.account_id === null ? {} : { account_id: toId('account', row.account_id) }),
    trigger_id: row.trigger_key,
    type: row.type,
    status: row.status,
    components: listComponents(row.type, row.trigger_key, row.definition),
    ...readSchedule(row),
    ...(hook === undefined ? {} : { hook }),
    ...(row.type === 'event' ? { found: { pushed: row.pushed ?? 0, polled: row.polled ?? 0 } } : {}),
    ...(lastRun === undefined ? {} : { last_run: lastRun }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

function readSchedule({ type, status, schedule, next_due_at: nextDueAt }: WorkflowRow): Partial<WorkflowRecord> {
  if (schedule === null || (type !== 'scheduled' && type !== 'event')) return {};
  const next = status === 'active' && nextDueAt !== null ? { next_run_at: fromTime(nextDueAt) } : {};
  if (type === 'event') return next;
  const { type: _type, id: _id, ...times } = schedule;
  return { schedule: { ...scheduleDefaults, ...times }, ...next };
}

function readHook(row: WorkflowRow, publicUrl: string): WorkflowRecord['hook'] {
  const webhook = readWebhook(row);
  const { hook_id: id, service_type: serviceType, previous_expires_at: expiresAt, last_event_at: lastEventAt } = row;
  if (id === null) return undefined;
  // A source without events of its own is asked; programs tell of its changes at another address.
  if (row.type === 'event' && webhook === undefined) return undefined;
  return {
    url: `${publicUrl}/hooks/${toId('hook', id)}`,
    ...(serviceType === null ? {} : { service_type: serviceType }),
    ...(webhook === undefined ? {} : { credentials_schema: toJsonSchema(webhook.credentials) }),
    has_credentials: row.has_credentials || (webhook !== undefined && needsNone(webhook)),
    ...(expiresAt === null ? {} : { previous_credentials_expire_at: fromTime(expiresAt) }),
    ...(lastEventAt === null ? {} : { last_event_at: fromTime(lastEventAt) }),
    ...(row.subscription === null ? {} : { subscription: toSubscriptionRecord(row.subscription) }),
  };
}

function readLastRun(row: WorkflowRow): WorkflowRecord['last_run'] {
  if (row.last_run_id === null || row.last_run_status === null) return undefined;
  return {
    id: toId('run', row.last_run_id),
    status: row.last_run_status,
    ...(row.last_run_finished_at === null ? {} : { finished_at: fromTime(row.last_run_finished_at) }),
  };
}
