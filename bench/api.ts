/**
 * The API's hot paths beside bare routes that send the same statements, on one PostgreSQL, in one run.
 *
 * Both are served by as many processes as the machine has cores, as operators would: one uses one core.
 *
 * `npm run bench:api [-- --seconds 5 --only get,list --processes 2]`. No worker runs: what is accepted stays in the outbox. The last line is JSON;
 * exits 1 when an answer was an error.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import postgres from 'postgres';
import { z } from 'zod';
import { newUuid, toId, toUuid } from '../core/ids.ts';
import { readAddress } from '../drizzle/address.ts';
import { openDatabase } from '../drizzle/client.ts';
import { createOrganization } from '../services/access/organizations/create-organization.ts';
import { connectApi } from '../start/main-job/api-client.ts';
import { apiFlags } from '../start/processes/node-children.ts';
import { makeApiSettings, pepper, startApiProcess } from '../test/harness/processes/api-process.ts';
import { startBarePostgres } from '../test/harness/bare-postgres.ts';
import { createConnection } from '../test/harness/flow.ts';
import type { Figures, Task } from './api-load.ts';
import { round } from './memory.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    flags: { type: 'string', default: '' },
    processes: { type: 'string', default: String(availableParallelism()) },
    only: { type: 'string', default: 'get,list,execute,create' },
  },
});
const seconds = z.coerce.number().min(0.5).parse(values.seconds);
const processes = z.coerce.number().int().min(1).max(10).parse(values.processes);
const only = values.only.split(',');
/** For Node itself, in the API's process: `--flags=--cpu-prof` shows where its time goes. */
const flags = values.flags.split(' ').filter((flag) => flag !== '');

const connections = Math.ceil(50 / processes) * processes;
/** Until the rate is steady: a moment with 50 new connections is another measurement. */
const leadSeconds = 0.5;
const connectionRows = 1000;
const pageSize = 20;
/** No server of this kind accepts more a second on two cores; each run needs an integration whose turn is free. */
const executesPerSecondMax = 4000;
const operationName = z.enum(['get', 'list', 'create', 'execute']);
const ratioMin = 0.5;
/** What a read may take at the most, of what the bare route does in the same run. */
const readP99RatioMax = 1.6;

const server = await startBarePostgres();
const settings = await makeApiSettings(server.url('hub_app'));
const hubs = forEachProcess(() => startApiProcess({ ...settings.env, LOG_LEVEL: 'info' }, [...apiFlags, ...flags]));
const loader = fork(fileURLToPath(new URL('./api-load.ts', import.meta.url)));
const bares: ChildProcess[] = [];
let passed = false;
try {
  passed = await compare();
} finally {
  for (const bare of bares) bare.kill('SIGTERM');
  loader.kill('SIGTERM');
  await Promise.all(hubs.map((hub) => hub.stop()));
  await server.stop();
  await settings.remove();
}
process.exit(passed ? 0 : 1);

interface Operation {
  name: z.infer<typeof operationName>;
  method: 'GET' | 'POST';
  /** For the hub and for the bare routes, which know ids as the database does. */
  paths: { hub: readonly string[]; bare: readonly string[] };
  body?: string;
  once?: boolean;
}

interface Pair {
  hub: Figures;
  bare: Figures;
}

async function compare(): Promise<boolean> {
  const hubUrls = await Promise.all(hubs.map(async (hub) => toUrl(await hub.findPort())));
  const { operations, key, orgId } = await prepare(hubUrls[0] ?? '');
  const urls = {
    hub: hubUrls,
    bare: await Promise.all(forEachProcess(() => startBare(orgId))),
  };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const results: Partial<Record<Operation['name'], Pair>> = {};
  for (const operation of operations.filter(({ name }) => only.includes(name))) {
    const { name } = operation;
    results[name] = await measureBoth(operation, urls, headers);
    show(`bare ${name}`, results[name].bare);
    show(`hub ${name}`, results[name].hub);
  }
  return report(results);
}

/** In the order a, b, b, a, so that both meet the machine and the growing tables in the same state. */
async function measureBoth(
  operation: Operation,
  urls: Record<'hub' | 'bare', readonly string[]>,
  headers: Task['headers'],
): Promise<Pair> {
  const parts: Record<'hub' | 'bare', Figures[]> = { hub: [], bare: [] };
  const order = ['bare', 'hub', 'bare', 'hub', 'hub', 'bare'] as const;
  for (const [turn, side] of order.entries()) {
    const isWarmUp = turn < 2;
    const paths = operation.paths[side];
    const share = Math.ceil(paths.length / 3);
    const figures = await load({
      urls: urls[side],
      method: operation.method,
      headers,
      paths:
        operation.once === true ? paths.slice(parts[side].length * share, (parts[side].length + 1) * share) : paths,
      once: operation.once === true,
      body: operation.body,
      connections,
      leadSeconds,
      seconds: isWarmUp ? Math.min(seconds / 2, 1) : seconds / 2,
    });
    parts[side].push(figures);
  }
  return { hub: join(parts.hub.slice(1)), bare: join(parts.bare.slice(1)) };
}

