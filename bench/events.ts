/**
 * Events on their way to an endpoint that answers at once, beside a bare loop that posts the same signed bodies.
 *
 * `npm run bench:events [-- --events 10000 --ordering strict]`. Both send with the same poster and as many messages at
 * once; the hub also reads them, keeps the order that it promises, and writes down each attempt. The last line is JSON.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import { createPoster } from '../deliveries/attempt.ts';
import { sign } from '../deliveries/sign.ts';
import { webhookOrderings } from '../core/enums.ts';
import { toId } from '../core/ids.ts';
import { readAddress } from '../drizzle/address.ts';
import { openDatabase } from '../drizzle/client.ts';
import { createOrganization } from '../services/access/organizations/create-organization.ts';
import { type EventRow, toEventPayload } from '../services/event-endpoints/event-payload.ts';
import { connectApi } from '../start/main-job/api-client.ts';
import { makeApiSettings, pepper, startApiProcess } from '../test/harness/processes/api-process.ts';
import { startBarePostgres } from '../test/harness/bare-postgres.ts';
import { startDeliveryLoop } from '../test/harness/processes/delivery-loop.ts';
import { createConnection } from '../test/harness/flow.ts';
import { round } from './memory.ts';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '10000' }, ordering: { type: 'string', default: 'none' } },
});
const count = z.coerce.number().int().min(10).parse(values.events);
const ordering = z.enum(webhookOrderings).parse(values.ordering);

/** What the hub has under way to an endpoint at once. */
const atOnce = ordering === 'strict' ? 1 : 10;
const timeoutMs = 15_000;
const allow = ['127.0.0.0/8'];
type Waiting = EventRow & { id: string };

const created = z.object({ data: z.object({ id: z.string(), secret: z.string() }) });

const server = await startBarePostgres();
const settings = await makeApiSettings(server.url('hub_app'));
const hub = startApiProcess({ ...settings.env, HUB_EGRESS_ALLOW: allow.join() });
const receiver = fork(fileURLToPath(new URL('./instant-receiver.ts', import.meta.url)), [String(count)]);
const { url: adminUrl, ...socket } = readAddress(server.url('postgres'));
const admin = postgres(adminUrl, { ...socket, max: 1, onnotice: () => undefined });
try {
  const [listening] = await once(receiver, 'message');
  const { port } = z.object({ port: z.number() }).parse(listening);
  await compare(`http://127.0.0.1:${port}/`);
} finally {
  receiver.kill('SIGTERM');
  await admin.end();
  await hub.stop();
  await server.stop();
  await settings.remove();
}
process.exit();

async function compare(url: string): Promise<void> {
  const secret = await prepare(url);
  const events = await admin<Waiting[]>`
    select events.id, type, snapshot, occurred_at::text
    from webhook_deliveries d join events on events.id = d.event_id order by d.seq`;
  const seconds = { bare: 0, hub: 0 };
  for (const side of ['bare', 'hub', 'hub', 'bare'] as const) {
    const took = side === 'bare' ? await timeBare(url, secret, events) : await timeHub();
    process.stdout.write(`${side.padEnd(5)} ${(count / took).toFixed(0).padStart(6)} messages/s\n`);
    seconds[side] += took / 2;
  }
  const figures = {
    per_second: Math.round(count / seconds.hub),
    bare_per_second: Math.round(count / seconds.bare),
    ratio: round(seconds.bare / seconds.hub, 2),
    heap_mb: round(process.memoryUsage().heapUsed / 1024 ** 2),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}

/** An organization whose events wait. @returns the endpoint's secret. */
async function prepare(url: string): Promise<string> {
  const database = openDatabase(server.url('hub_app'), { role: 'hub_app', max: 1 });
  const { api_key: key } = await createOrganization({ database, pepper, name: 'Bench' });
  await database.close();
  const base = `http://127.0.0.1:${await hub.findPort()}`;
  const api = connectApi(base, key, new AbortController().signal);
  await createConnection(api, { name: 'Feed', service_type: 'cisa_kev', config: {}, credentials: {} });
  const response = await fetch(`${base}/v1/webhook-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', url, events: ['connection.*'], ordering }),
  });
  const { secret } = created.parse(await response.json()).data;
  // As `POST /connections` would, ten thousand times; triggers write the events.
  await admin`
    insert into connections select (jsonb_populate_record(c, jsonb_build_object('id', uuidv7(), 'name', 'c' || n))).*
    from connections c cross join generate_series(1, ${count}::int) n`;
  await admin`vacuum analyze`;
  return secret;
}

async function timeHub(): Promise<number> {
  await admin`delete from webhook_attempts`;
  await admin`update webhook_deliveries set status = 'pending', attempts = 0, tries = 0, due_at = now()`;
  await admin`vacuum analyze`;
  const all = once(receiver, 'message');
  const begun = performance.now();
  const loop = await startDeliveryLoop(
    { testDatabase: { appUrl: server.url('hub_app'), relayUrl: server.url('hub_relay') }, keyFile: settings.keyFile },
    { policy: { retryMs: [60_000], disableAfterMs: 3_600_000 }, timeoutMs, allow },
  );
  await all;
  // Ended when it is written down, too: the loop ends its round before it stops.
  await loop.stop();
  const took = (performance.now() - begun) / 1000;
  const [left] = await admin<{ total: number }[]>`
    select count(*)::int as total from webhook_deliveries where status <> 'delivered'`;
  if (left?.total !== 0) throw new Error(`${left?.total} messages are not written down.`);
  return took;
}

/** Signs and posts, and writes nothing down. */
async function timeBare(url: string, secret: string, events: readonly Waiting[]): Promise<number> {
  const bodies = events.map((event) => ({
    id: toId('event', event.id),
    body: JSON.stringify(toEventPayload(event)),
  }));
  const poster = createPoster({ allow });
  const all = once(receiver, 'message');
  const begun = performance.now();
  const waiting = bodies.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const message of waiting) {
        const headers = { 'content-type': 'application/json', ...sign([secret], { ...message, nowMs: Date.now() }) };
        await poster.post(url, { headers, body: message.body, timeoutMs });
      }
    }),
  );
  await all;
  const took = (performance.now() - begun) / 1000;
  await poster.close();
  return took;
}
