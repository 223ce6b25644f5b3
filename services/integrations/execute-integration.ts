import { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type RunRecord, toRunRecord } from '../runs/run.ts';
import type { RunOptions } from '../runs/run-options.ts';
import { openQueue } from '../runs/queue/run-queue.ts';
import { startRun } from '../runs/queue/start-run.ts';
import { waitWish } from '../runs/wait-wish.ts';
import { requireScope } from '../shared/scopes.ts';
import { instant, toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { messages } from '../../core/messages.ts';

export const executeIntegrationInput = z
  .strictObject({
    full_resync: z.boolean().default(false).meta({ description: 'Write every record again, also unchanged ones.' }),
    since: instant.optional().meta({
      format: 'date-time',
      description:
        'Read what changed at this time and later, where the source can be asked so; otherwise everything is read.',
    }),
    max_deletes: z.int().min(0).max(1_000_000_000).optional().meta({
      description:
        'So many records that vanished from the source may be removed from the target, or go through the steps, in place of what `guard` allows.',
    }),
    max_items: z.int().min(0).max(1_000_000_000).optional().meta({
      description: "With steps: so many items may be made, in place of what the source's `guard` allows.",
    }),
    wait: waitWish,
  })
  .meta({ id: 'ExecuteInput' });

/**
 * Starts a run by hand. The run and the message that starts it are written in one transaction, so an accepted run happens
 * once, also when Temporal is down at the moment.
 *
 * @throws {HubError} `not_found`; `invalid_state` while the workflow that is started by hand is paused; as `startRun`.
 */
export async function executeIntegration({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string; options: z.infer<typeof executeIntegrationInput> };
}): Promise<RunRecord> {
  requireScope(ctx, 'integrations:execute');
  const { orgId } = ctx;
  const integrationId = toLookup('integration', input.id);
  const row = await inTenant(ctx, async (tx) => {
    const queue = await openQueue(tx, { orgId, integrationId, trigger: 'manual' });
    if (queue.integration.manual_paused) throw manualPaused();
    return startRun(tx, queue, {
      options: toRunOptions(input.options),
      now: toTimestamp(ctx.clock.now()),
      request: { ctx, action: 'integration.executed', resourceId: input.id },
    });
  });
  return toRunRecord(row, ctx.temporal);
}

/** Options that say nothing are left out. */
function toRunOptions({
  full_resync: fullResync,
  since,
  max_deletes: maxDeletes,
  max_items: maxItems,
}: z.infer<typeof executeIntegrationInput>): RunOptions {
  return {
    ...(fullResync ? { full_resync: true } : {}),
    ...(since === undefined ? {} : { since }),
    ...(maxDeletes === undefined ? {} : { max_deletes: maxDeletes }),
    ...(maxItems === undefined ? {} : { max_items: maxItems }),
  };
}

function manualPaused(): HubError {
  return new HubError('invalid_state', messages.manualWorkflowPaused);
}
