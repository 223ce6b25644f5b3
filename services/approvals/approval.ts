import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { itemChanges, type WaitStatus, withheldReasons } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { approvalDecisions, items, waits, withheldChanges } from '../../drizzle/schema/index.ts';
import { nameActors } from '../shared/name-actors.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import type { Voice } from './voices.ts';

export const approvalStatuses = [
  'open',
  'approved',
  'rejected',
  'expired',
  'canceled',
  'withdrawn',
] as const satisfies readonly WaitStatus[];

/** Of the records that a guard asks about. */
export const samplesMax = 20;

const decision = z.object({
  actor: z.string().meta({ description: 'Id of who decided: a person, a key or a client.' }),
  actor_name: z.string().optional().meta({ description: 'What that is called now, where it is known.' }),
  decision: z.enum(['approve', 'reject']),
  on_behalf_of: idOf('user').optional().meta({ description: 'The member who let them decide.' }),
  on_behalf_of_name: z.string().optional().meta({ description: 'What that member is called now.' }),
  comment: z.string().optional(),
  at: timestamp,
});

/** A question that an item of a flow waits at. @see docs/approvals.md */
export const approvalRecord = z
  .object({
    id: idOf('approval'),
    status: z.enum(approvalStatuses).meta({
      description:
        '`expired`: nobody decided in time. `withdrawn`: a newer change of the record ended the item, or a later run holds back others, or nothing.',
    }),
    message: z.string().meta({ description: 'What is asked.', example: 'Account for Ann?' }),
    integration_id: idOf('integration'),
    integration_name: z.string(),
    run_id: idOf('run'),
    item_id: idOf('item').optional().meta({ description: 'Absent where a guard asks, as `key` and `step` are.' }),
    key: z.string().optional().meta({ description: 'The key of the record that is decided on.', example: '00123' }),
    step: z.string().optional().meta({ description: 'The step that waits.', example: 'manager' }),
    guard: z
      .object({
        reason: z.enum(withheldReasons).meta({ description: 'Why a run holds them back.' }),
        records: z.int().min(1).meta({ description: 'How many records it is about.' }),
        sample: z
          .array(
            z.object({
              key: z.string(),
              change: z.enum(itemChanges).meta({ description: 'What happened to the record in the source.' }),
            }),
          )
          .meta({ description: `The first ${samplesMax} of them.` }),
        hash: z.string().meta({ description: 'SHA-256 over all of them: what each change is, and its key.' }),
        followed_by: idOf('run').optional().meta({ description: 'The run that the approval started.' }),
      })
      .optional()
      .meta({ description: 'What a run holds back until it is approved. Exactly these records are decided on.' }),
    approvers: z.array(z.string()).meta({
      description: 'Who may decide: `role:…`, `member:…`, `key:…`, or `anyone` with the scope `runs:approve`.',
    }),
    scope: z.enum(['item', 'run']).meta({
      description:
        '`run`: one decision for all items of the run that wait at the step. Of these, the first one is listed.',
    }),
    count: z.int().optional().meta({ description: 'Of the scope `run`: how many wait.' }),
    quorum: z.int().meta({ description: 'How many have to approve.' }),
    may_decide: z.boolean().meta({ description: 'Whether the caller may decide, and has not yet.' }),
    decides_for: idOf('user')
      .optional()
      .meta({ description: 'The member for whom the caller may decide, where they may not for themselves.' }),
    stale: z.boolean().meta({
      description: 'The record has changed since: a newer item of it waits behind this one.',
    }),
    decisions: z.array(decision),
    requested_at: timestamp,
    due_at: timestamp.optional().meta({ description: 'When the question is given up.' }),
    ended_at: timestamp.optional(),
  })
  .meta({ id: 'Approval' });

export type ApprovalRecord = z.infer<typeof approvalRecord>;

/** An approval with the form that comes with it. */
export const approvalDetail = approvalRecord
  .extend({
    hash: z.string().optional().meta({
      description: 'Of the scope `run`, for who may decide: stands for what is asked. Send it with the decision.',
    }),
    form: z.record(z.string(), freeJson).optional().meta({
      description: 'JSON Schema of the values that an approval has to come with.',
    }),
  })
  .meta({ id: 'ApprovalDetail' });

