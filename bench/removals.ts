/**
 * Full readings with removals at a size that must end: records are copied from a table to a table, the same again unchanged,
 * then some are gone from the source: a first reading notices, a second one deletes them in the target.
 *
 * `npm run bench:removals [-- --records 1000000 --gone 10000]`. Needs about 1.5 GB of disk for each million of records. The
 * last line is JSON: seconds of each run, bytes of WAL for a record of the first, and the peak of the worker's memory. Exits
 * 1 when a run fails, or when the target does not hold exactly what the source holds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { connectApi } from '../start/main-job/api-client.ts';
import { connectToTarget, createFlow, createTargetDatabase, execute, isOver, readRun } from '../test/harness/flow.ts';
import { startHubProcess } from '../test/harness/processes/hub-process.ts';
import { readMemory, round } from './memory.ts';

const { values } = parseArgs({
  options: { records: { type: 'string', default: '1000000' }, gone: { type: 'string', default: '10000' } },
});
const records = z.coerce.number().int().min(1000).parse(values.records);
const gone = z.coerce.number().int().min(1).max(records).parse(values.gone);
const pageSize = 5000;
/** So long nothing may answer before a run is given up. */
const answerTimeoutMs = 120_000;

const hub = await startHubProcess({ HUB_EGRESS_ALLOW: '127.0.0.0/8' });
try {
  const { facts } = hub;
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  const { sql, close, ...login } = await createTargetDatabase(facts.database_url, 'bench');
  await sql`create table people (id integer primary key, name text not null, team text not null)`;
  await sql`create table copies (id integer primary key, name text not null, team text not null)`;
  await sql.unsafe('alter table people owner to bench; alter table copies owner to bench');
  await sql`
    insert into people select n, 'Person ' || n, 'team ' || n % 100 from generate_series(1, ${records}::integer) n`;
  await sql`analyze people`;
  const connection = await connectToTarget(api, login);
  const integrationId = await createFlow(api, {
    name: 'copies',
    source: { connection_id: connection, object: 'people', key: ['id'], options: { page_size: pageSize } },
    target: {
      connection_id: connection,
      object: 'copies',
      operation: 'upsert',
      match_on: ['id'],
      on_missing: 'delete',
      guard: { max_deletes: gone },
    },
    mapping: ['id', 'name', 'team'].map((field) => ({ to: field, from: field })),
  });

  const walBefore = await readWal();
  const first = await measureRun('first run');
  const walPerRecord = Math.round(((await readWal()) - walBefore) / records);
  const unchanged = await measureRun('unchanged');
  await sql`delete from people where id % ${Math.floor(records / gone)} = 0 and id <= ${Math.floor(records / gone) * gone}`;
  const noticing = await measureRun(`${gone.toLocaleString('en')} gone`);
  const removing = await measureRun('removed');

  const different = await sql<{ count: string }[]>`
    select count(*) from people full join copies using (id, name, team) where people.id is null or copies.id is null`;
  const wrong = Number(different[0]?.count);
  const { peakMb } = readMemory(hub.refresh().pids['worker'] ?? 0);
  await close();
  process.stdout.write(
    `${JSON.stringify({
      records,
      gone,
      first_s: first,
      unchanged_s: unchanged,
      noticing_s: noticing,
      removing_s: removing,
      wal_bytes_per_record: walPerRecord,
      worker_peak_mb: peakMb,
      wrong,
    })}\n`,
  );
  if (wrong > 0) process.exitCode = 1;

  /** @returns seconds. */
  async function measureRun(what: string): Promise<number> {
    const started = Date.now();
    const runId = await execute(api, integrationId);
    let run = await readRun(api, runId);
    for (let answeredAt = Date.now(); !isOver(run);) {
      await sleep(250);
      try {
        run = await readRun(api, runId);
        answeredAt = Date.now();
      } catch (error) {
        // A machine that is busy otherwise refuses a request now and then; the run goes on meanwhile.
        if (Date.now() - answeredAt > answerTimeoutMs) throw error;
      }
    }
    if (run.status !== 'succeeded') throw new Error(`${what} ended as ${run.status}: ${JSON.stringify(run.error)}`);
    const seconds = round((Date.parse(run.finished_at ?? '') - started) / 1000);
    const { read, written } = run.counters;
    process.stdout.write(`${what.padEnd(16)} ${String(seconds).padStart(8)} s · ${read} read · ${written} written\n`);
    return seconds;
  }

  /** Bytes since the server was made. */
  async function readWal(): Promise<number> {
    const [row] = await sql<{ bytes: string }[]>`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`;
    return Number(row?.bytes);
  }
} finally {
  await hub.stop();
}
