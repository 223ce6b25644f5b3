/**
 * A worker for a workflow per item: `node bench/flows/item-worker.ts TEMPORAL_ADDRESS TARGET_URL SERVER_URL`. Prints `ready`,
 * then works until it is killed.
 */
import { fileURLToPath } from 'node:url';
import { Context } from '@temporalio/activity';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import postgres from 'postgres';
import type { JsonObject } from '../../core/json.ts';
import { openTickets, toAccount, toUpsert } from './bare-requests.ts';

const [address = '', targetUrl = '', serverUrl = ''] = process.argv.slice(2);
const target = postgres(targetUrl, { max: 8, onnotice: () => undefined });
const sendTicket = openTickets(serverUrl, 8);
const upsert = toUpsert('item_accounts');

const activities = {
  createTicket: (record: JsonObject): Promise<string> =>
    sendTicket(record, Context.current().info.workflowExecution?.workflowId ?? ''),
  computePerson: (record: JsonObject, ticket: string): Promise<JsonObject> =>
    Promise.resolve(toAccount(record, ticket)),
  upsertAccount: async (account: JsonObject): Promise<void> => {
    await target.unsafe(upsert, [JSON.stringify([account])], { prepare: true });
  },
};
export type ItemActivities = typeof activities;

Runtime.install({ logger: new DefaultLogger('ERROR') });
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue: 'items',
  workflowsPath: fileURLToPath(new URL('./item-workflow.ts', import.meta.url)),
  activities,
});
process.stdout.write('ready\n');
await worker.run();
