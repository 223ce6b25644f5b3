/**
 * Deliveries of a vendor to one hook, beside a bare insert of one row, on one PostgreSQL, in one run: at 1, 10 and 50 callers.
 *
 * `npm run bench:hooks [-- --seconds 3]`. Each delivery is another event, signed by a client of its own. No worker runs, so the
 * first event orders a run that all the others wait for, as in a storm. The last line is JSON; exits 1 when an answer was not
 * 202, when an event was lost or doubled, or when the bar is missed.
 */
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { Webhook } from 'standardwebhooks';
import { Pool } from 'undici';
import { z } from 'zod';
import { newUuid } from '../core/ids.ts';
import { readAddress } from '../drizzle/address.ts';
import { openDatabase } from '../drizzle/client.ts';
import { createOrganization } from '../services/access/organizations/create-organization.ts';
import { connectApi } from '../start/main-job/api-client.ts';
import { apiFlags } from '../start/processes/node-children.ts';
import { makeApiSettings, pepper, startApiProcess } from '../test/harness/processes/api-process.ts';
import { startBarePostgres } from '../test/harness/bare-postgres.ts';
import { connectToSource, connectToTarget, peopleMapping } from '../test/harness/flow.ts';
import { round } from './memory.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '3' } } });
const seconds = z.coerce.number().min(0.5).parse(values.seconds);
const callers = [1, 10, 50];
const judgedCallers = 10;
const ratioMin = 0.15;
const secret = `whsec_${Buffer.alloc(32, 'bench').toString('base64')}`;

interface Figures {
  perSecond: number;
  p50: number;
  p99: number;
}

const server = await startBarePostgres({ durable: true });
const settings = await makeApiSettings(server.url('hub_app'));
const hub = startApiProcess(settings.env, apiFlags);
const { url: adminUrl, ...socket } = readAddress(server.url('postgres'));
const admin = postgres(adminUrl, { ...socket, max: Math.max(...callers), onnotice: () => undefined });
let passed = false;
try {
  passed = await compare(`http://127.0.0.1:${await hub.findPort()}`);
} finally {
  await admin.end();
  await hub.stop();
  await server.stop();
  await settings.remove();
}
process.exit(passed ? 0 : 1);

async function compare(url: string): Promise<boolean> {
  const path = await addHook(url);
  await admin`create table bare (id uuid primary key, key_hash bytea not null, name text not null, at timestamptz not null)`;
  const pool = new Pool(url, { connections: Math.max(...callers) });
  let accepted = 0;
  const deliver = async (): Promise<void> => {
    const { statusCode, body } = await pool.request({ path, method: 'POST', ...toDelivery(newUuid()) });
    await body.dump();
    if (statusCode !== 202) throw new Error(`A delivery was answered ${statusCode}.`);
    accepted += 1;
  };
  const insert = async (): Promise<void> => {
    const id = newUuid();
    await admin`insert into bare values (${id}, sha256(${id}::text::bytea), 'person.changed', now())`;
  };
  const results = new Map<number, { bare: Figures; hub: Figures; ratio: number }>();
  for (const count of callers) {
    // In the order a, b, b, a: both meet the machine in the same state.
    await Promise.all([measure(insert, count, 0.3), measure(deliver, count, 0.3)]);
    const bare = [await measure(insert, count, seconds / 2)];
    const hubs = [await measure(deliver, count, seconds / 2), await measure(deliver, count, seconds / 2)];
    bare.push(await measure(insert, count, seconds / 2));
    const [bareAll, hubAll] = [join(bare), join(hubs)];
    results.set(count, { bare: bareAll, hub: hubAll, ratio: hubAll.perSecond / bareAll.perSecond });
    show(`${count} callers, bare insert`, bareAll);
    show(`${count} callers, deliveries`, hubAll);
  }
  await pool.close();
  const [stored] = await admin<{ events: number; keys: number; runs: number }[]>`
    select count(*)::int as events, count(distinct key_hash)::int as keys, count(run_id)::int as runs from hook_events`;
  const isWhole = stored?.events === accepted && stored.keys === accepted && stored.runs === accepted;
  if (!isWhole) process.stdout.write(`Of ${accepted} accepted events there are ${JSON.stringify(stored)}.\n`);
  const judged = results.get(judgedCallers);
  const isFast = (judged?.ratio ?? 0) >= ratioMin;
  if (!isFast) process.stdout.write(`A bar is missed: ratio from ${ratioMin} at ${judgedCallers} callers.\n`);
  process.stdout.write(
    `${JSON.stringify({
      accepted_per_s_10: Math.round(judged?.hub.perSecond ?? 0),
      p99_ms_10: round(judged?.hub.p99 ?? 0),
      ratio_10: round(judged?.ratio ?? 0, 2),
    })}\n`,
  );
  return isWhole && isFast;
}

