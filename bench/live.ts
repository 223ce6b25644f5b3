/**
 * What open dashboards cost: processor of the API and of PostgreSQL, memory of the API, connections to the database, and how
 * long other reads take beside them.
 *
 * `npm run bench:live [-- --streams 200 --seconds 30 --rounds 3]`: one API process on a PostgreSQL of its own, first without
 * streams, then with them at rest, several times; at the end with changes of connections that every one of them hears of. Each
 * time at rest first, then beside reads. The last line is JSON. It exits with 1 where the streams take more memory than they may,
 * or where reads take longer beside them in every round, and with 75 where they do so by no more than reads without streams
 * differ among themselves: this machine is too busy to say.
 */
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import { readAddress } from '../drizzle/address.ts';
import { openDatabase } from '../drizzle/client.ts';
import { createOrganization } from '../services/access/organizations/create-organization.ts';
import { liveStreamsMax } from '../services/live/live-streams.ts';
import { connectApi } from '../start/main-job/api-client.ts';
import { apiFlags } from '../start/processes/node-children.ts';
import { startBarePostgres } from '../test/harness/bare-postgres.ts';
import { createConnection } from '../test/harness/flow.ts';
import { makeApiSettings, pepper, startApiProcess } from '../test/harness/processes/api-process.ts';
import { round } from './memory.ts';
import { type ProcessUse, readProcessTree } from './process-tree.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
  },
});
const streams = z.coerce.number().int().min(1).max(liveStreamsMax.process).parse(values.streams);
const measureMs = z.coerce.number().min(1).parse(values.seconds) * 1000;
const rounds = z.coerce.number().int().min(1).parse(values.rounds);
/** Reads beside the streams: so many a second, one after another. */
const readEveryMs = 20;
const settleMs = 3000;
/** What all streams together may take of the API's memory. */
const moreMemoryMaxMb = 40;
/** How many times as long the 99th percentile of reads may be beside streams at rest. */
const readRatioMax = 1.1;
const changeEveryMs = 1000;

const server = await startBarePostgres();
const settings = await makeApiSettings(server.url('hub_app'));
const api = startApiProcess({ ...settings.env, LOG_LEVEL: 'info', PORT: '0', HOST: '127.0.0.1' }, apiFlags);
let agent = new Agent({ keepAlive: true, maxSockets: Infinity });
let heard = 0;
try {
  const url = `http://127.0.0.1:${await api.findPort()}`;
  const key = await makeOrganization();
  const client = connectApi(url, key, new AbortController().signal);
  const input = { name: 'Feed', service_type: 'cisa_kev', config: {}, credentials: {} };
  await createConnection(client, input);

  // Code is compiled and pools are filled before anything counts.
  await measureReads(url, key);
  const keys = await makeKeys(client);
  const pairs: { without: Measured; atRest: Measured }[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    closeStreams();
    const without = await measure(url, key);
    await openStreams(url, keys);
    pairs.push({ without, atRest: await measure(url, key) });
  }
  const [first] = pairs;
  if (first === undefined) throw new Error('Nothing was measured.');
  const { without, atRest } = first;
  const ratios = pairs.map((pair) =>
    round(pair.atRest.beside_reads.read_p99_ms / pair.without.beside_reads.read_p99_ms, 2),
  );
  const bare = pairs.map((pair) => pair.without.beside_reads.read_p99_ms);
  const bareRatio = round(Math.max(...bare) / Math.min(...bare), 2);
  const before = heard;
  const changing = new AbortController();
  const changes = change(() => createConnection(client, input), changing.signal);
  const notified = await measure(url, key);
  changing.abort();
  await changes;
  const moreMb = atRest.memory_mb - without.memory_mb;
  const held = {
    memory_kb_per_stream: round((moreMb * 1024) / streams),
    more_memory_mb: round(moreMb),
    more_memory_max_mb: moreMemoryMaxMb,
    more_database_connections: atRest.database_connections - without.database_connections,
    read_p99_ratios: ratios,
    read_p99_ratio_max: readRatioMax,
    read_p99_ratio_without: bareRatio,
  };
  const least = Math.min(...ratios);
  if (moreMb > moreMemoryMaxMb || least > Math.max(readRatioMax, bareRatio)) process.exitCode = 1;
  else if (least > readRatioMax) {
    console.log('This machine is too busy to judge what reads take. Try again when it rests.');
    process.exitCode = 75;
  }
  process.stdout.write(
    `${JSON.stringify({ streams, without, at_rest: atRest, notified: { ...notified, lines: heard - before }, held })}\n`,
  );
} finally {
  agent.destroy();
  await api.stop();
  await server.stop();
  await settings.remove();
}
process.exit();

