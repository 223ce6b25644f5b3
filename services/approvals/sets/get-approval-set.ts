import { z } from 'zod';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { readVoices } from '../voices.ts';
import { approvalFilter, approvalsAtOnceMax, hashSet, selectSet } from './approval-set.ts';

export const getApprovalSetInput = approvalFilter.omit({ ids: true });

export const approvalSet = z
  .object({
    count: z.int().meta({ description: `How many there are; ${approvalsAtOnceMax} are counted at most.` }),
    hash: z.string().meta({ description: 'Stands for which they are and what they ask.' }),
    complete: z.boolean().meta({ description: 'Whether these are all. Of more, some are decided on at a time.' }),
  })
  .meta({ id: 'ApprovalSet' });

/** Counts the open approvals that match and that the caller may decide on, and tells which these are. @throws {HubError} `not_found` */
export function getApprovalSet({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof getApprovalSetInput>;
}): Promise<z.infer<typeof approvalSet>> {
  requireScope(ctx, 'runs:read');
  return inTenant(ctx, async (tx) => {
    const found = await selectSet(tx, ctx, await readVoices(tx, ctx), input);
    const rows = found.slice(0, approvalsAtOnceMax);
    return { count: rows.length, hash: hashSet(rows), complete: rows.length === found.length };
  });
}
