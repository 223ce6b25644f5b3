/**
 * What the hub's segment does, without the hub: pages, mapping and SQL statements in a plain loop, in one process.
 *
 * `node bench/bare-loop.ts DATABASE_URL TARGET_URL SOURCE_URL` prints records per second of a first pass and of a second
 * one over unchanged data, as JSON.
 */
import { hash } from 'node:crypto';
import postgres from 'postgres';
import { upsertStatement } from '../connectors/drivers/sql/postgres/statements.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { newUuid } from '../core/ids.ts';
import { peopleMapping } from '../test/harness/flow.ts';
import { compileMapping } from '../transforms/compile-mapping.ts';

const [databaseUrl = '', targetUrl = '', sourceUrl = ''] = process.argv.slice(2);
const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined });
const target = postgres(targetUrl, { max: 1, onnotice: () => undefined });
const compiled = compileMapping(peopleMapping);
if (!compiled.ok) throw new Error('The mapping does not compile.');
const { mapping } = compiled;

const ids = { org: newUuid(), integration: newUuid(), run: newUuid() };
await sql`insert into organizations (id, name) values (${ids.org}, 'bare loop')`;
await sql`insert into integrations (org_id, id, name, revision) values (${ids.org}, ${ids.integration}, 'bare loop', 1)`;
await sql`
  insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at)
  values (${ids.org}, ${ids.run}, ${ids.integration}, ${newUuid()}, 1, 'manual', 'succeeded', '{}', now())`;
const [stream] = await sql<{ id: number }[]>`
  insert into streams (org_id, integration_id, stream) values (${ids.org}, ${ids.integration}, 'records') returning id`;
const [fingerprint] = await sql<{ id: number }[]>`
  insert into fingerprints (org_id, integration_id, fingerprint) values (${ids.org}, ${ids.integration}, 'bare') returning id`;
if (stream === undefined || fingerprint === undefined) throw new Error('An insert gave no row.');
const [streamId, fingerprintId] = [stream.id, fingerprint.id];

const types: Record<string, string> = { started: 'date', salary: 'integer', remote: 'boolean' };
const statement = upsertStatement({
  table: { schema: 'public', name: 'bare_people' },
  columns: peopleMapping.map(({ to }) => ({
    name: to,
    type: types[to] ?? 'text',
    base: types[to] ?? 'text',
    notNull: false,
    generated: false,
    readable: true,
  })),
  matchOn: ['id'],
  tellsInserts: true,
});

const firstPerSecond = await pass();
const unchangedPerSecond = await pass();
process.stdout.write(`${JSON.stringify({ firstPerSecond, unchangedPerSecond })}\n`);
await Promise.all([sql.end(), target.end()]);

async function pass(): Promise<number> {
  const started = performance.now();
  let read = 0;
  for (let page = 1; ; page += 1) {
    const records = await fetchPage(page);
    if (records.length === 0) return (read / (performance.now() - started)) * 1000;
    read += records.length;
    const mapped = records.map(mapRecord);
    const changed = await diff(mapped);
    if (changed.length > 0)
      await target.unsafe(statement, [JSON.stringify(changed.map((row) => row.body))], { prepare: true });
    await checkpoint(page, changed);
  }
}

interface Row {
  key: string;
  hash: string;
  body: JsonObject;
}

async function fetchPage(page: number): Promise<JsonObject[]> {
  const records: unknown = await (await fetch(`${sourceUrl}/records?page=${page}`)).json();
  return Array.isArray(records) ? records.filter(isJsonObject) : [];
}

function mapRecord(record: JsonObject): Row {
  const mapped = mapping.apply(record, { now: 0 });
  if (!mapped.ok) throw new Error('A record does not map.');
  return {
    key: JSON.stringify(record['id']),
    hash: `\\x${hash('sha256', JSON.stringify(mapped.value), 'hex').slice(0, 32)}`,
    body: mapped.value,
  };
}

async function diff(rows: readonly Row[]): Promise<Row[]> {
  const changed = await sql<{ position: number }[]>`
    select entry.position::int as position
    from unnest(${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.hash)}::text[]::bytea[])
      with ordinality as entry (source_key, hash, position)
    left join lateral (
      select hash from ledger where stream_id = ${streamId} and source_key = entry.source_key limit 1
    ) known on true
    where known.hash is distinct from entry.hash`;
  return changed.flatMap(({ position }) => rows[position - 1] ?? []);
}

async function checkpoint(page: number, changed: readonly Row[]): Promise<void> {
  await sql.begin(async (tx) => {
    await Promise.all([
      tx`
        update streams set page_seq = ${page}, page_cursor = ${page}::text::jsonb
        where org_id = ${ids.org} and integration_id = ${ids.integration} and stream = 'records'`,
      tx`update runs set read = read + ${changed.length}, pages = pages + 1 where org_id = ${ids.org} and id = ${ids.run}`,
      changed.length === 0
        ? undefined
        : tx`
            insert into ledger (org_id, stream_id, source_key, fingerprint_id, target_id, hash, effect_seq, run_id, page_seq)
            select ${ids.org}, ${streamId}, row.source_key, ${fingerprintId}, row.source_key, row.hash, 1, ${ids.run}, ${page}
            from unnest(${changed.map((row) => row.key)}::text[], ${changed.map((row) => row.hash)}::text[]::bytea[])
              as row (source_key, hash)
            on conflict (stream_id, source_key) do update set
              hash = excluded.hash, run_id = excluded.run_id, page_seq = excluded.page_seq`,
    ]);
  });
}
