import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { HubError, invalidRequest } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { compileSchema } from '../../transforms/validation/index.ts';
import { lockLeft } from '../runs/queue/carry-on.ts';
import type { ServiceContext } from '../shared/context.ts';
import { toLookup } from '../shared/schemas.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import type { ApprovalDetail, ApprovalRow } from './approval.ts';
import { hashSet, selectTogether } from './sets/approval-set.ts';
import { type Decided, type Decision, storeDecisions } from './sets/store-decisions.ts';
import { readVoices, type Voice } from './voices.ts';
import { readForm, requireApproval, toApprovalDetail } from './get-approval.ts';

const comment = z
  .string()
  .min(1)
  .max(2000)
  .optional()
  .meta({ description: 'Why. Later steps read it as `steps.ID.comment`.' });

export const decisionInput = z.strictObject({
  comment,
  form: z
    .record(z.string(), freeJson)
    .optional()
    .meta({ description: 'Values that fit the form of the approval. Later steps read them as `steps.ID.form`.' }),
});
const hash = z.string().max(64).optional().meta({
  description:
    'Of an approval with the scope `run`: its `hash`, which stands for what was shown. Optional for one that a guard asks: `guard.hash`.',
});

export const approveInput = decisionInput.extend({ hash }).meta({ id: 'ApproveInput' });
export const rejectInput = z.strictObject({ comment, hash }).meta({ id: 'RejectInput' });

/**
 * Decides on an approval, and lets its item go on where that settles it: as many approve as are needed, or one rejects. A run
 * that has ended and left the item is followed by one that takes it over.
 *
 * @idempotency Each may decide once, and nobody after it is settled.
 * @throws {HubError} `not_found`; `forbidden` for who may not decide; `invalid_state` where it is settled, or the caller has
 *   decided; `invalid_request` for values that do not fit the form.
 */
export async function decideApproval({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Decision & { id: string; hash?: string | undefined };
}): Promise<ApprovalDetail> {
  requireScope(ctx, 'runs:approve');
  const id = toLookup('approval', input.id);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const decided = sql`
      with named as materialized (
        select id, item_id, guarded_run_id, run_id, step, together from waits where org_id = ${ctx.orgId} and id = ${id}
      )
      select id, item_id, guarded_run_id from named
      union
      select other.id, other.item_id, other.guarded_run_id from named cross join lateral (
        select id, item_id, guarded_run_id from waits
        where org_id = ${ctx.orgId} and run_id = named.run_id and step = named.step and kind = 'approval' and together
          and status = 'open' offset 0
      ) as other where named.together`;
    await Promise.all([
      lockLeft(
        tx,
        ctx.orgId,
        sql`select item_id from (${decided}) as decided`,
        sql`select guarded_run_id from (${decided}) as decided`,
      ),
      sql`select 1 from waits where org_id = ${ctx.orgId} and id = any(array(select id from (${decided}) as decided)) order by id for update`,
    ]);
    const voices = await readVoices(tx, ctx);
    const row = await requireApproval(tx, ctx, voices, id);
    const form = await readForm(tx, ctx, row);
    const voice = requireVoice(ctx, voices, row);
    if (input.decision === 'approve') requireValues(form, input.form);
    if (row.together) await decideTogether(tx, ctx, { voices, row }, input);
    else {
      if (input.hash !== undefined && row.guard !== null) requireSame(row.guard, input.hash);
      await storeDecisions(tx, ctx, [{ row, voice }], input, undefined);
    }
    return toApprovalDetail(tx, ctx, await requireApproval(tx, ctx, voices, id), voices, { form });
  });
}

/** @throws {HubError} `invalid_state` where what a guard asks about is not what was shown. */
function requireSame(guard: NonNullable<ApprovalRow['guard']>, shown: string): void {
  if (guard.hash === shown) return;
  const details = { count: guard.count, hash: guard.hash };
  throw new HubError('invalid_state', messages.approvalSetChanged, { details });
}

/** @throws {HubError} as `decideApproval` */
async function decideTogether(
  tx: Transaction,
  ctx: ServiceContext,
  { voices, row }: { voices: readonly Voice[]; row: ApprovalRow },
  input: Decision & { hash?: string | undefined },
): Promise<void> {
  const rows = await selectTogether(tx, ctx, voices, row);
  const set = { count: rows.length, hash: hashSet(rows), together: true };
  if (input.hash === undefined)
    throw invalidRequest(messages.bodyInvalid, [{ path: 'hash', code: 'required', message: messages.approvalUnseen }]);
  if (input.hash !== set.hash)
    throw new HubError('invalid_state', messages.approvalSetChanged, { details: { count: set.count, hash: set.hash } });
  const decided = rows.flatMap((one): Decided[] => {
    const voice = one.voice === null ? undefined : voices[one.voice];
    return voice === undefined ? [] : [{ row: one, voice }];
  });
  await storeDecisions(tx, ctx, decided, input, set);
}

/** @throws {HubError} as `decideApproval` */
function requireVoice({ actor, userId }: ServiceContext, voices: readonly Voice[], row: ApprovalRow): Voice {
  const details = { status: row.status };
  if (row.status !== 'open') throw new HubError('invalid_state', messages.approvalSettled, { details });
  const voice = row.voice === null ? undefined : voices[row.voice];
  if (voice !== undefined) return voice;
  const people = new Set([
    actor,
    userId,
    ...voices.flatMap(({ person, onBehalfOf }) => [person, onBehalfOf ?? person]),
  ]);
  if (row.decisions.some((said) => people.has(said.actor) || people.has(said.on_behalf_of ?? '')))
    throw new HubError('invalid_state', messages.approvalDecided, { details });
  const isOwn = row.not_by === actor;
  throw new HubError('forbidden', isOwn ? messages.approvalOwn : messages.approvalOfOthers, {
    details: { approvers: row.approvers ?? [] },
  });
}

/** @throws {HubError} `invalid_request` where values do not fit the form of an approval. */
export function requireValues(form: JsonObject | undefined, values: JsonObject | undefined): void {
  if (form === undefined) {
    if (values === undefined) return;
    throw invalidRequest(messages.bodyInvalid, [
      { path: 'form', code: 'no_form', message: messages.approvalHasNoForm },
    ]);
  }
  const compiled = compileSchema(form, 'form', 'invalid_form', 'form');
  const problem = compiled.ok ? compiled.validate(values ?? {}) : undefined;
  if (problem !== undefined)
    throw invalidRequest(messages.bodyInvalid, [{ path: 'form', code: 'invalid_form', message: problem.message }]);
}
