import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, invalidRequest } from '../../../core/errors.ts';
import type { Json } from '../../../core/json.ts';
import { freeJson } from '../../../core/json/free-json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { toLookup } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { correctRecords } from './correct-records.ts';
import { unretryableCodes } from '../dead-letter.ts';
import { readPastRun } from '../read-past-run.ts';
import { presentRevision } from '../queue/require-runnable.ts';
import { requireDeadLetters } from '../require-dead-letters.ts';
import { failureQuery, whereFailure } from '../where-failure.ts';
import { requireSameSource } from './require-same-source.ts';
import { type RunRecord, toRunRecord } from '../run.ts';
import type { DeadLetterSelection } from '../run-options.ts';
import { openQueue } from '../queue/run-queue.ts';
import { startRun } from '../queue/start-run.ts';
import { waitWish } from '../wait-wish.ts';
import { messages } from '../../../core/messages.ts';

const namedMax = 1000;
const correctedMax = 100;

const correctedRecord = z
  .strictObject({
    id: z.string().meta({ examples: ['dl_01jh6tq3xwe5vb0z4mk8rd2n7p'] }),
    values: z
      .record(z.string(), freeJson)
      .refine((values) => Object.keys(values).length > 0, messages.correctionEmpty)
      .meta({
        description:
          'Members in place of those of the record. Objects are merged; lists and everything else are replaced, and `null` is a value.',
      }),
  })
  .meta({ id: 'CorrectedRecord', description: 'A failed record, and the values that it is processed with.' });

export const retryRecordsInput = z
  .strictObject({
    record_ids: z.array(z.string()).min(1).max(namedMax).optional().meta({ description: 'These records.' }),
    code: failureQuery.code.meta({ description: 'Every record that failed so.' }),
    target_field: failureQuery.target_field.meta({
      description: 'With `code`: only those of this field. Empty: those that name none.',
    }),
    step: failureQuery.step.meta({ description: 'With `code`: only those of this step. Empty: those that name none.' }),
    records: z
      .array(correctedRecord)
      .min(1)
      .max(correctedMax)
      .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, messages.itemRepeated)
      .optional()
      .meta({ description: 'These records, with other values.' }),
    all: z.literal(true).optional().meta({ description: 'Every record that can be processed again.' }),
    wait: waitWish,
  })
  .meta({ id: 'RetryRecordsInput', description: 'Exactly one of `record_ids`, `records`, `code` and `all`.' });

type Choice = Omit<z.infer<typeof retryRecordsInput>, 'wait'>;

/**
 * Makes a run that processes failed records of an earlier one, as they were read then, on the present revision.
 *
 * @throws {HubError} `not_found`; `invalid_request` for a choice that names no such records; `invalid_state` when there
 *   is none to process, or the integration reads another source by now; `integration_not_ready`; `quota_exceeded`.
 */
export async function retryRecords({
  ctx,
  input: { id: pastId, ...choice },
}: {
  ctx: ServiceContext;
  input: Choice & { id: string };
}): Promise<RunRecord> {
  requireScope(ctx, 'runs:write');
  const { orgId } = ctx;
  const row = await inTenant(ctx, async (tx) => {
    const past = await readPastRun(tx, orgId, pastId);
    requireOneOf(choice);
    const queue = await openQueue(tx, { orgId, integrationId: past.integration_id, trigger: 'retry' });
    requireRecords(past.definition);
    return startRun(tx, queue, {
      workflowId: past.workflow_id,
      options: async () => {
        await requireSameSource(tx, orgId, past, presentRevision(queue.integration));
        await correctRecords(tx, ctx, past, choice.records ?? []);
        return { letters: await selectDeadLetters(tx, orgId, past.id, choice) };
      },
      retryOf: past.id,
      now: toTimestamp(ctx.clock.now()),
      request: { ctx, action: 'run.records_retried', resourceId: pastId, changes: toAudit(choice) },
    });
  });
  return toRunRecord(row, ctx.temporal);
}

/** A group is of all the records of its run: one of them that failed cannot be added to it afterwards. */
function requireRecords({ aggregate }: Definition): void {
  if (aggregate === undefined) return;
  const message = messages.runGrouped;
  throw new HubError('invalid_state', message);
}

/** Of values that were corrected, only the names of their members. */
function toAudit({ record_ids: named, records, ...group }: Choice): Record<string, Json> {
  if (named !== undefined) return { record_ids: named };
  if (records !== undefined) return { records: records.map(({ id, values }) => ({ id, fields: Object.keys(values) })) };
  return group.code === undefined ? { all: true } : pickGroup(group);
}

/** @throws {HubError} `invalid_request` unless a choice is made, and one only. */
export function requireOneOf({ target_field: field, step, ...choice }: Choice): void {
  const isGroup = choice.code !== undefined || (field === undefined && step === undefined);
  if (isGroup && Object.values(choice).filter((member) => member !== undefined).length === 1) return;
  const message = messages.recordsNotChosen;
  throw invalidRequest(messages.bodyInvalid, [{ path: '', code: 'choose_one', message }]);
}

/** What of a choice names a group: without what is not set. */
export function pickGroup({ code, target_field: field, step }: Pick<Choice, 'code' | 'target_field' | 'step'>) {
  return {
    ...(code === undefined ? {} : { code }),
    ...(field === undefined ? {} : { target_field: field }),
    ...(step === undefined ? {} : { step }),
  };
}

/** Turns the choice into what the run will read. Failed records that only a person can resolve are left out. */
async function selectDeadLetters(
  { sql }: Transaction,
  orgId: string,
  run: string,
  { record_ids: named, records, code, target_field: field, step }: Choice,
): Promise<DeadLetterSelection> {
  if (named !== undefined)
    return { run, ids: await requireDeadLetters({ sql }, { orgId, run, named }, (index) => `record_ids[${index}]`) };
  if (records !== undefined) return { run, ids: records.map(({ id }) => toLookup('deadLetter', id)) };
  const [found] = await sql`
    select 1 from dead_letters
    where org_id = ${orgId} and run_id = ${run} and resolved_by is null and code <> all(${[...unretryableCodes]}::text[])
      ${whereFailure({ sql }, 'dead_letters', { code, target_field: field, step })}
    limit 1`;
  if (found === undefined) throw new HubError('invalid_state', messages.recordsNotRetryable);
  return {
    run,
    ...(code === undefined ? {} : { code }),
    ...(field === undefined ? {} : { field }),
    ...(step === undefined ? {} : { step }),
  };
}
