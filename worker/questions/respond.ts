import { z } from 'zod';
import type { RequestInput, RequestResult } from '../../core/connection-requests.ts';
import { freeJson } from '../../core/json/free-json.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import type { RequestDeps } from './handler-context.ts';

/** What is kept of a step that responds. */
const kept = z.object({ output: z.object({ status: z.int(), body: freeJson }) });

/** Opens what a step has answered. */
export async function respond(
  { database, opener }: Pick<RequestDeps, 'database' | 'opener'>,
  orgId: string,
  { integration_id: integrationId, item_id: itemId, step }: RequestInput<'respond'>,
): Promise<RequestResult<'respond'>> {
  const [row] = await withTenantPipelined(database, orgId, ({ sql }) =>
    sql<{ sealed: Buffer }[]>`
      select sealed from item_steps
      where org_id = ${orgId} and item_id = ${itemId} and step = ${step} and outcome = 'passed' and sealed is not null`.execute(),
  );
  if (row === undefined) throw new Error('The step has not answered.');
  return kept.parse(await opener.open({ purpose: 'record', orgId, integrationId }, row.sealed)).output;
}
