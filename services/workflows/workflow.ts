import { z } from 'zod';
import { runStatuses, workflowStatuses, workflowTypes } from '../../core/enums.ts';
import { toId } from '../../core/ids.ts';
import type { integrations, runs, workflows } from '../../drizzle/schema/index.ts';
import type { Definition } from '../../engine/definition.ts';
import { fromTime, type Row } from '../rows.ts';
import { idOf, timestamp } from '../shapes.ts';
import { componentRecord, listComponents } from './list-components.ts';

/** A workflow as the API shows it: an integration's automation for one trigger. @see API.md §6 */
export const workflowRecord = z
  .object({
    id: idOf('workflow'),
    integration_id: idOf('integration'),
    name: z.string(),
    type: z.enum(workflowTypes),
    status: z.enum(workflowStatuses),
    components: z.array(componentRecord),
    last_run: z.object({ id: idOf('run'), status: z.enum(runStatuses), finished_at: timestamp.optional() }).optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Workflow' });

export type WorkflowRecord = z.infer<typeof workflowRecord>;

type LastRun = Row<typeof runs, 'id' | 'status' | 'finishedAt'>;

export type WorkflowRow = Row<
  typeof workflows,
  'id' | 'integrationId' | 'type' | 'status' | 'createdAt' | 'updatedAt'
> &
  Row<typeof integrations, 'name'> & {
    definition: Definition;
    last_run_id: LastRun['id'] | null;
    last_run_status: LastRun['status'] | null;
    last_run_finished_at: LastRun['finished_at'];
  };

export function toWorkflowRecord(row: WorkflowRow): WorkflowRecord {
  const lastRun = readLastRun(row);
  return {
    id: toId('workflow', row.id),
    integration_id: toId('integration', row.integration_id),
    name: `${row.name} (${row.type})`,
    type: row.type,
    status: row.status,
    components: listComponents(row.type, row.definition),
    ...(lastRun === undefined ? {} : { last_run: lastRun }),
    created_at: fromTime(row.created_at),
    updated_at: fromTime(row.updated_at),
  };
}

function readLastRun(row: WorkflowRow): WorkflowRecord['last_run'] {
  if (row.last_run_id === null || row.last_run_status === null) return undefined;
  return {
    id: toId('run', row.last_run_id),
    status: row.last_run_status,
    ...(row.last_run_finished_at === null ? {} : { finished_at: fromTime(row.last_run_finished_at) }),
  };
}
