import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { runStatuses, runTriggers, type WithheldReason } from '../../core/enums.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { outboxKinds } from '../../core/outbox-messages.ts';
import { bytea, counter, defaultNow, id, lifeTimes, optionalTime, orgId, requiredTime } from './columns.ts';
import { integrations } from './integrations.ts';
import { organizations } from './organizations.ts';

/** What went wrong in a run, as the API shows it. */
export interface RunError {
  code: string;
  message: string;
  connector?: string;
  operation?: string;
}

/** Removals that a run left undone, as the API shows them. */
export interface RunWithheld {
  reason: WithheldReason;
  records: number;
  /** UUID of the approval that asks about them, where one does. */
  approval?: string;
}

export const runs = pgTable(
  'runs',
  {
    orgId: orgId(),
    /** The Temporal workflow id is this id in its API form. */
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    workflowId: uuid('workflow_id').notNull(),
    revision: integer('revision').notNull(),
    trigger: text('trigger', { enum: runTriggers }).notNull(),
    status: text('status', { enum: runStatuses }).notNull(),
    /** Always false: for processes of earlier versions, which read it. */
    dryRun: boolean('dry_run').notNull().default(false),
    /** `full_resync` and other choices of the caller. */
    options: jsonb('options').$type<JsonObject>().notNull(),
    read: counter('read'),
    created: counter('created'),
    updated: counter('updated'),
    deleted: counter('deleted'),
    skipped: counter('skipped'),
    failed: counter('failed'),
    deduplicated: counter('deduplicated'),
    /** Of those that were skipped. */
    filtered: counter('filtered'),
    /** How many failed records were reported by an event, and when the last one was. */
    failedReported: counter('failed_told'),
    failedReportedAt: optionalTime('failed_told_at'),
    /** Pages read and settled. */
    pages: counter('pages'),
    error: jsonb('error').$type<RunError>(),
    /** What the run did not remove of what vanished from its source, and why. */
    withheld: jsonb('withheld').$type<RunWithheld>(),
    /** References to records of the target that it does not have. */
    unresolvedReferences: counter('unresolved_references'),
    /** Fields of the mapping that had no value in any record so far; absent before the first. */
    emptyFields: text('empty_fields').array(),
    retryOf: uuid('retry_of'),
    /** The run of another integration whose end, or one of whose steps, started this one. */
    startedBy: uuid('started_by'),
    /** The span that the run is traced under, of the request that made it. */
    traceparent: text('traceparent'),
    /** The run was promoted: its start is in the outbox. Until then it waits behind another of its integration. */
    admittedAt: optionalTime('admitted_at'),
    /** Who asked for the run: the id of a key, a person or a client; absent for schedules and events. */
    requestedBy: text('requested_by'),
    /** While the run is waiting: when it goes on at the latest; absent where only an answer ends its waits. */
    wakeAt: optionalTime('wake_at'),
    /** How often the run was woken, and when it was last. Its workflow's id has the number. */
    wakes: integer('wakes').notNull().default(0),
    wokenAt: optionalTime('woken_at'),
    cancelRequestedAt: optionalTime('cancel_requested_at'),
    queuedAt: requiredTime('queued_at'),
    startedAt: optionalTime('started_at'),
    finishedAt: optionalTime('finished_at'),
    ...lifeTimes(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }),
    // One run of an integration at a time: only an admitted run may start.
    uniqueIndex('runs_one_at_a_time')
      .on(table.orgId, table.integrationId)
      .where(sql`admitted_at is not null and status in ('queued', 'running', 'canceling')`),
    index('runs_waiting')
      .on(table.orgId, table.integrationId, table.id)
      .where(sql`admitted_at is null and status = 'queued'`),
    index('runs_by_integration').on(table.orgId, table.integrationId, table.id),
    // Lists by each of these are walked newest first, and counted, without a look at other rows.
    index('runs_by_status').on(table.orgId, table.status, table.id),
    index('runs_by_trigger').on(table.orgId, table.trigger, table.id),
    index('runs_by_integration_status').on(table.orgId, table.integrationId, table.status, table.id),
    index('runs_by_integration_trigger').on(table.orgId, table.integrationId, table.trigger, table.id),
    // The attempts at one thing.
    index('runs_by_retry')
      .on(table.orgId, table.retryOf)
      .where(sql`retry_of is not null`),
    // What a run started.
    index('runs_by_starter')
      .on(table.orgId, table.startedBy, table.id)
      .where(sql`started_by is not null`),
    index('runs_by_workflow').on(table.orgId, table.workflowId, table.id),
    index('runs_unfinished')
      .on(table.orgId, table.updatedAt)
      .where(sql`status in ('queued', 'running', 'canceling')`),
    // Those whose time has come are looked for in every organization.
    index('runs_asleep')
      .on(table.wakeAt)
      .where(sql`wake_at is not null`),
    // What ended in a span of time.
    index('runs_by_end')
      .on(table.orgId, table.finishedAt, table.id)
      .where(sql`finished_at is not null`),
    // Those past their time are looked for in every organization.
    index('runs_finished')
      .on(table.finishedAt)
      .where(sql`finished_at is not null`),
  ],
);

