/**
 * Every class of flow at work while processes are killed and stand still: nothing may be lost, doubled or wrong, and work
 * goes on soon.
 *
 * `npm run chaos [-- --seed 1 --kills 30 --only worker,backend --plant doubled]`. Sources and targets are servers of their own, which keep count
 * of every write. Meanwhile runs are canceled and retried, tokens change, integrations are deactivated and activated, and
 * signed deliveries arrive. The last line is JSON; exits 1 when a bar is missed. `--plant` makes the target betray the hub,
 * to see the judge notice: `doubled`, `lost`, `wrong`.
 *
 * `npm run chaos -- --flow [--kills 20 --seed 1 --lose-temporal]`: one flow instead, with loops, branches, waits, approvals,
 * callbacks and undo, whose targets' journals are compared with what must have become of each item. `--lose-temporal`:
 * half-way, everything is killed, and the folder of Temporal emptied.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { makeTestFolder, removeOldTestFolders } from '../harness/test-folders.ts';
import { experiment, type Evidence } from './experiment.ts';
import { type HubKeeper, keepHub } from './faults/hub-keeper.ts';
import { victims } from './faults/plan-strikes.ts';
import { keepSpareWorker } from './faults/spare-worker.ts';
import { concludeJoiners } from './joiners/conclude-joiners.ts';
import { experimentJoiners } from './joiners/experiment-joiners.ts';
import type { Finding } from './judge/evidence.ts';
import { judgeFlow, listMissed, sumUp } from './judge/judge.ts';
import { countRepeats } from './judge/judge-repeats.ts';
import { readJournal } from './targets/journal.ts';
import { plants } from './targets/planted-faults.ts';
import { startSqlTarget } from './targets/sql-target.ts';
import { startWorld } from './targets/start-world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '30' },
    only: { type: 'string' },
    plant: { type: 'string' },
    flow: { type: 'boolean', default: false },
    'lose-temporal': { type: 'boolean', default: false },
  },
});
const number = z.coerce.number().int();
const seed = number.min(0).parse(values.seed);
const kills = number.min(0).max(500).parse(values.kills);
// A flow is judged by what happened, not by every field of it.
const plant = z
  .enum(values.flow ? plants.slice(0, 2) : plants)
  .optional()
  .parse(values.plant);
const only = values.only === undefined ? undefined : z.array(z.enum(victims)).min(1).parse(values.only.split(','));
const findingsShown = 40;
/** Whatever hangs, the verdict comes. */
const limitMs = 300_000 + kills * 60_000;

await removeOldTestFolders();
const folder = makeTestFolder();
const closers: (() => Promise<void>)[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1));
try {
  const missed = await run();
  await end(missed.length === 0 ? 0 : 1);
} catch (error) {
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
  await end(1);
}

async function run(): Promise<string[]> {
  const journalFile = join(folder, 'journal.ndjson');
  writeFileSync(journalFile, '');
  const world = await startWorld(journalFile, plant);
  closers.push(world.stop);
  const sql = await startSqlTarget();
  closers.push(sql.stop);
  const dataDir = join(folder, 'hub');
  const hub = await keepHub(dataDir, { HUB_EGRESS_ALLOW: `127.0.0.1:${world.port},127.0.0.1:${sql.port}` });
  closers.push(hub.stop);
  const spare = keepSpareWorker(hub.facts);
  closers.push(spare.stop);
  const journal = readJournal(journalFile);
  const stage = { hub, spare, world, sql, journal, say };
  if (values.flow) {
    const loseTemporalOf = values['lose-temporal'] ? dataDir : undefined;
    return concludeJoiners(await experimentJoiners(stage, { seed, kills, loseTemporalOf }), { seed, say });
  }
  return conclude(await Promise.race([experiment(stage, { seed, kills, only }), expire(hub)]));
}

function conclude({ flows, strikes, resumed, findings: seen }: Evidence): string[] {
  const findings = [...seen, ...flows.flatMap((flow) => judgeFlow(flow, strikes))];
  for (const flow of flows) {
    const { runs, quiets, effects } = flow;
    const repeats = `${countRepeats(flow)} identical repeats`;
    say(`${flow.flow}: ${runs.length} runs, ${quiets.length} canceled; ${effects.length} writes, ${repeats}.`);
  }
  for (const { kind, flow, message } of findings.slice(0, findingsShown)) say(`✗ ${kind} (${flow}): ${message}`);
  if (findings.length > findingsShown) say(`… and ${findings.length - findingsShown} more.`);
  const verdict = sumUp(findings, { resumed, kills: strikes.length, seed });
  const missed = listMissed(verdict);
  if (missed.length > 0) say(`Missed: ${missed.join(', ')}.`);
  say(JSON.stringify(verdict));
  return missed;
}

/** Ends everything that was started, the hub first. */
async function end(code: number): Promise<void> {
  for (const close of closers.splice(0).toReversed()) await close().catch((error: unknown) => say(String(error)));
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}

async function expire(hub: HubKeeper): Promise<Evidence> {
  await new Promise((resolve) => setTimeout(resolve, limitMs).unref());
  const message = `It did not come to an end within ${limitMs / 1000} s. ${hub.failedStarts.join('\n')}`;
  const stuck: Finding = { kind: 'stuck', flow: 'chaos', message };
  return { flows: [], strikes: [], resumed: [], findings: [stuck] };
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
