import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import type { WaitStatus } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { approvalDecisions, items, waits } from '../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';

export const approvalStatuses = [
  'open',
  'approved',
  'rejected',
  'expired',
  'canceled',
  'withdrawn',
] as const satisfies readonly WaitStatus[];

const decision = z.object({
  actor: z.string().meta({ description: 'Id of who decided: a person, a key or a client.' }),
  decision: z.enum(['approve', 'reject']),
  comment: z.string().optional(),
  at: timestamp,
});

/** A question that an item of a flow waits at. @see docs/approvals.md */
export const approvalRecord = z
  .object({
    id: idOf('approval'),
    integration_id: idOf('integration'),
    integration_name: z.string(),
    run_id: idOf('run'),
    item_id: idOf('item'),
    key: z.string().meta({ description: 'The key of the record that is decided on.', example: '00123' }),
    step: z.string().meta({ description: 'The step that waits.', example: 'manager' }),
    status: z.enum(approvalStatuses).meta({
      description: '`expired`: nobody decided in time. `withdrawn`: a newer change of the record ended the item.',
    }),
    message: z.string().meta({ description: 'What is asked.', example: 'Account for Ann?' }),
    approvers: z.array(z.string()).meta({
      description: 'Who may decide: `role:…`, `member:…`, `key:…`, or `anyone` with the scope `runs:approve`.',
    }),
    quorum: z.int().meta({ description: 'How many have to approve.' }),
    may_decide: z.boolean().meta({ description: 'Whether the caller may decide, and has not yet.' }),
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
    form: z.record(z.string(), freeJson).optional().meta({
      description: 'JSON Schema of the values that an approval has to come with.',
    }),
  })
  .meta({ id: 'ApprovalDetail' });

export type ApprovalDetail = z.infer<typeof approvalDetail>;

type DecisionRow = Row<typeof approvalDecisions, 'actor' | 'decision' | 'comment'> & { at: string };

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
  | 'parkedAt'
  | 'dueAt'
  | 'endedAt'
> &
  Pick<Row<typeof items, 'key'>, 'key'> & {
    status: ApprovalRecord['status'];
    integration_name: string;
    may_decide: boolean;
    stale: boolean;
    decisions: DecisionRow[];
  };

export function toApprovalRecord(row: ApprovalRow): ApprovalRecord {
  return {
    id: toId('approval', row.id),
    integration_id: toId('integration', row.integration_id),
    integration_name: row.integration_name,
    run_id: toId('run', row.run_id),
    item_id: toId('item', row.item_id),
    key: row.key,
    step: row.step,
    status: row.status,
    message: row.message ?? '',
    approvers: row.approvers ?? [],
    quorum: row.quorum ?? 1,
    may_decide: row.may_decide,
    stale: row.stale,
    decisions: row.decisions.map(({ actor, decision: said, comment, at }) => ({
      actor,
      decision: said,
      ...(comment === null ? {} : { comment }),
      at,
    })),
    requested_at: fromTime(row.parked_at ?? ''),
    ...(row.due_at === null ? {} : { due_at: fromTime(row.due_at) }),
    ...(row.ended_at === null ? {} : { ended_at: fromTime(row.ended_at) }),
  };
}
