import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, invalidRequest } from '../../../core/errors.ts';
import { newUuid, toId, toUuid } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { requirePerson } from '../../access/profile/require-person.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { instant } from '../../shared/schemas.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireScope } from '../../shared/scopes.ts';
import { decidingRoles } from '../deciding-roles.ts';
import { type DelegationRecord, type DelegationRow, toDelegationRecord } from './delegation.ts';
import { selectDelegations } from './select-delegations.ts';

const longestMs = 366 * 86_400_000;
/** That are not over, of one member. */
const delegationsMax = 20;

export const delegationInput = z
  .strictObject({
    to: z.string().min(1).max(255).meta({
      description: 'Who may decide: the id or the e-mail address of a member who may decide on approvals.',
      example: 'ada@example.com',
    }),
    starts_at: instant.optional().meta({ format: 'date-time', description: 'Default: now.' }),
    ends_at: instant.meta({ format: 'date-time', description: 'A year from now at most.' }),
  })
  .meta({ id: 'ApprovalDelegationInput' });

/**
 * Lets another member decide for the person who asks, for a time. The other one needs a role of their own that decides: what is
 * given is whose decision it is, and no access.
 *
 * @throws {HubError} `forbidden` for programs; `invalid_request` for nobody, for a member who may not decide, and for a time that is
 *   over; `limit_exceeded`.
 */
export async function createDelegation({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof delegationInput>;
}): Promise<DelegationRecord> {
  requireScope(ctx, 'runs:approve');
  const { userId } = requirePerson(ctx);
  const now = ctx.clock.now();
  const startsAt = input.starts_at ?? toTimestamp(now);
  const endsAtMs = Date.parse(input.ends_at);
  if (endsAtMs <= Math.max(now, Date.parse(startsAt)) || endsAtMs > now + longestMs)
    throw invalid('ends_at', 'invalid_time', messages.delegationOver);
  return inTenant(ctx, async (tx) => {
    const delegate = await findDelegate(tx, ctx, input.to);
    if (delegate === userId) throw invalid('to', 'invalid_member', messages.delegateOwn);
    await tx.sql`select 1 from memberships where org_id = ${ctx.orgId} and user_id = ${userId} for no key update`;
    const given: readonly DelegationRow[] = await selectDelegations(tx, ctx, userId);
    if (given.filter(({ user_id: of }) => of === userId).length >= delegationsMax)
      throw new HubError('invalid_state', messages.delegationsTooMany({ max: delegationsMax }));
    const id = newUuid();
    await Promise.all([
      tx.sql`
        insert into approval_delegations (org_id, id, user_id, delegate_id, starts_at, ends_at)
        values (${ctx.orgId}, ${id}, ${userId}, ${delegate}, ${startsAt}, ${input.ends_at})`,
      writeAudit(tx, ctx, {
        action: 'approval_delegation.created',
        resourceId: toId('approvalDelegation', id),
        changes: {
          member: toId('user', userId),
          delegate: toId('user', delegate),
          starts_at: startsAt,
          ends_at: input.ends_at,
        },
      }),
    ]);
    const made = (await selectDelegations(tx, ctx, userId)).find((row) => row.id === id);
    if (made === undefined) throw new TypeError('The delegation is not there.');
    return toDelegationRecord(made);
  });
}

/** @returns UUID of a member who may decide. @throws {HubError} `invalid_request` */
async function findDelegate({ sql }: Transaction, { orgId }: ServiceContext, to: string): Promise<string> {
  const [found] = await sql<{ user_id: string; may_decide: boolean }[]>`
    select members.user_id, exists (
      select 1 from role_grants
      where org_id = ${orgId} and user_id = members.user_id and role = any(${decidingRoles})
      union all
      select 1 from user_group_members join user_group_grants using (org_id, group_id)
      where org_id = ${orgId} and user_id = members.user_id and role = any(${decidingRoles})
    ) as may_decide
    from memberships as members join users on users.id = members.user_id
    where members.org_id = ${orgId} and members.status = 'active'
      and (members.user_id = ${toUuid('user', to) ?? null}::uuid or users.email = ${to.toLowerCase()})`;
  if (found === undefined) throw invalid('to', 'unknown_member', messages.delegateUnknown);
  if (!found.may_decide) throw invalid('to', 'invalid_member', messages.delegateMayNot);
  return found.user_id;
}

function invalid(path: string, code: string, message: string): HubError {
  return invalidRequest(messages.bodyInvalid, [{ path, code, message }]);
}
