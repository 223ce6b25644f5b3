import { z } from 'zod';
import { toId } from '../../../core/ids.ts';
import type { approvalDelegations } from '../../../drizzle/schema/index.ts';
import { fromTime, type Row } from '../../shared/rows.ts';
import { idOf, timestamp } from '../../shared/schemas.ts';

const person = z.object({ id: idOf('user'), name: z.string() });

/** That a member lets another one decide for them. @see docs/approvals.md */
export const delegationRecord = z
  .object({
    id: idOf('approvalDelegation'),
    member: person.meta({ description: 'Whose decisions they are.' }),
    delegate: person.meta({ description: 'Who may decide for them.' }),
    starts_at: timestamp.meta({ description: 'From when on.' }),
    ends_at: timestamp.meta({ description: 'Until when.' }),
    created_at: timestamp,
  })
  .meta({ id: 'ApprovalDelegation' });

export type DelegationRecord = z.infer<typeof delegationRecord>;

export type DelegationRow = Row<
  typeof approvalDelegations,
  'id' | 'userId' | 'delegateId' | 'startsAt' | 'endsAt' | 'createdAt'
> & { member_name: string; delegate_name: string };

export function toDelegationRecord(row: DelegationRow): DelegationRecord {
  return {
    id: toId('approvalDelegation', row.id),
    member: { id: toId('user', row.user_id), name: row.member_name },
    delegate: { id: toId('user', row.delegate_id), name: row.delegate_name },
    starts_at: fromTime(row.starts_at),
    ends_at: fromTime(row.ends_at),
    created_at: fromTime(row.created_at),
  };
}