/** @returns the path of the hook of a new integration that is active. */
async function addHook(url: string): Promise<string> {
  const database = openDatabase(server.url('hub_app'), { role: 'hub_app', max: 1 });
  const { api_key: key } = await createOrganization({ database, pepper, name: 'Bench' });
  await database.close();
  const api = connectApi(url, key, new AbortController().signal);
  const config = { host: 'table.example', port: 5432, database: 'people' };
  const [source, target] = await Promise.all([
    connectToSource(api, 'https://people.example'),
    connectToTarget(api, { config, credentials: { user: 'hub', password: 'never used' } }),
  ]);
  const withId = z.object({ id: z.string() });
  const { id } = await api.call('POST', '/integrations', withId, {
    name: 'Pushed',
    source: { connection_id: source, object: '/people', key: ['id'] },
    target: { connection_id: target, object: 'people', operation: 'upsert', match_on: ['id'] },
    mapping: peopleMapping,
    triggers: [{ type: 'webhook' }],
  });
  const hooked = z.array(withId.extend({ hook: z.object({ url: z.string() }) })).length(1);
  const [workflow] = await api.call('GET', `/workflows?integration_id=${id}&type=webhook`, hooked);
  if (workflow === undefined) throw new Error('The integration has no workflow of this type.');
  await api.call('PUT', `/workflows/${workflow.id}/hook-credentials`, z.unknown(), { credentials: { secret } });
  await api.call('POST', `/integrations/${id}/activate`, z.unknown(), {});
  return new URL(workflow.hook.url).pathname;
}

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function toDelivery(id: string): { headers: Record<string, string>; body: string } {
  const at = new Date();
  const body = JSON.stringify({ type: 'person.changed', timestamp: at.toISOString(), data: { id } });
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
  return { headers, body };
}

interface Measured {
  times: number[];
  elapsed: number;
}

async function measure(call: () => Promise<void>, count: number, forSeconds: number): Promise<Measured> {
  const times: number[] = [];
  const started = performance.now();
  const end = started + forSeconds * 1000;
  const callOn = async (): Promise<void> => {
    while (performance.now() < end) {
      const begun = performance.now();
      await call();
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: count }, callOn));
  return { times, elapsed: (performance.now() - started) / 1000 };
}

function join(parts: readonly Measured[]): Figures {
  const times = parts.flatMap((part) => part.times).toSorted((a, b) => a - b);
  const elapsed = parts.reduce((sum, part) => sum + part.elapsed, 0);
  const percentile = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
  return { perSecond: times.length / elapsed, p50: percentile(0.5), p99: percentile(0.99) };
}

function show(what: string, { perSecond, p50, p99 }: Figures): void {
  const figures = `${perSecond.toFixed(0).padStart(6)} /s  p50 ${p50.toFixed(1).padStart(6)} ms  p99 ${p99.toFixed(1).padStart(6)} ms`;
  process.stdout.write(`${what.padEnd(26)} ${figures}\n`);
}
