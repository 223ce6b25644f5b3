import { z } from 'zod';
import {
  connectionStatuses,
  type EventType,
  eventTypes,
  integrationStatuses,
  notificationCauses,
  runStatuses,
  runTriggers,
  webhookDisabledReasons,
  withheldReasons,
} from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import { connectionRecord, toConnectionRecord } from '../connections/connection.ts';
import { fromTime } from '../shared/rows.ts';
import { runRecord, toRunRecord } from '../runs/run.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

/** What the body of a message holds. @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md "Payload structure" */
const envelope = { type: z.enum(eventTypes), timestamp };

const text = z.string();
const number = z.number();
const count = number.int().min(1);

/** The data of events, by the group of their type: the resource as it was then. */
const eventData = {
  run: runRecord
    .omit({ checkpoint: true, integration_name: true, account_id: true, temporal: true })
    .meta({ id: 'RunEventData' }),
  record: z
    .object({
      run_id: idOf('run'),
      integration_id: idOf('integration'),
      count: count.meta({ description: 'Records that failed since the event before of this run.' }),
      total: count.meta({ description: 'Records of this run that have failed so far.' }),
    })
    .meta({ id: 'RecordEventData' }),
  approval: z
    .object({
      id: idOf('approval').meta({ description: 'Of several, the first one.' }),
      run_id: idOf('run'),
      integration_id: idOf('integration'),
      step: text.optional().meta({ description: 'The step that waits. Absent where a guard asks.' }),
      count: count.meta({ description: 'Items of this run that came to the step, or were decided, at once.' }),
      due_at: timestamp.optional().meta({ description: 'When the first of them is given up.' }),
    })
    .meta({ id: 'ApprovalEventData' }),
  item: z
    .object({
      id: idOf('item').meta({ description: 'Of several, the first one.' }),
      run_id: idOf('run'),
      integration_id: idOf('integration'),
      count: count.meta({ description: 'Items of this run that newer ones ended at once.' }),
    })
    .meta({ id: 'ItemEventData', description: 'Items of a run that newer ones of their records ended.' }),
  connection: connectionRecord.omit({ config: true, credentials_expire_at: true }).meta({ id: 'ConnectionEventData' }),
  integration: z
    .object({
      id: idOf('integration'),
      name: z.string(),
      status: z.enum(integrationStatuses),
      revision: z.number().int().min(1),
      active_revision: z.number().int().min(1).optional(),
      account_id: idOf('account').optional(),
      created_at: timestamp,
      updated_at: timestamp,
    })
    .meta({ id: 'IntegrationEventData' }),
  webhook_endpoint: z
    .object({
      id: idOf('webhookEndpoint'),
      name: z.string(),
      disabled_reason: z.enum(webhookDisabledReasons),
      disabled_at: timestamp,
    })
    .meta({ id: 'WebhookEndpointEventData' }),
  notification: z
    .object({
      cause: z.enum(notificationCauses),
      name: z.string().meta({ description: 'The name of the integration or the connection.' }),
      integration_id: idOf('integration').optional(),
      connection_id: idOf('connection').optional(),
      run_id: idOf('run').optional(),
      error_code: z.string().optional().meta({ description: 'Why the run failed, as `error.code` of the run.' }),
      step: text.optional().meta({ description: 'Of an approval: the step that waits.' }),
      message: text.optional().meta({ description: 'Of an approval: what is asked; of several, the first one.' }),
      approvers: z.array(text).optional().meta({ description: 'Of an approval: who may decide.' }),
      due_at: timestamp.optional().meta({ description: 'Of an approval: when the first of them is given up.' }),
      since: timestamp.meta({ description: 'When it began.' }),
      count: count.meta({ description: 'How often it has happened since; of an approval, how many items wait.' }),
    })
    .meta({ id: 'NotificationEventData' }),
} as const;

type Group = keyof typeof eventData;

/** The body of a message, of any type. */
export const eventPayload = z
  .object({ ...envelope, data: z.union(Object.values(eventData)) })
  .meta({ id: 'EventPayload' });

export type EventPayload = z.infer<typeof eventPayload>;

/** The shape of the bodies of one type. */
export function payloadOf(type: EventType): z.ZodObject {
  return z.strictObject({ ...envelope, type: z.literal(type), data: eventData[groupOf(type)] });
}

const groups: ReadonlyMap<string, Group> = new Map(
  (['run', 'record', 'approval', 'item', 'connection', 'integration', 'webhook_endpoint', 'notification'] as const).map(
    (group) => [group, group],
  ),
);

function groupOf(type: EventType): Group {
  const group = groups.get(type.split('.')[0] ?? '');
  if (group === undefined) throw new TypeError(`Events of the type ${type} have no shape.`);
  return group;
}

/** An event as it is stored. */
export interface EventRow {
  type: string;
  /** The row as it was, in JSON as PostgreSQL writes it: UUIDs, and times with their offset. */
  snapshot: unknown;
  occurred_at: string;
}

/** Puts the body of a message together. The same row gives the same body each time. */
export function toEventPayload(row: EventRow): EventPayload {
  const type = z.enum(eventTypes).parse(row.type);
  return { type, timestamp: fromTime(row.occurred_at), data: toData[groupOf(type)](row.snapshot) };
}

