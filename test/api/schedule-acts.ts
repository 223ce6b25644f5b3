import { withTenant } from '../../drizzle/client.ts';
import { accountTicks, type Accounted } from '../../services/schedules/account-ticks.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from './flows.ts';
import type { Item, TestApi } from './harness.ts';

export interface Scheduled {
  integration: Item;
  workflow: Item;
  orgId: string;
  /** UUID. */
  workflowId: string;
}

/** What tests of schedules do again and again. @param type Of the triggers: of a schedule, or of one that asks its source. */
export function actOnSchedules(api: TestApi, type: 'schedule' | 'event' = 'schedule') {
  const workflowType = type === 'schedule' ? 'scheduled' : type;
  const orgId = toLookup('organization', api.organization.organization_id);
  const findWorkflow = async (integrationId: string): Promise<Item> => {
    const { list } = await api.request('GET', `/v1/workflows?integration_id=${integrationId}&type=${workflowType}`);
    const [workflow] = list;
    if (workflow === undefined) throw new Error('The integration has no workflow of this type.');
    return workflow;
  };
  return {
    findWorkflow,
    /** An active integration with a schedule, of which everything up to `since` is accounted for. */
    add: async (trigger: object, since: string, members: Record<string, unknown> = {}): Promise<Scheduled> => {
      const integration = await addIntegration(api, { triggers: [{ type, ...trigger }], ...members });
      await api.request('POST', `/v1/integrations/${integration.id}/activate`);
      const workflow = await findWorkflow(integration.id);
      const workflowId = toLookup('workflow', workflow.id);
      await api.admin`
        update schedules set accounted_until = ${since}::text::timestamptz, next_due_at = ${since}::text::timestamptz
        where workflow_id = ${workflowId}`;
      return { integration, workflow, orgId, workflowId };
    },
    /** A worker looks at a schedule at an instant. */
    account: ({ workflowId }: Scheduled, at: string): Promise<Accounted> =>
      withTenant(api.database, orgId, (tx) => accountTicks(tx, { orgId, workflowId, now: Date.parse(at) })),
    listTicks: async ({ workflow }: Scheduled, query = ''): Promise<Item[]> =>
      (await api.request('GET', `/v1/workflows/${workflow.id}/ticks${query}`)).list,
    listRuns: async ({ integration }: Scheduled): Promise<Item[]> =>
      (await api.request('GET', `/v1/integrations/${integration.id}/runs`)).list,
  };
}

/** Ticks in a line each, the oldest first: `10:00 missed later_one_ran`. */
export function toLines(ticks: readonly Item[]): string[] {
  return ticks
    .map(({ scheduled_at: at, status, reason }) =>
      `${String(at).slice(11, 16)} ${status} ${typeof reason === 'string' ? reason : ''}`.trim(),
    )
    .toReversed();
}
