/**
 * What the effects of the four steps need, without the hub and without items: the same requests, marks and rows of the
 * ledger, in a plain loop, in one process.
 *
 * `node bench/flows/bare-flow.ts DATABASE_URL TARGET_URL SERVER_URL COUNT` prints records per second.
 */
import { hash } from 'node:crypto';
import postgres from 'postgres';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { newUuid } from '../../core/ids.ts';
import { openTickets, toAccount, toUpsert } from './bare-requests.ts';

const [databaseUrl = '', targetUrl = '', serverUrl = '', count = '0'] = process.argv.slice(2);
const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
const target = postgres(targetUrl, { max: 1, onnotice: () => undefined });
/** As many as the connector has by default. */
const requestsAtOnce = 8;
const createTicket = openTickets(serverUrl, requestsAtOnce);
const upsert = toUpsert('bare_accounts');

const ids = { org: newUuid(), integration: newUuid(), run: newUuid() };
await sql`insert into organizations (id, name) values (${ids.org}, 'bare flow')`;
await sql`insert into integrations (org_id, id, name, revision) values (${ids.org}, ${ids.integration}, 'bare flow', 1)`;
await sql`
  insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at)
  values (${ids.org}, ${ids.run}, ${ids.integration}, ${newUuid()}, 1, 'manual', 'succeeded', '{}', now())`;
const steps = { ticket: await addStep('ticket'), account: await addStep('account') };

interface Step {
  name: string;
  stream: number;
  fingerprint: number;
}

interface Row {
  key: string;
  hash: string;
  record: JsonObject;
  body: JsonObject;
  targetId: string;
}

const started = performance.now();
let read = 0;
for (let page = 1; ; page += 1) {
  const answer: unknown = await (await fetch(`${serverUrl}/people/${count}?page=${page}`)).json();
  const records = Array.isArray(answer) ? answer.filter(isJsonObject) : [];
  if (records.length === 0) break;
  read += records.length;
  const tickets = await createTickets(
    records.filter(({ state }) => state === 'A' || state === 'T'),
    page,
  );
  await upsertAccounts(tickets, page);
}
process.stdout.write(`${(read / (performance.now() - started)) * 1000}\n`);
await Promise.all([sql.end(), target.end()]);
process.exit();

async function createTickets(records: readonly JsonObject[], page: number): Promise<Row[]> {
  const rows = records.map((record) => toRow(record, `${toKey(record)}@1`, { subject: record['work_email'] ?? null }));
  const changed = await diff(steps.ticket, rows);
  await sql`
    insert into ledger (org_id, stream_id, source_key, fingerprint_id, effect_seq,
      pending_run_id, pending_effect_id, pending_operation, pending_hash, pending_body, pending_at)
    select ${ids.org}, ${steps.ticket.stream}, mark.source_key, ${steps.ticket.fingerprint}, 1,
      ${ids.run}, mark.source_key, 'create', mark.hash, convert_to(mark.body, 'UTF8'), clock_timestamp()
    from unnest(${changed.map(({ key }) => key)}::text[], ${changed.map((row) => row.hash)}::text[]::bytea[],
      ${changed.map(({ body }) => JSON.stringify(body))}::text[]) as mark (source_key, hash, body)`;
  const left = changed.values();
  await Promise.all(
    Array.from({ length: requestsAtOnce }, async () => {
      for (const row of left) row.targetId = await createTicket(row.record, row.key);
    }),
  );
  await settle(steps.ticket, changed, page);
  return changed;
}

async function upsertAccounts(tickets: readonly Row[], page: number): Promise<void> {
  const rows = tickets.map(({ record, targetId }) => toRow(record, toKey(record), toAccount(record, targetId)));
  const changed = await diff(steps.account, rows);
  await target.unsafe(upsert, [JSON.stringify(changed.map(({ body }) => body))], { prepare: true });
  await settle(steps.account, changed, page);
}

function toRow(record: JsonObject, key: string, body: JsonObject): Row {
  return { key, hash: `\\x${hash('sha256', JSON.stringify(body), 'hex').slice(0, 32)}`, record, body, targetId: key };
}

function toKey({ id }: JsonObject): string {
  return JSON.stringify(id);
}

async function addStep(name: string): Promise<Step> {
  const [stream] = await sql<{ id: number }[]>`
    insert into streams (org_id, integration_id, stream, step) values (${ids.org}, ${ids.integration}, 'records', ${name}) returning id`;
  const [fingerprint] = await sql<{ id: number }[]>`
    insert into fingerprints (org_id, integration_id, fingerprint) values (${ids.org}, ${ids.integration}, ${`bare#${name}`}) returning id`;
  if (stream === undefined || fingerprint === undefined) throw new Error('An insert gave no row.');
  return { name, stream: stream.id, fingerprint: fingerprint.id };
}

async function diff({ stream }: Step, rows: readonly Row[]): Promise<Row[]> {
  const changed = await sql<{ position: number }[]>`
    select entry.position::int as position
    from unnest(${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.hash)}::text[]::bytea[])
      with ordinality as entry (source_key, hash, position)
    left join lateral (select hash from ledger where stream_id = ${stream} and source_key = entry.source_key limit 1) known on true
    where known.hash is distinct from entry.hash`;
  return changed.flatMap(({ position }) => rows[position - 1] ?? []);
}

async function settle({ name, stream, fingerprint }: Step, rows: readonly Row[], page: number): Promise<void> {
  await sql.begin((tx) =>
    Promise.all([
      tx`
        update streams set page_seq = ${page}, page_cursor = ${page}::text::jsonb
        where org_id = ${ids.org} and integration_id = ${ids.integration} and stream = 'records' and step = ${name}`,
      tx`update runs set created = created + ${rows.length}, pages = pages + 1 where org_id = ${ids.org} and id = ${ids.run}`,
      tx`
        insert into ledger (org_id, stream_id, source_key, fingerprint_id, target_id, hash, effect_seq, run_id, page_seq)
        select ${ids.org}, ${stream}, row.source_key, ${fingerprint}, row.target_id, row.hash, 1, ${ids.run}, ${page}
        from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ targetId }) => targetId)}::text[],
          ${rows.map((row) => row.hash)}::text[]::bytea[]) as row (source_key, target_id, hash)
        on conflict (stream_id, source_key) do update set
          target_id = excluded.target_id, hash = excluded.hash, run_id = excluded.run_id, page_seq = excluded.page_seq,
          pending_run_id = null, pending_effect_id = null, pending_operation = null, pending_hash = null,
          pending_body = null, pending_at = null`,
    ]),
  );
}