const toData: { [G in Group]: (snapshot: unknown) => z.infer<(typeof eventData)[G]> } = {
  run: (snapshot) => {
    const run = toRunRecord({ ...runSnapshot.parse(snapshot), stream: null }, { namespace: '' });
    return eventData.run.parse(run);
  },
  record: (snapshot) => {
    const { run_id: runId, integration_id: integrationId, ...counts } = recordSnapshot.parse(snapshot);
    return { run_id: toId('run', runId), integration_id: toId('integration', integrationId), ...counts };
  },
  approval: (snapshot) => {
    const {
      id,
      run_id: runId,
      integration_id: integrationId,
      due_at: dueAt,
      step,
      ...rest
    } = approvalSnapshot.parse(snapshot);
    return {
      id: toId('approval', id),
      run_id: toId('run', runId),
      integration_id: toId('integration', integrationId),
      ...(step === '' ? {} : { step }),
      ...rest,
      ...(dueAt === null ? {} : { due_at: fromTime(dueAt) }),
    };
  },
  item: (snapshot) => {
    const { id, run_id: runId, integration_id: integrationId, ...rest } = itemSnapshot.parse(snapshot);
    return {
      id: toId('item', id),
      run_id: toId('run', runId),
      integration_id: toId('integration', integrationId),
      ...rest,
    };
  },
  connection: (snapshot) =>
    eventData.connection.parse(
      toConnectionRecord({ ...connectionSnapshot.parse(snapshot), config: {}, credentials_expire_at: null }),
    ),
  integration: (snapshot) => {
    const row = integrationSnapshot.parse(snapshot);
    return {
      id: toId('integration', row.id),
      name: row.name,
      status: row.status,
      revision: row.revision,
      ...(row.active_revision === null ? {} : { active_revision: row.active_revision }),
      ...(row.account_id === null ? {} : { account_id: toId('account', row.account_id) }),
      created_at: fromTime(row.created_at),
      updated_at: fromTime(row.updated_at),
    };
  },
  webhook_endpoint: (snapshot) => {
    const row = endpointSnapshot.parse(snapshot);
    return { ...row, id: toId('webhookEndpoint', row.id), disabled_at: fromTime(row.disabled_at) };
  },
  notification: (snapshot) => {
    const row = notificationSnapshot.parse(snapshot);
    const { integration_id: integration, connection_id: connection, run_id: run, error_code: code } = row;
    const { cause, name, step, message, approvers, due_at: dueAt, count: times } = row;
    return {
      cause,
      name,
      ...(step === undefined || step === '' ? {} : { step }),
      ...(message === undefined ? {} : { message }),
      ...(approvers === undefined ? {} : { approvers }),
      ...(dueAt === undefined || dueAt === null ? {} : { due_at: fromTime(dueAt) }),
      count: times,
      ...(integration === undefined ? {} : { integration_id: toId('integration', integration) }),
      ...(connection === undefined ? {} : { connection_id: toId('connection', connection) }),
      ...(run === undefined ? {} : { run_id: toId('run', run) }),
      ...(code === undefined || code === null ? {} : { error_code: code }),
      since: fromTime(row.since),
    };
  },
};

const runSnapshot = z.object({
  id: text,
  integration_id: text,
  workflow_id: text,
  revision: number,
  trigger: z.enum(runTriggers),
  status: z.enum(runStatuses),
  read: number,
  created: number,
  updated: number,
  deleted: number,
  skipped: number,
  failed: number,
  deduplicated: number,
  // Events of before it was counted have none.
  filtered: number.default(0),
  pages: number,
  error: z
    .object({ code: text, message: text, connector: text.exactOptional(), operation: text.exactOptional() })
    .nullable(),
  // Events of before it was told have none.
  withheld: z
    .object({ reason: z.enum(withheldReasons), records: number, approval: text.exactOptional() })
    .nullable()
    .default(null),
  unresolved_references: number.default(0),
  empty_fields: z.array(text).nullable().default(null),
  retry_of: text.nullable(),
  // Events of before runs started each other have none.
  started_by: text.nullable().default(null),
  wakes: number.default(0),
  wake_at: text.nullable().default(null),
  admitted_at: text.nullable(),
  queued_at: text,
  started_at: text.nullable(),
  finished_at: text.nullable(),
  created_at: text,
  updated_at: text,
});

const recordSnapshot = z.object({ run_id: text, integration_id: text, count: number, total: number });

const approvalSnapshot = z.object({
  id: text,
  run_id: text,
  integration_id: text,
  step: text,
  count: number,
  due_at: text.nullable().default(null),
});

const itemSnapshot = z.object({ id: text, run_id: text, integration_id: text, count: number });

const connectionSnapshot = z.object({
  id: text,
  name: text,
  service_type: text,
  status: z.enum(connectionStatuses),
  status_reason: text.nullable(),
  account_id: text.nullable(),
  created_at: text,
  updated_at: text,
});

const integrationSnapshot = z.object({
  id: text,
  name: text,
  status: z.enum(integrationStatuses),
  revision: number,
  active_revision: number.nullable(),
  account_id: text.nullable(),
  created_at: text,
  updated_at: text,
});

const endpointSnapshot = z.object({
  id: text,
  name: text,
  disabled_reason: z.enum(webhookDisabledReasons),
  disabled_at: text,
});

export const notificationSnapshot = z.object({
  cause: z.enum(notificationCauses),
  name: text,
  integration_id: text.optional(),
  connection_id: text.optional(),
  run_id: text.optional(),
  error_code: text.nullish(),
  step: text.optional(),
  message: text.optional(),
  approvers: z.array(text).optional(),
  not_by: text.nullish(),
  due_at: text.nullish(),
  since: text,
  count: number,
});
