import postgres from 'postgres';
import { z } from 'zod';
import type { ApiClient } from '../../start/main-job/api-client.ts';
import type { MappingRule } from '../../transforms/rules.ts';

/** The flow that benchmarks and chaos runs move: numbered people over HTTP into a table, ten fields. */
export const peopleMapping = [
  { to: 'id', from: 'id', required: true },
  { to: 'login', from: 'work_email', convert: 'lowercase', required: true },
  { to: 'first_name', from: 'first_name' },
  { to: 'last_name', from: 'last_name' },
  { to: 'department', from: 'department' },
  { to: 'title', from: 'job_title', default: 'Employee' },
  { to: 'status', from: 'state', lookup: { A: 'ACTIVE', T: 'SUSPENDED' }, default: 'STAGED' },
  { to: 'started', from: 'start_date', convert: 'date' },
  { to: 'salary', from: 'salary', convert: 'integer' },
  { to: 'remote', from: 'remote', convert: 'boolean' },
] satisfies MappingRule[];

export const peopleColumns = `
  id text primary key,
  login text not null,
  first_name text,
  last_name text,
  department text,
  title text,
  status text not null,
  started date,
  salary integer,
  remote boolean`;

/** A database of its own on a server, with one login that owns it. */
export interface TargetDatabase {
  sql: postgres.Sql;
  config: { host: string; port: number; database: string };
  credentials: { user: string; password: string };
  close(): Promise<void>;
}

/** @param adminUrl Superuser of the server. */
export async function createTargetDatabase(
  adminUrl: string,
  name: string,
  password = 'target-password',
): Promise<TargetDatabase> {
  const url = new URL(adminUrl);
  const admin = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create role ${name} login password '${password}'`);
  await admin.unsafe(`create database ${name} owner ${name}`);
  await admin.end();
  url.pathname = `/${name}`;
  const sql = postgres(url.href, { max: 4, onnotice: () => undefined, backoff: false });
  return {
    sql,
    config: { host: url.hostname, port: Number(url.port), database: name },
    credentials: { user: name, password },
    close: () => sql.end({ timeout: 5 }),
  };
}

const withId = z.object({ id: z.string() });
const runRecord = z.object({
  id: z.string(),
  status: z.string(),
  counters: z.object({
    read: z.number(),
    created: z.number(),
    updated: z.number(),
    written: z.number(),
    skipped: z.number(),
    failed: z.number(),
  }),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  started_at: z.string().optional(),
  finished_at: z.string().optional(),
});
export type RunRecord = z.infer<typeof runRecord>;

export async function createConnection(
  api: ApiClient,
  input: { name: string; service_type: string; config: object; credentials: object },
): Promise<string> {
  return (await api.call('POST', '/connections', withId, input)).id;
}

/** A connection to what is read over HTTP at an address. @returns its id. */
export function connectToSource(api: ApiClient, url: string, credentials: object = {}): Promise<string> {
  return createConnection(api, { name: 'people', service_type: 'http', config: { base_url: url }, credentials });
}

/** A connection to a database of the target's own. @returns its id. */
export function connectToTarget(
  api: ApiClient,
  { config, credentials }: Pick<TargetDatabase, 'config' | 'credentials'>,
): Promise<string> {
  return createConnection(api, {
    name: 'table',
    service_type: 'postgres',
    config: { ...config, ssl: 'disable' },
    credentials,
  });
}

/** Numbered pages of `startRecordServer`. */
export function pagedRecords(pageSize?: number): { object: string; options: object } {
  const pages = { pagination: { kind: 'page', parameter: 'page' } };
  return { object: 'records', options: pageSize === undefined ? pages : { ...pages, page_size: pageSize } };
}

/**
 * Creates and activates the flow of people into a table.
 *
 * @param ends Ids of the connections; what is read is `people` unless told, and the table is `people`, too.
 * @returns its id.
 */
export function createPeopleFlow(
  api: ApiClient,
  name: string,
  ends: { source: string; target: string; from?: { object: string; options?: object }; table?: string },
  more: Partial<Pick<Parameters<typeof createFlow>[1], 'concurrency' | 'script'>> = {},
): Promise<string> {
  const { source, target, from = { object: 'people' }, table = 'people' } = ends;
  return createFlow(api, {
    name,
    source: { connection_id: source, key: ['id'], ...from },
    target: { connection_id: target, object: table, operation: 'upsert', match_on: ['id'] },
    mapping: peopleMapping,
    ...more,
  });
}

/** Creates and activates an integration; returns its id. */
export async function createFlow(
  api: ApiClient,
  flow: {
    name: string;
    concurrency?: string;
    source: object;
    target: object;
    script?: object;
    mapping: readonly MappingRule[];
  },
): Promise<string> {
  const { id } = await api.call('POST', '/integrations', withId, flow);
  await api.call('POST', `/integrations/${id}/activate`, withId);
  return id;
}

export async function execute(api: ApiClient, integrationId: string): Promise<string> {
  return (await api.call('POST', `/integrations/${integrationId}/execute`, withId, {})).id;
}

export function readRun(api: ApiClient, runId: string): Promise<RunRecord> {
  return api.call('GET', `/runs/${runId}`, runRecord);
}

export function isOver(run: RunRecord): boolean {
  return !['queued', 'running', 'canceling'].includes(run.status);
}
