import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { connectApi, type ApiClient } from './api-client.ts';
import { demoIntegration, demoNames } from './demo-flow.ts';
import { prepareTarget } from './demo-tables.ts';
import type { DemoTarget } from './demo-database.ts';
import { isPublicFeedOpen, publicFeedUrl } from '../servers/feed-server.ts';
import { say } from '../output.ts';
import { StartProblem } from '../problem.ts';

const named = z.object({ id: z.string(), name: z.string() });
const connection = named.extend({ service_type: z.string(), config: z.record(z.string(), z.unknown()).optional() });
const part = z.looseObject({ connection_id: z.string() });
const integration = named.extend({ status: z.string(), source: part.optional(), target: part.optional() });
const testReport = z.object({
  ok: z.boolean(),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), message: z.string() })),
});
const counters = z.object({
  read: z.number(),
  created: z.number(),
  updated: z.number(),
  deleted: z.number(),
  written: z.number(),
  skipped: z.number(),
  failed: z.number(),
});
const run = z.object({
  id: z.string(),
  status: z.string(),
  counters,
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  temporal: z.object({ url: z.string().optional() }).optional(),
});

/** What the main job did; with `--once` this is the last line on standard output. */
export type MainJobReport = z.infer<typeof counters> & {
  status: string;
  run_id: string;
  integration_id: string;
  source_connection_id: string;
  target_connection_id: string;
  duration_ms: number;
  /** Where the records came from. */
  feed: 'public' | 'local_copy';
  feed_url: string;
  temporal_url?: string;
  error?: string;
};

export interface MainJob {
  apiUrl: string;
  apiKey: string;
  /** The local copy of the feed, for closed networks. */
  localFeedUrl: string;
  target: DemoTarget;
}

const finishTimeoutMs = 120_000;
const pollMs = 150;

/**
 * Executes the main job once, through the API only, in the order in which a user sets up an integration.
 *
 * What an earlier start set up is found by name and used again.
 */
export async function runMainJob({ apiUrl, apiKey, localFeedUrl, target }: MainJob): Promise<MainJobReport> {
  const api = connectApi(apiUrl, apiKey);
  await prepareTarget(target);
  const isOpen = await isPublicFeedOpen();
  const feedUrl = isOpen ? publicFeedUrl : localFeedUrl;
  say(
    isOpen
      ? `Main job: reading ${feedUrl}`
      : 'Main job: the public feed cannot be reached from here, so the copy in examples/ is read over HTTP.',
  );

  const account = await findOrCreate(api, '/accounts', named, { name: demoNames.account });
  const source = await ensureConnection(api, {
    name: isOpen ? demoNames.publicSource : demoNames.copiedSource,
    service_type: 'cisa_kev',
    account_id: account.id,
    credentials: {},
    config: { feed_url: feedUrl },
  });
  const sink = await ensureConnection(api, {
    name: demoNames.target,
    service_type: 'postgres',
    account_id: account.id,
    credentials: target.credentials,
    config: target.config,
  });
  for (const tested of [source, sink]) await testConnection(api, tested);
  const flow = await ensureIntegration(
    api,
    demoIntegration({ name: demoNames.integration, account_id: account.id, sourceId: source.id, targetId: sink.id }),
  );

  const beganMs = performance.now();
  const { id } = await api.call('POST', `/integrations/${flow.id}/execute`, z.object({ id: z.string() }), {});
  const finished = await waitForRun(api, id);
  return {
    status: finished.status,
    ...finished.counters,
    duration_ms: Math.round(performance.now() - beganMs),
    run_id: id,
    integration_id: flow.id,
    source_connection_id: source.id,
    target_connection_id: sink.id,
    feed: isOpen ? 'public' : 'local_copy',
    feed_url: feedUrl,
    ...(finished.temporal?.url === undefined ? {} : { temporal_url: finished.temporal.url }),
    ...(finished.error === undefined ? {} : { error: `${finished.error.code}: ${finished.error.message}` }),
  };
}

async function findOrCreate<T extends z.infer<typeof named>>(
  api: ApiClient,
  path: string,
  record: z.ZodType<T>,
  body: { name: string },
): Promise<T> {
  const [found] = await api.listNamed(path, record, body.name);
  return found ?? (await api.call('POST', path, record, body));
}

/**
 * A connection of this name with another port of this machine is updated to the current port: our ports change if
 * others are using them. A connection that differs otherwise belongs to a user: it is kept, and a new one is created.
 */
async function ensureConnection(
  api: ApiClient,
  body: { name: string; service_type: string; account_id: string; credentials: object; config: object },
): Promise<z.infer<typeof connection>> {
  const candidates = await api.listNamed('/connections', connection, body.name);
  const found = candidates.find(({ config }) => hasConfig(config, body.config));
  if (found !== undefined) return found;
  const moved = candidates.find(({ config }) => hasConfig(withoutPorts(config), withoutPorts(body.config)));
  if (moved === undefined) return api.call('POST', '/connections', connection, body);
  return api.call('PUT', `/connections/${moved.id}/credentials`, connection, {
    credentials: body.credentials,
    config: { ...moved.config, ...body.config },
  });
}

function withoutPorts(config: object = {}): Record<string, unknown> {
  const entries = Object.entries(config).filter(([name]) => name !== 'port');
  const withoutPort = (value: unknown) =>
    typeof value === 'string' ? value.replace(/^(http:\/\/127\.0\.0\.1):\d+/, '$1') : value;
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutPort(value)]));
}

/** The stored configuration may also contain defaults. */
function hasConfig(stored: Record<string, unknown> | undefined, sent: object): boolean {
  return Object.entries(sent).every(([name, value]) => isDeepStrictEqual(stored?.[name], value));
}

async function testConnection(api: ApiClient, tested: z.infer<typeof connection>): Promise<void> {
  const report = await api.call('POST', `/connections/${tested.id}/test`, testReport);
  if (report.ok) return;
  const failed = report.checks.filter((check) => !check.ok).map((check) => `${check.name}: ${check.message}`);
  throw new StartProblem(
    `The connection "${tested.name}" does not pass its test (${failed.join('; ')}).`,
    'Read worker.log; the connection can be tested again with POST /v1/connections/{id}/test.',
  );
}

async function ensureIntegration(
  api: ApiClient,
  body: ReturnType<typeof demoIntegration>,
): Promise<z.infer<typeof integration>> {
  let flow = await findOrCreate(api, '/integrations', integration, body);
  const isSame =
    flow.source?.connection_id === body.source.connection_id &&
    flow.target?.connection_id === body.target.connection_id;
  if (!isSame) flow = await api.call('PUT', `/integrations/${flow.id}`, integration, body);
  return flow.status === 'active' ? flow : api.call('POST', `/integrations/${flow.id}/activate`, integration);
}

async function waitForRun(api: ApiClient, id: string): Promise<z.infer<typeof run>> {
  const deadline = Date.now() + finishTimeoutMs;
  for (;;) {
    const current = await api.call('GET', `/runs/${id}`, run);
    if (!['queued', 'running', 'canceling'].includes(current.status)) return current;
    if (Date.now() > deadline) {
      throw new StartProblem(
        `The run ${id} has not finished within ${finishTimeoutMs / 1000} s (it is ${current.status}).`,
        'Read worker.log, and look at the run in the Temporal UI.',
      );
    }
    await sleep(pollMs);
  }
}
