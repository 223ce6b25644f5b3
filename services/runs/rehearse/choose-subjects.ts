import { type FieldError, HubError, invalidRequest } from '../../../core/errors.ts';
import type { ItemStatus } from '../../../core/enums.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { toLookup } from '../../shared/schemas.ts';
import { unretryableCodes } from '../dead-letter.ts';
import type { PastRun } from '../read-past-run.ts';
import { requireDeadLetters } from '../require-dead-letters.ts';
import { type RehearseRunInput, rehearsedMax, type Subject } from './rehearsal.ts';

type Choice = Pick<RehearseRunInput, 'item_ids' | 'record_ids' | 'status' | 'after' | 'limit'>;

interface Chosen {
  subjects: Subject[];
  /** Id, as callers see it, behind which there are more. */
  next: string | undefined;
}

/**
 * Chooses the inputs of a run that are rehearsed: items of a run with steps, failed records of others.
 *
 * @throws {HubError} `invalid_request` for a choice that does not go with the run, or names what it does not have;
 *   `invalid_state` where a run with one mapping keeps no failed record that was read from its source.
 */
export async function chooseSubjects(
  tx: Transaction,
  orgId: string,
  run: Pick<PastRun, 'id' | 'definition'>,
  choice: Choice,
): Promise<Chosen> {
  const isFlow = run.definition.steps !== undefined;
  requireFitting(choice, isFlow);
  const limit = choice.limit ?? rehearsedMax;
  const found = isFlow ? await selectItems(tx, orgId, run.id, choice) : await selectRecords(tx, orgId, run.id, choice);
  const subjects = found.slice(0, limit);
  const last = subjects.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { subjects, next: hasMore ? toId(isFlow ? 'item' : 'deadLetter', last.id) : undefined };
}

/** @throws {HubError} `invalid_request` */
function requireFitting({ item_ids: items, record_ids: records, status, after, limit }: Choice, isFlow: boolean): void {
  const problems: FieldError[] = [];
  const refuse = (path: string, code: string, message: string) => problems.push({ path, code, message });
  if (!isFlow && items !== undefined) refuse('item_ids', 'not_applicable', messages.rehearsalIdsOfItems);
  if (!isFlow && status !== undefined) refuse('status', 'not_applicable', messages.rehearsalStatusOfItems);
  if (isFlow && records !== undefined) refuse('record_ids', 'not_applicable', messages.rehearsalIdsOfRecords);
  const isNamed = items !== undefined || records !== undefined;
  if (isNamed && [status, after, limit].some((member) => member !== undefined))
    refuse('', 'choose_one', messages.rehearsalChoice);
  if (problems.length > 0) throw invalidRequest(messages.bodyInvalid, problems);
}

interface ItemRow {
  id: string;
  key: string;
  label: string | null;
  status: ItemStatus;
  step: string | null;
  code: string | null;
  field: string | null;
  message: string | null;
}

/** Items that begin with the first step: no children, no batches, and none that takes its run through its last steps. */
async function selectItems(
  { sql }: Transaction,
  orgId: string,
  runId: string,
  { item_ids: named, status = 'failed', after, limit = rehearsedMax }: Choice,
): Promise<Subject[]> {
  const ids = named?.map((id) => toLookup('item', id));
  const rows = await sql<ItemRow[]>`
    select i.id, i.key, i.label, i.status, i.step, failure.code, failure.field, failure.message
    from items as i
    left join lateral (
      select code, field, message from dead_letters
      where org_id = i.org_id and item_id = i.id and i.status = 'failed' order by id desc limit 1
    ) as failure on true
    where i.org_id = ${orgId} and i.run_id = ${runId} and i.parent_id is null and i.parent_step is null and i.child is null
      ${ids === undefined ? sql`` : sql`and i.id = any(${ids}::uuid[])`}
      ${ids !== undefined || status === 'any' ? sql`` : sql`and i.status = ${status}`}
      ${after === undefined ? sql`` : sql`and i.id > ${toLookup('item', after)}`}
    order by i.id limit ${limit + 1}`;
  const byId = new Set(rows.map(({ id }) => id));
  const problems = (ids ?? []).flatMap((id, index): FieldError[] =>
    byId.has(id) ? [] : [{ path: `item_ids[${index}]`, code: 'unknown_item', message: messages.rehearsalItemUnknown }],
  );
  if (problems.length > 0) throw invalidRequest(messages.bodyInvalid, problems);
  return rows.map(({ id, key, label, status: was, step, ...failure }) => ({
    kind: 'item',
    id,
    key,
    label,
    was: { status: was, ...(step === null ? {} : { step }), ...toError(failure) },
  }));
}

type RecordRow = Pick<ItemRow, 'id' | 'field'> & { source_key: string | null; code: string; message: string };

async function selectRecords(
  { sql }: Transaction,
  orgId: string,
  runId: string,
  { record_ids: named, after, limit = rehearsedMax }: Choice,
): Promise<Subject[]> {
  const ids =
    named && (await requireDeadLetters({ sql }, { orgId, run: runId, named }, (index) => `record_ids[${index}]`));
  // What is kept of a write in doubt, or of a removal, is no record of the source.
  const rows = await sql<RecordRow[]>`
    select id, source_key, code, field, message from dead_letters
    where org_id = ${orgId} and run_id = ${runId} and resolved_by is null and code <> all(${[...unretryableCodes]}::text[])
      ${ids === undefined ? sql`` : sql`and id = any(${ids}::uuid[])`}
      ${after === undefined ? sql`` : sql`and id > ${toLookup('deadLetter', after)}`}
    order by id limit ${limit + 1}`;
  if (rows.length === 0 && after === undefined) throw new HubError('invalid_state', messages.rehearsalNotKept);
  return rows.map(({ id, source_key: key, ...failure }) => ({
    kind: 'record',
    id,
    key,
    label: null,
    was: { status: 'failed', ...toError(failure) },
  }));
}

function toError({ code, field, message }: Pick<ItemRow, 'code' | 'field' | 'message'>): Pick<Subject['was'], 'error'> {
  if (code === null) return {};
  return { error: { code, ...(field === null ? {} : { field }), message: message ?? '' } };
}
