/**
 * Reads and maps pages of people one ahead, as a segment does, and tells how often the old generation was collected
 * meanwhile: `node test/harness/read-pages.ts PAGES`.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { GCProfiler } from 'node:v8';
import { connector } from '../../connectors/http/index.ts';
import { systemClock } from '../../core/clock.ts';
import type { Json } from '../../core/json.ts';
import { noTracer } from '../../core/telemetry/tracing.ts';
import { compilePlan } from '../../engine/compile.ts';
import { preparePage } from '../../engine/stages/prepare-page.ts';
import { CallIncidents } from '../../sessions/call-incidents.ts';
import { traceSession } from '../../sessions/trace-session.ts';
import { peopleMapping } from './flow.ts';
import { openTestSession } from './http-session.ts';
import { startRecordServer } from './servers/start-record-server.ts';

const pages = Number(process.argv[2]);
const pageSize = 1000;

const server = await startRecordServer(pages * pageSize, pageSize);
try {
  const given = { config: { base_url: server.url }, allow: [`127.0.0.1:${server.port}`] };
  const session = traceSession(openTestSession(connector, given), connector.id, noTracer);
  const options = { pagination: { kind: 'page', parameter: 'page' }, page_size: pageSize };
  const source = session.openSource({ object: 'records', options });
  const compiled = compilePlan({
    definition: {
      concurrency: 'queue',
      source: { connection_id: 'a', object: 'records' },
      target: { connection_id: 'b', object: 'people', operation: 'upsert', match_on: ['id'] },
      mapping: peopleMapping,
    },
    source: { key: ['id'], operations: { list: {} } },
    target: { operations: { upsert: { idempotency: 'natural', identity: 'match' } } },
    namespace: 'int',
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  const plan = compiled.planFor({ now: 0 });
  const read = (cursor: Json) => preparePage(plan, { source }, cursor, new AbortController().signal);
  const profiler = new GCProfiler();
  profiler.start();
  const records = await new CallIncidents(systemClock).collect(async () => {
    let count = 0;
    for (let ahead = read(null); ;) {
      const { candidates, next } = await ahead;
      count += candidates.length;
      if (next === undefined) return count;
      ahead = read(next);
      // What comparing and checkpointing take.
      await sleep(5);
    }
  });
  const collections = profiler.stop()?.statistics.filter(({ gcType }) => gcType === 'MarkSweepCompact').length;
  process.stdout.write(JSON.stringify({ records, collections }));
} finally {
  server.stop();
}
process.exit();
