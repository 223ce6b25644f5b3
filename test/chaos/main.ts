/**
 * One run of many records while processes are killed with SIGKILL: nothing may be lost, nothing written twice.
 *
 * `npm run chaos [-- --seed 1 --kills 7 --records 100000]`. Of the kills, one is PostgreSQL and one the Temporal server;
 * the others are the worker. The last line is JSON; exits 1 when a bar is missed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { connectApi } from '../../start/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createPeopleFlow,
  createTargetDatabase,
  execute,
  isOver,
  pagedRecords,
  readRun,
} from '../harness/flow.ts';
import { startHubProcess } from '../harness/hub-process.ts';
import { startRecordServer } from '../harness/start-record-server.ts';
import { countRereads, planKills, type Victim } from './plan-kills.ts';
import { checkTarget, prepareTarget } from './target-oracle.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '7' },
    records: { type: 'string', default: '100000' },
  },
});
const number = z.coerce.number().int();
const seed = number.parse(values.seed);
const kills = number.min(0).max(100).parse(values.kills);
const records = number.min(1000).parse(values.records);
const pageSize = 1000;
/** Slow enough that kills fall into the run, wherever the machine is fast. */
const pageDelayMs = 20;
/** A page at work and one read ahead. */
const rereadPagesMax = 2;
const runTimeoutMs = 120_000 + kills * 60_000;

const source = await startRecordServer(records, pageSize, pageDelayMs);
const hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${source.port}` });
let passed = false;
try {
  passed = await attack();
} finally {
  await hub.stop();
  source.stop();
}
process.exit(passed ? 0 : 1);

async function attack(): Promise<boolean> {
  const { facts } = hub;
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  const target = await createTargetDatabase(facts.database_url, 'chaos');
  await prepareTarget(target.sql);
  const integrationId = await createPeopleFlow(api, 'chaos', {
    source: await connectToSource(api, source.url),
    target: await connectToTarget(api, target),
    from: pagedRecords(pageSize),
  });

  await source.forgetRequests();
  const started = performance.now();
  const runId = await execute(api, integrationId);
  let rereadPagesMaxSeen = 0;
  let rereadsBefore = 0;
  for (const { victim, atPage } of planKills(seed, kills, records / pageSize)) {
    await waitForPage(atPage);
    await kill(victim);
    say(`killed ${victim} after page ${atPage}`);
    await waitForPage(atPage + rereadPagesMax + 1);
    const rereads = countRereads(await source.requests());
    rereadPagesMaxSeen = Math.max(rereadPagesMaxSeen, rereads - rereadsBefore);
    rereadsBefore = rereads;
  }
  const run = await waitForEnd(runId);
  const { lost, doubled } = await checkTarget(target.sql, records);
  await target.close();
  say(`${run.status} after ${((performance.now() - started) / 1000).toFixed(1)} s: ${JSON.stringify(run.counters)}`);
  const counted = run.status === 'succeeded' && run.counters.created === records && run.counters.read === records;
  if (!counted) say('The run does not count what it moved.');
  process.stdout.write(
    `${JSON.stringify({ lost, doubled, reread_pages_max: rereadPagesMaxSeen, kills, seed, counters_exact: counted })}\n`,
  );
  return counted && lost === 0 && doubled === 0 && rereadPagesMaxSeen <= rereadPagesMax;

  /** Waits until the source was asked for a page, or for the last one. */
  async function waitForPage(page: number): Promise<void> {
    const wanted = Math.min(page, records / pageSize);
    const deadline = performance.now() + runTimeoutMs;
    while (performance.now() < deadline) {
      if (Object.keys(await source.requests()).some((asked) => Number(asked) >= wanted)) return;
      await sleep(5);
    }
    throw new Error(`Page ${wanted} was never asked for.`);
  }

  async function waitForEnd(id: string): Promise<Awaited<ReturnType<typeof readRun>>> {
    const deadline = performance.now() + runTimeoutMs;
    while (performance.now() < deadline) {
      const current = await readRun(api, id).catch(() => undefined);
      if (current !== undefined && isOver(current)) return current;
      await sleep(100);
    }
    throw new Error('The run does not end.');
  }
}

async function kill(victim: Victim): Promise<void> {
  const pid = hub.refresh().pids[victim];
  if (pid === undefined) throw new Error(`There is no ${victim}.`);
  process.kill(pid, 'SIGKILL');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
