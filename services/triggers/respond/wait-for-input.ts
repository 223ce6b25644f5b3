import type { RequestResult } from '../../../core/connection-requests.ts';
import { definitionSchema } from '../../../flow/definition.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import { readTenant } from '../../shared/transaction.ts';
import { toRespond } from './to-respond.ts';
import { waitForResponse } from './wait-for-response.ts';

/** Waits for what a step answers for the input of an execution. @returns as `waitForResponse`. */
export async function waitForInput({
  ctx,
  input: { id, itemId, seconds },
}: {
  ctx: ServiceContext;
  input: { id: string; itemId: string; seconds: number };
}): Promise<RequestResult<'respond'> | undefined> {
  const { orgId } = ctx;
  const [run] = await readTenant(ctx, ({ sql }) =>
    sql<{ integration_id: string; definition: unknown }[]>`
      select runs.integration_id, used.definition from runs join integration_revisions as used
        on used.org_id = runs.org_id and used.integration_id = runs.integration_id and used.revision = runs.revision
      where runs.org_id = ${orgId} and runs.id = ${toLookup('run', id)}`.execute(),
  );
  if (run === undefined) return undefined;
  const respond = toRespond(definitionSchema.parse(run.definition));
  const asked = { orgId, integrationId: run.integration_id, respond };
  return waitForResponse(ctx, asked, toLookup('item', itemId), seconds);
}
