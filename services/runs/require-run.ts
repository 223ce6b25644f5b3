import { notFound } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';
import { whereWithinReach } from './within-reach.ts';

/**
 * Lets a verb go on only where the run is there, and the caller may know of it. Send it together with the verb's
 * statements.
 *
 * @throws {HubError} `not_found`
 */
export async function requireRun(
  tx: Transaction,
  ctx: Pick<ServiceContext, 'orgId' | 'accounts'>,
  id: string,
): Promise<void> {
  const [found] = await tx.sql`
    select 1 from runs where org_id = ${ctx.orgId} and id = ${id} ${whereWithinReach(tx, ctx, 'runs.integration_id')}`;
  if (found === undefined) throw notFound();
}