export type ApprovalDetail = z.infer<typeof approvalDetail>;

type DecisionRow = Row<typeof approvalDecisions, 'actor' | 'decision' | 'comment' | 'onBehalfOf'> & { at: string };

export type ApprovalRow = Row<
  typeof waits,
  | 'id'
  | 'integrationId'
  | 'runId'
  | 'itemId'
  | 'step'
  | 'message'
  | 'approvers'
  | 'quorum'
  | 'notBy'
  | 'together'
  | 'parkedAt'
  | 'dueAt'
  | 'endedAt'
> & {
  key: Row<typeof items, 'key'>['key'] | null;
  /** What a guard asks about. */
  guard: (Row<typeof withheldChanges, 'reason' | 'count' | 'hash' | 'followedBy'> & { sample: string[] }) | null;
  status: ApprovalRecord['status'];
  integration_name: string;
  /** The place of the voice with which the caller may decide; `null`: they may not. */
  voice: number | null;
  stale: boolean;
  /** Of those that are decided on together. */
  count: number | null;
  decisions: DecisionRow[];
};

/** Adds the names of who decided, and for whom. */
export async function nameDeciders(
  tx: Transaction,
  orgId: string,
  approvals: readonly ApprovalRecord[],
): Promise<ApprovalRecord[]> {
  const decisions = approvals.flatMap((approval) => approval.decisions);
  const names = await nameActors(
    tx,
    orgId,
    decisions.flatMap(({ actor, on_behalf_of: member }) => [actor, member ?? null]),
  );
  const name = (decided: ApprovalRecord['decisions'][number]): ApprovalRecord['decisions'][number] => {
    const [actor, member] = [names.get(decided.actor), names.get(decided.on_behalf_of ?? '')];
    return {
      ...decided,
      ...(actor === undefined ? {} : { actor_name: actor }),
      ...(member === undefined ? {} : { on_behalf_of_name: member }),
    };
  };
  return approvals.map((approval) => ({ ...approval, decisions: approval.decisions.map(name) }));
}

export function toApprovalRecord(row: ApprovalRow, voices: readonly Voice[]): ApprovalRecord {
  const decidesFor = (row.voice === null ? undefined : voices[row.voice]?.onBehalfOf) ?? undefined;
  return {
    id: toId('approval', row.id),
    integration_id: toId('integration', row.integration_id),
    integration_name: row.integration_name,
    run_id: toId('run', row.run_id),
    ...(row.item_id === null ? {} : { item_id: toId('item', row.item_id) }),
    ...(row.key === null ? {} : { key: row.key }),
    ...(row.guard === null ? { step: row.step } : { guard: toGuard(row.guard) }),
    status: row.status,
    message: row.message ?? '',
    approvers: row.approvers ?? [],
    scope: row.together ? 'run' : 'item',
    ...(row.count === null ? {} : { count: row.count }),
    quorum: row.quorum ?? 1,
    may_decide: row.voice !== null,
    ...(decidesFor === undefined ? {} : { decides_for: toId('user', decidesFor) }),
    stale: row.stale,
    decisions: row.decisions.map(({ actor, decision: said, comment, on_behalf_of: behalf, at }) => ({
      actor,
      decision: said,
      ...(behalf === null ? {} : { on_behalf_of: toId('user', behalf) }),
      ...(comment === null ? {} : { comment }),
      at,
    })),
    requested_at: fromTime(row.parked_at ?? ''),
    ...(row.due_at === null ? {} : { due_at: fromTime(row.due_at) }),
    ...(row.ended_at === null ? {} : { ended_at: fromTime(row.ended_at) }),
  };
}

function toGuard({
  reason,
  count: records,
  sample,
  hash,
  followed_by: run,
}: NonNullable<ApprovalRow['guard']>): ApprovalRecord['guard'] {
  return {
    reason,
    records,
    sample: sample.map((record) => {
      const [change = '', ...key] = record.split(' ');
      return { key: key.join(' '), change: z.enum(itemChanges).parse(change) };
    }),
    hash,
    ...(run === null ? {} : { followed_by: toId('run', run) }),
  };
}