/** Messages to Temporal, written in the transaction that makes them true; the relay removes what it dispatched. */
export const outbox = pgTable(
  'outbox',
  {
    orgId: orgId().references(() => organizations.id),
    id: bigserial('id', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: outboxKinds }).notNull(),
    /** Ids only. */
    payload: jsonb('payload').$type<JsonObject>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    availableAt: defaultNow('available_at'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    // The relay serves every organization in order of availability.
    index('outbox_available').on(table.availableAt),
  ],
);

/** Where the reading of one source object stands, and who may write for it. */
export const streams = pgTable(
  'streams',
  {
    orgId: orgId(),
    integrationId: uuid('integration_id').notNull(),
    stream: text('stream').notNull(),
    /** The step of the integration that reads the object. */
    step: text('step').notNull().default('sync'),
    /** Stands for the stream in rows of the ledger; given by the database alone, and never twice. */
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
    /** Goes up with every lease; the fence against segments that lost it. */
    epoch: bigint('epoch', { mode: 'number' }).notNull().default(0),
    leaseUntil: optionalTime('lease_until'),
    /** The process that took the lease; see `runs/process-identity.ts`. */
    holder: text('holder'),
    /** What a holder sent that is known to be dead may be carried out until then. */
    quietUntil: optionalTime('quiet_until'),
    /** The run whose reading the cursor belongs to. */
    runId: uuid('run_id'),
    pageSeq: bigint('page_seq', { mode: 'number' }).notNull().default(0),
    pageCursor: jsonb('page_cursor').$type<Json>(),
    finished: boolean('finished').notNull().default(false),
    /** Parts of the page at the cursor may have been written that no checkpoint knows of. */
    pageInDoubt: boolean('page_in_doubt').notNull().default(false),
    /** Up to where changes are known to be processed, for incremental reads. */
    watermark: jsonb('watermark').$type<Json>(),
    /** Complete reads of the source so far. */
    generation: bigint('generation', { mode: 'number' }).notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.integrationId, table.stream, table.step] }),
    uniqueIndex('streams_id').on(table.orgId, table.id),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);

/** Systems and objects that an integration wrote to, by the ids that stand for them in rows of the ledger. */
export const fingerprints = pgTable(
  'fingerprints',
  {
    orgId: orgId(),
    integrationId: uuid('integration_id').notNull(),
    /** Identity of the system and object written to. */
    fingerprint: text('fingerprint').notNull(),
    id: integer('id').notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.integrationId, table.fingerprint] }),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);

/**
 * What is known of each record's effect on the target.
 *
 * There are more of these rows than of all others: ids stand for what they have in common, and the columns are in an order
 * that needs no padding.
 */
export const ledger = pgTable(
  'ledger',
  {
    orgId: orgId(),
    /** Of `streams`. */
    streamId: integer('stream_id').notNull(),
    /** Of `fingerprints`. */
    fingerprintId: integer('fingerprint_id').notNull(),
    effectSeq: integer('effect_seq').notNull(),
    /** Complete readings running that did not see the record; more than two count as two. */
    missed: smallint('missed').notNull().default(0),
    /** A creation was given up as in doubt; later changes become dead letters until a person resolves it. */
    unresolved: boolean('unresolved').notNull().default(false),
    /** Its record vanished and was switched off in the target; the next write switches it on again. */
    deactivated: boolean('deactivated').notNull().default(false),
    /**
     * The page and run that settled the row last; absent while the first write is pending. A page less than zero, for page 0 one
     * less: several pages of the reading showed the record, this one last.
     */
    pageSeq: integer('page_seq'),
    runId: uuid('run_id'),
    sourceKey: text('source_key').notNull(),
    targetId: text('target_id'),
    /**
     * Of the mapped record as last written, 16 bytes; none where the target's content is not known. Absent while the first
     * write is pending.
     */
    hash: bytea('hash'),
    /** A write under way, marked before it was sent. */
    pendingRunId: uuid('pending_run_id'),
    pendingEffectId: text('pending_effect_id'),
    pendingOperation: text('pending_operation', { enum: ['create', 'update', 'upsert', 'delete'] }),
    pendingHash: bytea('pending_hash'),
    /** The body as it was first sent, sealed. */
    pendingBody: bytea('pending_body'),
    pendingAt: optionalTime('pending_at'),
  },
  (table) => [
    // The ids are a tenant's own, and no tenant chooses them: its own id would only make the entries longer.
    primaryKey({ columns: [table.streamId, table.sourceKey] }),
    uniqueIndex('ledger_target')
      .on(table.fingerprintId, table.targetId)
      .where(sql`target_id is not null`),
    index('ledger_pending')
      .on(table.streamId, table.pendingAt)
      .where(sql`pending_at is not null`),
    index('ledger_missed')
      .on(table.streamId, table.sourceKey)
      .where(sql`missed > 0`),
    // No foreign key: its trigger would fire for every row of every page. Deleting an integration deletes its rows.
  ],
);

