import { HubError, notFound } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { runs } from '../../drizzle/schema/index.ts';
import type { Definition } from '../../flow/definition.ts';
import type { Row } from '../shared/rows.ts';
import { toLookup } from '../shared/schemas.ts';

/** A run with the flow that it carried out. */
export type PastRun = Row<typeof runs, 'id' | 'integrationId' | 'workflowId' | 'revision' | 'status' | 'options'> & {
  definition: Definition;
};

/**
 * Reads a run that another one is to be made of.
 *
 * @throws {HubError} `not_found`; `invalid_state` when its integration was deleted.
 */
export async function readPastRun({ sql }: Transaction, orgId: string, runId: string): Promise<PastRun> {
  const [run] = await sql<(PastRun & { orphaned: boolean })[]>`
    select runs.id, runs.integration_id, runs.workflow_id, runs.revision, runs.status, runs.options,
           revisions.definition, integrations.deleted_at is not null as orphaned
    from runs
    join integrations on integrations.org_id = runs.org_id and integrations.id = runs.integration_id
    join integration_revisions as revisions on revisions.org_id = runs.org_id
     and revisions.integration_id = runs.integration_id and revisions.revision = runs.revision
    where runs.org_id = ${orgId} and runs.id = ${toLookup('run', runId)}`;
  if (run === undefined) throw notFound();
  if (run.orphaned) throw new HubError('invalid_state', messages.runOrphaned);
  return run;
}
