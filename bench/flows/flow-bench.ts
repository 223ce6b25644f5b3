import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import postgres from 'postgres';
import { z } from 'zod';
import { toUuid } from '../../core/ids.ts';
import { type ApiClient, connectApi } from '../../start/main-job/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createTargetDatabase,
  execute,
  type TargetDatabase,
} from '../../test/harness/flow.ts';
import { type HubProcess, startHubProcess } from '../../test/harness/processes/hub-process.ts';

/** A hub with a source and two targets, for all parts of the benchmark. */
export interface FlowBench {
  hub: HubProcess;
  api: ApiClient;
  /** The hub's database, as its superuser. */
  admin: postgres.Sql;
  target: TargetDatabase;
  /** Address of `flow-server.ts`. */
  serverUrl: string;
  /** Ids of the connections. */
  connections: { http: string; table: string };
  stop(): Promise<void>;
}

export const made = z.object({ id: z.string() });

/** Starts a script of this folder, and waits for its first line. */
export async function startScript(name: string, args: string[]): Promise<{ child: ChildProcess; line: string }> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, line: z.string().parse(line) };
}

export async function startFlowBench(): Promise<FlowBench> {
  const { child, line: port } = await startScript('flow-server.ts', []);
  const serverUrl = `http://127.0.0.1:${port}`;
  const hub = await startHubProcess({ HUB_EGRESS_ALLOW: `127.0.0.1:${port}` });
  const api = connectApi(hub.facts.api_url, hub.facts.api_key, new AbortController().signal);
  const admin = postgres(hub.facts.database_url, { max: 1, onnotice: () => undefined });
  const target = await createTargetDatabase(hub.facts.database_url, 'bench');
  const [http, table] = [await connectToSource(api, serverUrl), await connectToTarget(api, target)];
  const stop = async (): Promise<void> => {
    await Promise.all([admin.end(), target.close()]);
    await hub.stop();
    child.kill('SIGKILL');
  };
  return { hub, api, admin, target, serverUrl, connections: { http, table }, stop };
}

/** What is written there is no part of the WAL, which is the hub's then. */
export async function createTable({ target }: FlowBench, name: string, columns: string): Promise<void> {
  await target.sql.unsafe(`create unlogged table ${name} (${columns})`);
  await target.sql.unsafe(`alter table ${name} owner to bench`);
}

/** Creates and activates a flow. @param source What of it is not the connection, or the key `id`. @returns its id. */
export async function createSteps(
  { api, connections }: FlowBench,
  name: string,
  { source, steps, ...more }: { source: object; steps: object[]; triggers?: object[] },
): Promise<string> {
  const from = { connection_id: connections.http, key: ['id'], ...source };
  const { id } = await api.call('POST', '/integrations', made, { name, source: from, steps, ...more });
  await api.call('POST', `/integrations/${id}/activate`, z.unknown());
  return id;
}

/** So many records of the server. */
export function peopleOf(count: number): { object: string; options: object } {
  const pagination = { kind: 'page', parameter: 'page' };
  return { object: 'people', options: { path: `/people/${count}`, page_size: 1000, pagination } };
}

interface RunRow {
  status: string;
  failed: number;
  /** From its order to its end. */
  seconds: number;
}

const timeoutMs = 220_000;

/** Waits until a run has the status. @throws {Error} when it ends otherwise, or with failed records. */
export async function waitForRun(
  { admin }: FlowBench,
  runId: string,
  wanted: 'succeeded' | 'waiting' = 'succeeded',
): Promise<RunRow> {
  const uuid = toUuid('run', runId) ?? '';
  for (const until = Date.now() + timeoutMs; Date.now() < until; await sleep(20)) {
    const [run] = await admin<RunRow[]>`
      select status, failed::int, extract(epoch from coalesce(finished_at, now()) - queued_at)::float8 as seconds from runs where id = ${uuid}`;
    if (run?.status === wanted && run.failed === 0) return run;
    if (run !== undefined && !['queued', 'running', 'waiting'].includes(run.status)) {
      const [fault] = await admin`select code, message from dead_letters where run_id = ${uuid} limit 1`;
      throw new Error(`A run ended as ${run.status} with ${run.failed} failed: ${JSON.stringify(fault)}`);
    }
  }
  throw new Error(`A run was not ${wanted} in time.`);
}

/** Runs an integration to its end. */
export async function runOnce(bench: FlowBench, integrationId: string): Promise<RunRow> {
  return waitForRun(bench, await execute(bench.api, integrationId));
}

/** Prints one figure. */
export function show(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(44)} ${figure}\n`);
}

export function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString('en').padStart(9)} /s`;
}
