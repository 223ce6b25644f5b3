/**
 * Schedules that are all due at one moment, on a whole hub: how long until each has its tick and its run.
 *
 * `npm run bench:schedules [-- --schedules 500]`. The last line is JSON: how many were due, how many have exactly one run, and
 * by how many seconds the last one was late. Exits 1 when one was lost or doubled, or was later than 20 s.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import { connectApi } from '../start/main-job/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createTargetDatabase,
  peopleColumns,
  peopleMapping,
} from '../test/harness/flow.ts';
import { startHubProcess } from '../test/harness/processes/hub-process.ts';
import { startRecordServer } from '../test/harness/servers/start-record-server.ts';
import { round } from './memory.ts';

const { values } = parseArgs({ options: { schedules: { type: 'string', default: '500' } } });
const count = z.coerce.number().int().min(1).parse(values.schedules);
const lateMaxSeconds = 20;
const timeoutMs = 180_000;
const made = z.object({ id: z.string() });

const source = await startRecordServer(1, 1);
const hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}` });
const admin = postgres(hub.facts.database_url, { max: 1 });
let passed = false;
try {
  await addSchedules();
  passed = await measure();
} finally {
  await admin.end();
  await hub.stop();
  source.stop();
}
process.exit(passed ? 0 : 1);

/** Integrations of their own, each with a schedule that comes once a day, half a day from now. */
async function addSchedules(): Promise<void> {
  const api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
  const target = await createTargetDatabase(hub.facts.database_url, 'bench');
  const [sourceId, targetId] = [await connectToSource(api, source.url), await connectToTarget(api, target)];
  await target.sql.unsafe(`create table if not exists people (${peopleColumns})`);
  await target.sql.unsafe('alter table people owner to bench');
  for (let n = 0; n < count; n += 1) {
    const { id } = await api.call('POST', '/integrations', made, {
      name: `scheduled ${n}`,
      source: { connection_id: sourceId, key: ['id'], object: 'one' },
      target: { connection_id: targetId, object: 'people', operation: 'upsert', match_on: ['id'] },
      mapping: peopleMapping,
      triggers: [{ type: 'schedule', every: '1d', starts_at: new Date(Date.now() + 43_200_000).toISOString() }],
    });
    await api.call('POST', `/integrations/${id}/activate`, made);
  }
  await target.close();
}

/** Lets all of them be due, as if their time had come now. */
async function measure(): Promise<boolean> {
  const dueAt = new Date(Date.now() - 1000).toISOString();
  await admin`
    update schedules set trigger = trigger || ${admin.json({ starts_at: dueAt })}, next_due_at = now(),
      accounted_until = now() - interval '1 minute'`;
  const [{ began } = { began: '' }] = await admin<{ began: string }[]>`select clock_timestamp()::text as began`;
  const until = Date.now() + timeoutMs;
  let state = await readState(began);
  while (Date.now() < until && (state.ticks < count || state.ended < count)) {
    await sleep(500);
    state = await readState(began);
  }
  process.stdout.write(`runs ended: ${state.ended}, the last one ${round(state.ended_s)} s after its time\n`);
  process.stdout.write(`${JSON.stringify({ due: count, accounted: state.once, late_max_s: round(state.late_s) })}\n`);
  return state.once === count && state.ticks === count && state.late_s <= lateMaxSeconds;
}

interface State {
  ticks: number;
  /** Schedules with one tick and one run. */
  once: number;
  /** Of the run that began last. */
  late_s: number;
  ended: number;
  ended_s: number;
}

async function readState(began: string): Promise<State> {
  const [state] = await admin<State[]>`
    with counted as (
      select s.workflow_id, count(distinct t.id) as ticks, count(distinct r.id) as runs, max(r.started_at) as last
      from schedules s
      left join schedule_ticks t on t.org_id = s.org_id and t.workflow_id = s.workflow_id and t.status = 'ran'
      left join runs r on r.org_id = s.org_id and r.workflow_id = s.workflow_id
      group by s.workflow_id
    )
    select coalesce(sum(ticks), 0)::int as ticks, count(*) filter (where ticks = 1 and runs = 1)::int as once,
      coalesce(greatest(extract(epoch from max(last) - ${began}::timestamptz), 0), 0)::float8 as late_s,
      (select count(*)::int from runs where trigger = 'schedule' and finished_at is not null) as ended,
      (select coalesce(extract(epoch from max(finished_at) - ${began}::timestamptz), 0)::float8 from runs where trigger = 'schedule') as ended_s
    from counted`;
  if (state === undefined) throw new Error('The database answered nothing.');
  return state;
}
