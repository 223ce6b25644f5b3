import type { z } from 'zod';
import type { Page } from '../../core/pagination.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireIntegration } from '../integrations/require-integration.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import { listRuns, type listIntegrationRunsInput } from './list-runs.ts';
import type { RunRecord } from './run.ts';

/** Lists the runs of one live integration, newest first. @throws {HubError} `not_found` */
export function listIntegrationRuns({
  ctx,
  input: { id, ...filters },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof listIntegrationRunsInput> & { id: string };
}): Promise<Page<RunRecord>> {
  requireScope(ctx, 'runs:read');
  return inTenant(ctx, async (tx) => {
    const [, page] = await Promise.all([
      requireIntegration(tx, ctx.orgId, id),
      listRuns({ ctx: { ...ctx, transaction: tx }, input: { ...filters, integration_id: id } }),
    ]);
    return page;
  });
}