/** Records that could not be processed. */
export const deadLetters = pgTable(
  'dead_letters',
  {
    orgId: orgId(),
    id: id(),
    integrationId: uuid('integration_id').notNull(),
    runId: uuid('run_id').notNull(),
    stream: text('stream').notNull(),
    sourceKey: text('source_key'),
    /** Of a flow: the step that failed, and the item that it failed for. */
    step: text('step'),
    itemId: uuid('item_id'),
    code: text('code').notNull(),
    field: text('field'),
    message: text('message').notNull(),
    /** The shape of the record with its values masked. */
    masked: jsonb('masked').$type<Json>().notNull(),
    /** The whole record, sealed. */
    sealed: bytea('sealed').notNull(),
    /** Values in place of those that the record has, sealed: given by a person, for when it is processed again. */
    correction: bytea('correction'),
    /** The run that processed the record after all. Of one that was dismissed its own, so that it is open nowhere. */
    resolvedBy: uuid('resolved_by'),
    /** When somebody decided that nothing is to be done about it, and who. */
    dismissedAt: optionalTime('dismissed_at'),
    dismissedBy: text('dismissed_by'),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('dead_letters_by_run').on(table.orgId, table.runId, table.id),
    // The same for lists that are narrowed.
    index('dead_letters_by_code').on(table.orgId, table.runId, table.code, table.id),
    index('dead_letters_by_item')
      .on(table.orgId, table.itemId)
      .where(sql`item_id is not null`),
    index('dead_letters_failed')
      .on(table.orgId, table.runId, table.id)
      .where(sql`resolved_by is null`),
    // The newest of all runs that nothing has processed since, and those of a record.
    index('dead_letters_open')
      .on(table.orgId, table.id)
      .where(sql`resolved_by is null`),
    index('dead_letters_by_record').on(table.orgId, table.integrationId, sql`md5(source_key)`, table.id),
    index('dead_letters_resolved')
      .on(table.orgId, table.runId, table.id)
      .where(sql`resolved_by is not null`),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);

/** What is worth knowing of a run besides its counters: waits, retries, refused credentials. Most runs have none. */
export const runLogs = pgTable(
  'run_logs',
  {
    orgId: orgId(),
    id: id(),
    runId: uuid('run_id').notNull(),
    level: text('level', { enum: ['info', 'warn', 'error'] }).notNull(),
    /** `waiting`, `segment_failed`, … */
    code: text('code').notNull(),
    message: text('message').notNull(),
    details: jsonb('details').$type<JsonObject>(),
    createdAt: defaultNow('created_at'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.id] }),
    index('run_logs_by_run').on(table.orgId, table.runId, table.id),
    // Those past their time are looked for in every organization.
    index('run_logs_created').on(table.createdAt),
    foreignKey({ columns: [table.orgId, table.runId], foreignColumns: [runs.orgId, runs.id] }).onDelete('cascade'),
  ],
);

/** Segments at work for an organization; caps how many it may have at once. */
export const segmentSlots = pgTable(
  'segment_slots',
  {
    orgId: orgId().references(() => organizations.id),
    runId: uuid('run_id').notNull(),
    /** A slot whose holder died is free again after this. */
    leaseUntil: requiredTime('lease_until'),
    /** How far the run was when a segment of it began that has not ended. */
    progress: bigint('progress', { mode: 'number' }),
    /** Segments in a row that never ended and got the run no further. */
    losses: integer('losses').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.orgId, table.runId] })],
);

/** How many runs ended how, by the hour, integration and status: written by a trigger as each run ends, so nobody counts runs. */
export const runStats = pgTable(
  'run_stats',
  {
    orgId: orgId(),
    /** The beginning of the hour in which they ended. */
    hour: requiredTime('hour'),
    integrationId: uuid('integration_id').notNull(),
    status: text('status', { enum: runStatuses }).notNull(),
    runs: counter('runs'),
    read: counter('read'),
    written: counter('written'),
    failed: counter('failed'),
  },
  (table) => [
    primaryKey({ columns: [table.orgId, table.hour, table.integrationId, table.status] }),
    index('run_stats_by_integration').on(table.orgId, table.integrationId, table.hour),
    // Those past their time are looked for in every organization.
    index('run_stats_age').on(table.hour),
    foreignKey({
      columns: [table.orgId, table.integrationId],
      foreignColumns: [integrations.orgId, integrations.id],
    }).onDelete('cascade'),
  ],
);
