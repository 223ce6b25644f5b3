import type { RequestResult } from '../../../core/connection-requests.ts';
import { definitionSchema } from '../../../flow/definition.ts';
import { isSourceless } from '../../../flow/is-whole.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { toLookup } from '../../shared/schemas.ts';
import { readTenant } from '../../shared/transaction.ts';
import { toRespond } from './to-respond.ts';
import { waitForResponse } from './wait-for-response.ts';

/**
 * Waits for what a step answers for the input of an execution.
 *
 * @param input.itemId Default: the item that the execution made.
 * @returns as `waitForResponse`; `undefined` where there is no such item.
 */
export async function waitForInput({
  ctx,
  input: { id, itemId, seconds },
}: {
  ctx: ServiceContext;
  input: { id: string; itemId?: string; seconds: number };
}): Promise<RequestResult<'respond'> | undefined> {
  const { orgId } = ctx;
  const [run] = await readTenant(ctx, ({ sql }) =>
    sql<{ id: string; integration_id: string; definition: unknown; item: string | null }[]>`
      select runs.id, runs.integration_id, used.definition, runs.options ->> 'item' as item from runs join integration_revisions as used
        on used.org_id = runs.org_id and used.integration_id = runs.integration_id and used.revision = runs.revision
      where runs.org_id = ${orgId} and runs.id = ${toLookup('run', id)}`.execute(),
  );
  if (run === undefined) return undefined;
  const definition = definitionSchema.parse(run.definition);
  const asked = { orgId, integrationId: run.integration_id, respond: toRespond(definition) };
  const own = run.item ?? (isSourceless(definition) ? run.id : undefined);
  const item = itemId === undefined ? own : toLookup('item', itemId);
  return item === undefined ? undefined : waitForResponse(ctx, asked, item, seconds);
}
