import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { Pool } from 'undici';
import { z } from 'zod';
import { newUuid } from '../../core/ids.ts';
import { createSteps, createTable, type FlowBench, made, perSecond, show } from './flow-bench.ts';

const callers = 10;
const secret = `whsec_${Buffer.alloc(32, 'flows').toString('base64')}`;
const signer = new Webhook(secret);
/** Everything has arrived by then, or is lost. */
const arrivedMs = 60_000;

/** Payloads that are delivered, become items, and are written into a table, until the last one is there. */
export async function measurePayloads(bench: FlowBench, seconds: number): Promise<Record<string, number>> {
  await createTable(bench, 'orders', 'id text primary key, label text not null');
  const flow = await createSteps(bench, 'payloads', {
    source: { object: 'orders', payload: { schema: { type: 'object', required: ['id'] } } },
    triggers: [{ type: 'webhook' }],
    steps: [
      {
        id: 'order',
        action: {
          connection_id: bench.connections.table,
          object: 'orders',
          operation: 'upsert',
          match_on: ['id'],
          mapping: [
            { to: 'id', from: 'record.id' },
            { to: 'label', formula: "'Order ' + record.id" },
          ],
        },
      },
    ],
  });
  const path = await openHook(bench, flow);
  const pool = new Pool(bench.hub.facts.api_url, { connections: callers });
  const deliver = async (): Promise<void> => {
    const { statusCode, body } = await pool.request({ path, method: 'POST', ...toDelivery(newUuid()) });
    await body.dump();
    if (statusCode !== 202) throw new Error(`A delivery was answered ${statusCode}.`);
  };
  const deliverFor = async (ms: number): Promise<number> => {
    let accepted = 0;
    const until = performance.now() + ms;
    await Promise.all(
      Array.from({ length: callers }, async () => {
        for (; performance.now() < until; accepted += 1) await deliver();
      }),
    );
    return accepted;
  };
  const warm = await deliverFor(1000);
  await waitForOrders(bench, warm);
  const started = performance.now();
  const accepted = await deliverFor(seconds * 1000);
  const acceptedMs = performance.now() - started;
  await waitForOrders(bench, warm + accepted);
  const arrived = (accepted / (performance.now() - started)) * 1000;
  await pool.close();
  show('payloads accepted', perSecond((accepted / acceptedMs) * 1000));
  show('payloads in the table', perSecond(arrived));
  return { payloads_per_s: Math.round(arrived) };
}

/** @throws {Error} when some are lost. */
async function waitForOrders({ target: { sql } }: FlowBench, wanted: number): Promise<void> {
  let found = 0;
  for (const until = Date.now() + arrivedMs; Date.now() < until; await sleep(50)) {
    const [stored] = await sql<{ count: number }[]>`select count(*)::int as count from orders`;
    found = stored?.count ?? 0;
    if (found === wanted) return;
  }
  throw new Error(`Of ${wanted} accepted payloads ${found} have arrived.`);
}

async function openHook({ api }: FlowBench, integrationId: string): Promise<string> {
  const hooked = z.array(made.extend({ hook: z.object({ url: z.string() }) })).length(1);
  const [workflow] = await api.call('GET', `/workflows?integration_id=${integrationId}&type=webhook`, hooked);
  if (workflow === undefined) throw new Error('The integration has no hook.');
  await api.call('PUT', `/workflows/${workflow.id}/hook-credentials`, z.unknown(), { credentials: { secret } });
  return new URL(workflow.hook.url).pathname;
}

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function toDelivery(id: string): { headers: Record<string, string>; body: string } {
  const at = new Date();
  const body = JSON.stringify({ id, type: 'order.placed', amount: 100 });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signer.sign(id, at, body),
  };
  return { headers, body };
}
