import type { WorkflowType } from '../../core/enums.ts';
import { notFound } from '../../core/errors.ts';
import { toUuid } from '../../core/ids.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { Definition } from '../../flow/definition.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { toLookup } from '../shared/schemas.ts';
import { inTenant } from '../shared/transaction.ts';
import { listComponents } from '../triggers/list-components.ts';
import { countSteps } from './count-steps.ts';
import { type RunEnds, type RunStepRecord, type StepsRow, toStepRecord } from './run-step.ts';
import { requireWithinReach } from './within-reach.ts';

type FlowRow = StepsRow & { definition: Definition; type: WorkflowType; trigger_key: string };

/**
 * Lists the steps of the flow that a run carries out, in the order in which a record meets them.
 *
 * @throws {HubError} `not_found`
 */
export async function listRunSteps({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: { id: string };
}): Promise<RunStepRecord[]> {
  requireScope(ctx, 'runs:read');
  const id = toLookup('run', input.id);
  const { row, ends, counts } = await inTenant(ctx, async (tx) => {
    await requireWithinReach(tx, ctx, id);
    const [found] = await tx.sql<FlowRow[]>`
      select runs.status, runs.error, runs.queued_at, runs.started_at, runs.finished_at, runs.read, runs.created,
             runs.updated, runs.deleted, runs.skipped, runs.failed, runs.deduplicated, runs.filtered, revisions.definition,
             workflows.type, workflows.trigger_key
      from runs
      join integration_revisions as revisions on revisions.org_id = runs.org_id
       and revisions.integration_id = runs.integration_id and revisions.revision = runs.revision
      join workflows on workflows.org_id = runs.org_id and workflows.id = runs.workflow_id
      where runs.org_id = ${ctx.orgId} and runs.id = ${id}`;
    if (found === undefined) throw notFound();
    const counted = await countSteps(tx, ctx.orgId, id);
    return {
      row: found,
      ends: await readEnds(tx, ctx.orgId, found.definition),
      counts: new Map(counted.map((count) => [count.step, count])),
    };
  });
  return listComponents(row.type, row.trigger_key, row.definition).map((component) =>
    toStepRecord(row, ends, component, counts),
  );
}

/** Which connectors stand at the ends of a flow, also where a connection was deleted since. */
async function readEnds({ sql }: Transaction, orgId: string, { source, target }: Definition): Promise<RunEnds> {
  const [ends] = await sql<RunEnds[]>`
    select (${serviceTypeOf(sql, orgId, source?.connection_id)}) as source,
           (${serviceTypeOf(sql, orgId, target?.connection_id)}) as target`;
  return ends ?? { source: null, target: null };
}

function serviceTypeOf(sql: Transaction['sql'], orgId: string, connectionId: string | undefined) {
  const uuid = connectionId === undefined ? undefined : toUuid('connection', connectionId);
  return sql`select service_type from connections where org_id = ${orgId} and id = ${uuid ?? null}`;
}
