/**
 * Clients and third parties that mean no good, many at once, against a real hub: its API stays up, answers and takes on
 * little memory, and no answer of a third party restarts a worker.
 *
 * `npm run hostile [-- --connections 10000]`. The last line is JSON; exits 1 when a bar is missed.
 */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readMemory, round } from '../../bench/memory.ts';
import { connectApi } from '../../start/main-job/api-client.ts';
import { isOver } from '../harness/flow.ts';
import { startHubProcess } from '../harness/processes/hub-process.ts';
import { startVendors } from './answers.ts';
import { dripBodies, dripHeaders, flood, pipeline, sitIdle } from './attacks.ts';
import { hostilePeers } from './peers.ts';
import type { Victim } from './raw-client.ts';
import { watch, type Watched } from './watch.ts';

const { values } = parseArgs({ options: { connections: { type: 'string', default: '10000' } } });
const connections = z.coerce.number().int().min(100).parse(values.connections);

/** What the process may take on at most, with a heap of 128 MB. */
const peakMbMax = 500;
const dripping = 500;
const pipelined = 20_000;

const vendors = await startVendors();
const hub = await startHubProcess({ HUB_EGRESS_ALLOW: vendors.addresses });
let passed = false;
try {
  const { facts } = hub;
  const lived = await survive();
  const pid = facts.pids['api'] ?? 0;
  const held = await attack({ port: Number(new URL(facts.api_url).port), pid, key: facts.api_key });
  passed = lived && held;
} finally {
  await hub.stop();
  await vendors.stop().catch(() => undefined);
}
process.exit(passed ? 0 : 1);

/** Whether one worker outlived all that the third parties answered, and every run ended as it should. */
async function survive(): Promise<boolean> {
  const { facts } = hub;
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  const { good, rows, ...hostile } = await vendors.read(api);
  const sockets = await vendors.ask(api);
  const refused = Object.values(hostile).every(({ error }) => error?.code === 'schema_drift');
  const restarts = hub.refresh().pids['worker'] === facts.pids['worker'] ? 0 : 1;
  const ends = Object.entries({ good, rows, ...hostile }).map(([name, run]) => [name, run?.error?.code ?? run?.status]);
  const { peakMb } = readMemory(hub.refresh().pids['worker'] ?? 0);
  say(JSON.stringify({ restarts, worker_peak_mb: peakMb, ends: Object.fromEntries(ends), sockets }));
  const ended = Object.entries(sockets).every(
    ([name, end]) => end === 'schema_drift' || (end !== 'succeeded' && isReadInParts(name)),
  );
  return restarts === 0 && refused && ended && good?.status === 'succeeded' && rows !== undefined && isOver(rows);
}

/** Each part of a file or folder may be late, which is worth a second try. */
function isReadInParts(name: string): boolean {
  return hostilePeers[name]?.connector === 'sftp';
}

async function attack(victim: Victim): Promise<boolean> {
  const idleMb = readMemory(victim.pid).rssMb;
  const seen: Watched<unknown>[] = [];
  const step = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const watched = await watch(victim, work);
    seen.push(watched);
    const { healthy, unhealthy, peakMb } = watched;
    say(`${what.padEnd(48)} health checks ${healthy} good, ${unhealthy} bad; peak ${peakMb} MB`);
    return watched.result;
  };

  const idle = await step(`${connections} idle connections`, () => sitIdle(victim, connections));
  const dripped = await step(`${dripping} dripped headers and ${dripping} bodies`, () =>
    Promise.all([dripHeaders(victim, dripping), dripBodies(victim, dripping)]),
  );
  const answered = await step(`${pipelined} requests in a pipeline`, () => pipeline(victim, pipelined));
  const flooded = await step('500 bodies without an end', () => flood(victim, 500));

  const peakMb = Math.max(...seen.map((watched) => watched.peakMb));
  const unhealthy = seen.reduce((sum, watched) => sum + watched.unhealthy, 0);
  const refused = {
    idle: idle.statuses[408] === connections,
    dripped: dripped.every(({ statuses }) => statuses[408] === dripping),
    pipelined: answered.length < pipelined,
    // The first ones are too large, the rest too many. An answer that meets bytes on their way may be lost to the reset that follows it.
    flooded: flooded.length > 250 && flooded.every(({ status }) => status === 413 || status === 503),
  };
  say(JSON.stringify({ connections, unhealthy, idle_rss_mb: round(idleMb), peak_rss_mb: peakMb, ...refused }));
  return unhealthy === 0 && peakMb <= peakMbMax && Object.values(refused).every(Boolean);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