async function makeOrganization(): Promise<string> {
  const database = openDatabase(server.url('hub_app'), { role: 'hub_app', max: 1 });
  const { api_key: key } = await createOrganization({ database, pepper, name: 'Bench' });
  await database.close();
  return key;
}

/** Each caller may open a few streams: as many keys as that takes. */
function makeKeys(client: ReturnType<typeof connectApi>): Promise<string[]> {
  const count = Math.ceil(streams / liveStreamsMax.caller);
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const body = { name: `Dashboard ${index}`, scopes: ['runs:read'] };
      return (await client.call('POST', '/api-keys', z.object({ secret: z.string() }), body)).secret;
    }),
  );
}

async function openStreams(url: string, keys: readonly string[]): Promise<void> {
  for (const [index, key] of keys.entries()) {
    const count = Math.min(liveStreamsMax.caller, streams - index * liveStreamsMax.caller);
    await Promise.all(Array.from({ length: count }, () => openStream(url, key)));
  }
}

function closeStreams(): void {
  agent.destroy();
  agent = new Agent({ keepAlive: true, maxSockets: Infinity });
}

async function openStream(url: string, key: string): Promise<void> {
  const request = get(`${url}/v1/live`, { agent, headers: { authorization: `Bearer ${key}` } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  if (response?.statusCode !== 200) throw new Error(`A stream was refused with ${response?.statusCode}.`);
  response.on('error', () => undefined);
  response.on('data', (data: Buffer) => (heard += data.toString().split('\n').length - 1));
  await once(response, 'data');
}

async function change(act: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await act();
    await sleep(changeEveryMs);
  }
}

/** Processor, memory and connections at rest, then beside reads. */
async function measure(url: string, key: string): Promise<Measured> {
  await sleep(settleMs);
  const atRest = await measureProcessors(() => sleep(measureMs));
  const beside = await measureReads(url, key);
  return {
    ...atRest,
    memory_mb: round(readUses().memoryMb),
    database_connections: await countConnections(),
    beside_reads: beside,
  };
}

/** How long reads take, one after another, and what they cost. */
async function measureReads(url: string, key: string): Promise<Beside> {
  const times: number[] = [];
  const processors = await measureProcessors(async () => {
    const began = performance.now();
    while (performance.now() - began < measureMs) {
      const sent = performance.now();
      const response = await fetch(`${url}/v1/connections?per_page=20`, {
        headers: { authorization: `Bearer ${key}` },
      });
      await response.arrayBuffer();
      times.push(performance.now() - sent);
      await sleep(readEveryMs);
    }
  });
  times.sort((a, b) => a - b);
  const at = (part: number): number => round(times[Math.floor(times.length * part)] ?? 0, 2);
  return { ...processors, read_p50_ms: at(0.5), read_p99_ms: at(0.99) };
}

interface Processors {
  api_cpu_percent: number;
  postgres_cpu_percent: number;
}

interface Beside extends Processors {
  read_p50_ms: number;
  read_p99_ms: number;
}

interface Measured extends Processors {
  memory_mb: number;
  database_connections: number;
  beside_reads: Beside;
}

async function measureProcessors(act: () => Promise<void>): Promise<Processors> {
  const before = readUses();
  const began = performance.now();
  await act();
  const after = readUses();
  const tookMs = performance.now() - began;
  const percent = (ms: number): number => round((ms / tookMs) * 100, 2);
  return {
    api_cpu_percent: percent(after.apiMs - before.apiMs),
    // One that ended meanwhile takes with it what it used.
    postgres_cpu_percent: percent(
      after.postgres.reduce(
        (sum, { pid, cpuMs }) => sum + cpuMs - (before.postgres.find((one) => one.pid === pid)?.cpuMs ?? 0),
        0,
      ),
    ),
  };
}

function readUses(): { apiMs: number; memoryMb: number; postgres: readonly ProcessUse[] } {
  const [own] = readProcessTree(api.pid);
  const servers = readProcessTree(process.pid).filter(({ command }) => command.includes('postgres'));
  if (servers.length === 0) throw new Error('No process of PostgreSQL descends from this one.');
  return {
    apiMs: own?.cpuMs ?? 0,
    memoryMb: own?.pssMb ?? 0,
    postgres: servers,
  };
}

/** Of all roles, this question's own left out. */
async function countConnections(): Promise<number> {
  const { url, ...socket } = readAddress(server.url('postgres'));
  const sql = postgres(url, { ...socket, max: 1 });
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await sql.end();
  return row?.count ?? 0;
}
