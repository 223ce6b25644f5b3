/**
 * Records the histories that `replay.test.ts` replays: `node test/histories/record.ts`.
 *
 * Needed when the workflow changes on purpose; old files stay as long as runs that began under them may still be at work.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { connectApi } from '../../start/main-job/api-client.ts';
import { connectToSource, connectToTarget, createPeopleFlow, createTargetDatabase, execute, isOver, pagedRecords, peopleColumns, readRun } from '../harness/flow.ts';
import { readHistory } from '../harness/histories.ts';
import { startHubProcess } from '../harness/processes/hub-process.ts';
import { startRecordServer } from '../harness/servers/start-record-server.ts';

/** Slow enough that the run goes on beyond its first stretch. */
const slow = await startRecordServer(80, 1, 100);
const hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${slow.port}` });
try {
  const api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
  const target = await createTargetDatabase(hub.facts.database_url, 'histories');
  await target.sql.unsafe(`create table people (${peopleColumns}); alter table people owner to histories`);
  const source = await connectToSource(api, slow.url);
  const table = await connectToTarget(api, target);
  const broken = await connectToTarget(api, { ...target, credentials: { ...target.credentials, password: 'wrong' } });
  const short = { source, target: table, from: { object: 'one' } };
  const long = { source, target: table, from: pagedRecords() };

  await record('first-stretch', await execute(api, await createPeopleFlow(api, 'short', short)));
  await record('failed-workflow', await execute(api, await createPeopleFlow(api, 'failed', { ...short, target: broken })));
  await record('segments', await execute(api, await createPeopleFlow(api, 'long', long)));
  const canceled = await execute(api, await createPeopleFlow(api, 'canceled', long));
  await sleep(6500);
  await api.call('POST', `/runs/${canceled}/cancel`, z.object({ id: z.string() }));
  // `canceled.json` is of a workflow that did not wait for the end of its segment.
  await record('canceled-at-the-end', canceled);
  await target.close();

  async function record(name: string, runId: string): Promise<void> {
    while (!isOver(await readRun(api, runId))) await sleep(100);
    // The workflow's last event follows the row by a moment.
    await sleep(1000);
    const text = JSON.stringify(await readHistory(hub.facts.temporal_address, runId), undefined, 1);
    // Workers are named after their process and machine, and stack traces hold its paths; replays look at neither.
    const anonymous = text
      .replace(/"(identity|stickyQueue|name)": "\d+@[^"]*"/g, '"$1": "worker"')
      .replace(/"stackTrace": "(?:[^"\\]|\\.)*"/g, '"stackTrace": ""');
    writeFileSync(join(import.meta.dirname, `${name}.json`), `${anonymous}\n`);
  }
} finally {
  await hub.stop();
  slow.stop();
}
process.exit();
