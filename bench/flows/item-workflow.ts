import { proxyActivities } from '@temporalio/workflow';
import type { JsonObject } from '../../core/json.ts';
import type { ItemActivities } from './item-worker.ts';

const { createTicket, computePerson, upsertAccount } = proxyActivities<ItemActivities>({ startToCloseTimeout: '10s' });

/** One item on its way through the four steps, as one writes it with Temporal: an activity for each step that does something. */
export async function itemWorkflow(record: JsonObject): Promise<void> {
  if (record['state'] !== 'A' && record['state'] !== 'T') return;
  const ticket = await createTicket(record);
  await upsertAccount(await computePerson(record, ticket));
}
