import { HubError } from '../../../core/errors.ts';
import type { RequestResult } from '../../../core/connection-requests.ts';
import type { StoredPayload } from '../../../engine/payload-schema.ts';
import { askUpstream } from '../../connections/ask-upstream.ts';
import type { ServiceDeps } from '../../shared/context.ts';
import { readTenant } from '../../shared/transaction.ts';
import { waitUntil } from '../../shared/wait-until.ts';

/** A flow whose steps respond. */
interface RespondingFlow {
  orgId: string;
  integrationId: string;
  respond: StoredPayload['respond'];
}

/**
 * Waits until a step has answered for an item, or the item has ended without. What it answered is opened by a worker, and the
 * same however often it is asked for.
 *
 * @param itemId UUID.
 * @returns `undefined` where no step answers, or none did in time.
 */
export async function waitForResponse(
  deps: Pick<ServiceDeps, 'database' | 'clock' | 'workers'>,
  { orgId, integrationId, respond }: RespondingFlow,
  itemId: string,
  seconds: number,
): Promise<RequestResult<'respond'> | undefined> {
  if (respond === undefined) return undefined;
  const ctx = { ...deps, orgId };
  const { step } = await waitUntil(ctx, {
    seconds,
    read: () => readItem(ctx, itemId, respond.steps),
    isOver: ({ step: passed, isOver }) => isOver || passed !== undefined,
  });
  if (step === undefined) return undefined;
  const input = { integration_id: integrationId, item_id: itemId, step };
  try {
    return await askUpstream(ctx, { kind: 'respond', about: 'nothing', input });
  } catch (error) {
    // What was delivered is accepted, whether or not a worker is there to tell what came of it.
    if (error instanceof HubError) return undefined;
    throw error;
  }
}

/**
 * The first step of some that an item has passed, and whether none will: it has ended, or is neither here nor on its way. One of a
 * run that reads no source comes while that is not over.
 */
async function readItem(
  ctx: Pick<ServiceDeps, 'database'> & { orgId: string },
  itemId: string,
  steps: readonly string[],
): Promise<{ step: string | undefined; isOver: boolean }> {
  const { orgId } = ctx;
  const [item] = await readTenant(ctx, ({ sql }) =>
    sql<{ step: string | null; is_over: boolean }[]>`
      select case when items.id is null then inbox.id is null and runs.id is null else items.ended_at is not null end as is_over, (
        select step from item_steps
        where org_id = ${orgId} and item_id = asked.id and step = any(${[...steps]}::text[]) and outcome = 'passed'
        order by position limit 1
      ) as step
      from (select ${itemId}::uuid as id) as asked
      left join items on items.org_id = ${orgId} and items.id = asked.id
      left join inbox on inbox.org_id = ${orgId} and inbox.id = asked.id
      left join runs on runs.org_id = ${orgId} and runs.id = asked.id and runs.finished_at is null`.execute(),
  );
  return { step: item?.step ?? undefined, isOver: item?.is_over ?? true };
}