/** @returns its address. */
async function startBare(orgId: string): Promise<string> {
  const script = fileURLToPath(new URL('./bare-api.ts', import.meta.url));
  const bare = spawn(process.execPath, [script, server.url('hub_app'), orgId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  bares.push(bare);
  const [line] = await once(createInterface(bare.stdout), 'line');
  return toUrl(z.coerce.number().parse(line));
}

function toUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function forEachProcess<T>(make: () => T): T[] {
  return Array.from({ length: processes }, make);
}

async function load(task: Task): Promise<Figures> {
  loader.send(task);
  const [figures] = await once(loader, 'message');
  return figures as Figures;
}

function join(parts: readonly Figures[]): Figures {
  const sum = (of: (part: Figures) => number): number => parts.reduce((total, part) => total + of(part), 0);
  return {
    answers: sum(({ answers }) => answers),
    errors: sum(({ errors }) => errors),
    elapsed: sum(({ elapsed }) => elapsed),
    times: parts.flatMap(({ times }) => times).toSorted((a, b) => a - b),
  };
}

/** Of all answers, so many took no longer; in ms. */
function percentile({ times }: Figures, part: number): number {
  return times[Math.floor(times.length * part)] ?? 0;
}

async function prepare(url: string): Promise<{ operations: Operation[]; key: string; orgId: string }> {
  const database = openDatabase(server.url('hub_app'), { role: 'hub_app', max: 1 });
  const { api_key: key, organization_id: organization } = await createOrganization({ database, pepper, name: 'Bench' });
  await database.close();
  const api = connectApi(url, key, new AbortController().signal);
  const input = { name: 'Feed', service_type: 'cisa_kev', config: {}, credentials: {} };
  const ids: string[] = [];
  while (ids.length < connectionRows) {
    ids.push(...(await Promise.all(Array.from({ length: 20 }, () => createConnection(api, input)))));
  }
  const orgId = toUuid('organization', organization) ?? '';
  const integrations = await addIntegrations(orgId, Math.ceil((seconds + 2 * leadSeconds) * 2 * executesPerSecondMax));
  const half = integrations.length / 2;
  const pages = Array.from({ length: connectionRows / pageSize }, (_, page) => `page=${page + 1}&per_page=${pageSize}`);
  const operations: Operation[] = [
    {
      name: 'get',
      method: 'GET',
      paths: {
        hub: ids.map((id) => `/v1/connections/${id}`),
        bare: ids.map((id) => `/connections/${toUuid('connection', id)}`),
      },
    },
    {
      name: 'list',
      method: 'GET',
      paths: { hub: pages.map((page) => `/v1/connections?${page}`), bare: pages.map((page) => `/connections?${page}`) },
    },
    {
      name: 'execute',
      method: 'POST',
      once: true,
      body: '{}',
      paths: {
        hub: integrations.slice(0, half).map((id) => `/v1/integrations/${toId('integration', id)}/execute`),
        bare: integrations.slice(half).map((id) => `/integrations/${id}/execute`),
      },
    },
    // Last: it changes what is listed.
    {
      name: 'create',
      method: 'POST',
      body: JSON.stringify(input),
      paths: { hub: ['/v1/connections'], bare: ['/connections'] },
    },
  ];
  return { operations, key, orgId };
}

/** Straight into the tables: an integration has one run at a time, so thousands are needed. */
async function addIntegrations(orgId: string, count: number): Promise<string[]> {
  const { url, ...socket } = readAddress(server.url('postgres'));
  const sql = postgres(url, { ...socket, max: 1, onnotice: () => undefined });
  const ids = Array.from({ length: count }, () => newUuid());
  await sql`
    insert into integrations (org_id, id, name, status, revision, active_revision)
    select ${orgId}, id, 'Bench', 'inactive', 1, 1 from unnest(${ids}::uuid[]) as id`;
  await sql`
    insert into workflows (org_id, id, integration_id, trigger_key, type, status)
    select ${orgId}, gen_random_uuid(), id, 'manual', 'manual', 'inactive' from unnest(${ids}::uuid[]) as id`;
  await sql.unsafe('vacuum analyze');
  await sql.end();
  return ids;
}

function report(results: Partial<Record<Operation['name'], Pair>>): boolean {
  const ratio = (name: Operation['name']): number => {
    const pair = results[name];
    return pair === undefined ? 0 : round(perSecond(pair.hub) / perSecond(pair.bare), 2);
  };
  const p99 = (name: Operation['name'], side: keyof Pair): number => {
    const pair = results[name];
    return pair === undefined ? 0 : percentile(pair[side], 0.99);
  };
  const p99Ratio = (name: Operation['name']): number =>
    results[name] === undefined ? 0 : round(p99(name, 'hub') / p99(name, 'bare'), 2);
  const pairs = Object.values(results);
  const figures = {
    get_ratio: ratio('get'),
    list_ratio: ratio('list'),
    create_ratio: ratio('create'),
    execute_ratio: ratio('execute'),
    get_p99_ms: round(p99('get', 'hub')),
    list_p99_ms: round(p99('list', 'hub')),
    get_p99_ratio: p99Ratio('get'),
    list_p99_ratio: p99Ratio('list'),
    errors: pairs.reduce((sum, pair) => sum + pair.hub.errors + pair.bare.errors, 0),
  };
  const isMissed =
    only.some((name) => figures[`${operationName.parse(name)}_ratio`] < ratioMin) ||
    Math.max(figures.get_p99_ratio, figures.list_p99_ratio) > readP99RatioMax;
  if (isMissed) {
    const bars = `ratios from ${ratioMin}, p99 of reads to ${readP99RatioMax} times the bare route's`;
    process.stdout.write(`A bar is missed: ${bars}.\n`);
  }
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  return figures.errors === 0;
}

function perSecond({ answers, elapsed }: Figures): number {
  return answers / elapsed;
}

function show(what: string, figures: Figures): void {
  const { errors } = figures;
  const [p50, p99] = [percentile(figures, 0.5), percentile(figures, 0.99)];
  process.stdout.write(
    `${what.padEnd(14)} ${perSecond(figures).toFixed(0).padStart(6)} /s  p50 ${p50.toFixed(1).padStart(6)} ms  p99 ${p99.toFixed(1).padStart(6)} ms  ${errors} errors\n`,
  );
}
