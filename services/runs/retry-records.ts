import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { type FieldError, HubError, invalidRequest } from '../../core/errors.ts';
import type { Json } from '../../core/json.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { deadLetters } from '../../drizzle/schema/index.ts';
import type { Definition } from '../../flow/definition.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Row } from '../shared/rows.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { unretryableCodes } from './dead-letter.ts';
import { readPastRun } from './read-past-run.ts';
import { presentRevision } from './queue/require-runnable.ts';
import { requireSameSource } from './require-same-source.ts';
import { type RunRecord, toRunRecord } from './run.ts';
import type { DeadLetterSelection } from './run-options.ts';
import { openQueue } from './queue/run-queue.ts';
import { startRun } from './queue/start-run.ts';
import { waitWish } from './wait-wish.ts';
import { messages } from '../../core/messages.ts';

const namedMax = 1000;

export const retryRecordsInput = z
  .strictObject({
    record_ids: z.array(z.string()).min(1).max(namedMax).optional().meta({ description: 'These records.' }),
    code: z.string().min(1).max(64).optional().meta({ description: 'Every record that failed so.' }),
    all: z.literal(true).optional().meta({ description: 'Every record that can be processed again.' }),
    wait: waitWish,
  })
  .meta({ id: 'RetryRecordsInput', description: 'Exactly one of `record_ids`, `code` and `all`.' });

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

function toAudit({ record_ids: named, code }: Choice): Record<string, Json> {
  if (named !== undefined) return { record_ids: named };
  return code === undefined ? { all: true } : { code };
}

function requireOneOf(choice: Choice): void {
  if (Object.values(choice).filter((member) => member !== undefined).length === 1) return;
  const message = messages.recordsNotChosen;
  throw invalidRequest(messages.bodyInvalid, [{ path: '', code: 'choose_one', message }]);
}

/** Turns the choice into what the run will read. Failed records that only a person can resolve are left out. */
async function selectDeadLetters(
  { sql }: Transaction,
  orgId: string,
  run: string,
  { record_ids: named, code }: Choice,
): Promise<DeadLetterSelection> {
  if (named !== undefined) return { run, ids: await requireDeadLetters({ sql }, orgId, run, named) };
  const [found] = await sql`
    select 1 from dead_letters
    where org_id = ${orgId} and run_id = ${run} and resolved_by is null and code <> all(${[...unretryableCodes]}::text[])
      ${code === undefined ? sql`` : sql`and code = ${code}`}
    limit 1`;
  if (found === undefined) throw new HubError('invalid_state', messages.recordsNotRetryable);
  return { run, ...(code === undefined ? {} : { code }) };
}

/** @throws {HubError} `invalid_request`, naming each record that is not there or cannot be processed again. */
async function requireDeadLetters(
  { sql }: Pick<Transaction, 'sql'>,
  orgId: string,
  run: string,
  named: readonly string[],
): Promise<string[]> {
  const ids = named.map((id) => toLookup('deadLetter', id));
  const rows = await sql<Row<typeof deadLetters, 'id' | 'code' | 'resolvedBy'>[]>`
    select id, code, resolved_by from dead_letters
    where org_id = ${orgId} and run_id = ${run} and id = any(${ids}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems = ids.flatMap((id, index): FieldError[] => {
    const problem = describeProblem(byId.get(id));
    return problem === undefined ? [] : [{ path: `record_ids[${index}]`, ...problem }];
  });
  if (problems.length > 0) throw invalidRequest(messages.bodyInvalid, problems);
  return ids;
}

function describeProblem(
  deadLetter: { code: string; resolved_by: string | null } | undefined,
): Omit<FieldError, 'path'> | undefined {
  if (deadLetter === undefined) return { code: 'unknown_record', message: messages.recordUnknown };
  if (deadLetter.resolved_by !== null) return { code: 'already_resolved', message: messages.recordResolved };
  if (!unretryableCodes.includes(deadLetter.code)) return undefined;
  return { code: 'not_retryable', message: messages.recordInDoubt };
}
