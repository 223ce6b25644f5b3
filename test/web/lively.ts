import postgres from 'postgres';
import { createHubClient } from '../../client/index.ts';
import { toUuid } from '../../core/ids.ts';
import { readAddress } from '../../drizzle/address.ts';
import { makePeople } from '../harness/people.ts';
import { makeAndRun, type Scene } from './scene.ts';

const hourMs = 3_600_000;

/** Integrations of a team, by how many hours lie between their runs and how often one of them goes wrong. */
const flows = [
  { name: 'BambooHR to Okta', everyHours: 1, records: 412, failsEvery: 9 },
  { name: 'Okta groups to GitHub teams', everyHours: 2, records: 96, failsEvery: 0 },
  { name: 'Payroll changes to NetSuite', everyHours: 4, records: 1240, failsEvery: 4 },
  { name: 'Devices to the asset register', everyHours: 3, records: 2718, failsEvery: 0 },
  { name: 'Leavers to the service desk', everyHours: 6, records: 14, failsEvery: 3 },
] as const;

/** Makes a hub look as after a day of work: systems with names, schedules ahead, and the runs of the last day. */
export async function makeLively(scene: Scene): Promise<void> {
  const { hub, good } = scene;
  const client = createHubClient({ baseUrl: scene.url, apiKey: scene.key });
  await client.call('patchConnection', { params: { id: hub.sourceId }, body: { name: 'People of the HR system' } });
  await client.call('patchConnection', { params: { id: hub.targetId }, body: { name: 'Directory database' } });
  hub.source.records = makePeople(40);
  await withDatabase(scene, async (sql) => {
    for (const [index, flow] of flows.entries()) {
      const { integration, run } = await makeAndRun(hub, flow.name);
      const next = new Date(Date.now() + (index + 2) * hourMs).toISOString();
      await client.call('patchIntegration', {
        params: { id: integration },
        body: { triggers: [{ type: 'schedule', every: 'daily', at: next.slice(11, 16), timezone: 'UTC' }] },
      });
      await copyRuns(sql, { run, ...flow, minute: 7 * index });
    }
    await copyRuns(sql, { run: good.run, everyHours: 5, records: 120, failsEvery: 0, minute: 31 });
  });
}

/** Copies of a run that ended, one for each minute before it. */
export async function addRuns(scene: Scene, count: number): Promise<void> {
  await withDatabase(scene, async (sql) => {
    await sql`
      insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, read, created, queued_at,
        started_at, finished_at, created_at, updated_at)
      select org_id, uuidv7(-n * interval '1 minute'), integration_id, workflow_id, revision, trigger, status, options, n, n,
        queued_at - n * interval '1 minute', started_at - n * interval '1 minute', finished_at - n * interval '1 minute',
        created_at - n * interval '1 minute', updated_at - n * interval '1 minute'
      from runs, generate_series(1, ${count}::int) as n where id = ${toUuid('run', scene.good.run) ?? ''}`;
    await sql`analyze runs`;
  });
}

async function withDatabase({ hub }: Scene, act: (sql: postgres.Sql) => Promise<void>): Promise<void> {
  const { url, ...socket } = readAddress(hub.facts.database_url);
  const sql = postgres(url, { ...socket, max: 1, onnotice: () => undefined });
  try {
    await act(sql);
  } finally {
    await sql.end();
  }
}

/** Copies of a run over the day before it. */
async function copyRuns(
  sql: postgres.Sql,
  {
    run,
    everyHours,
    records,
    failsEvery,
    minute,
  }: { run: string; everyHours: number; records: number; failsEvery: number; minute: number },
): Promise<void> {
  await sql`
    insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, read, created, updated,
      skipped, failed, queued_at, started_at, finished_at, created_at, updated_at)
    select org_id, uuidv7(-back), integration_id, workflow_id, revision, 'schedule',
      case when went_wrong then 'partially_succeeded' else 'succeeded' end, options, records, records / 20, records / 8,
      records - records / 20 - records / 8 - failed_records, failed_records, at, at + interval '400 ms', at + took, at, at + took
    from runs,
      lateral (
        select n, make_interval(hours => ${everyHours}::int * n, mins => ${minute}::int) as back,
          ${records}::int + n * 3 as records, ${failsEvery}::int > 0 and n % greatest(${failsEvery}::int, 1) = 0 as went_wrong
        from generate_series(1, 23 / ${everyHours}::int) as n
      ) as hours,
      lateral (
        select queued_at - back as at, make_interval(secs => 0.9 + records / 300.0) as took,
          case when went_wrong then 3 else 0 end as failed_records
      ) as made
    where id = ${toUuid('run', run) ?? ''}`;
}
