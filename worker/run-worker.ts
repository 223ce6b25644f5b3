import { Client } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Logger } from 'pino';
import { createActivities } from '../activities/index.ts';
import type { ActivityDeps } from '../runs/deps.ts';
import type { DeliveryDeps } from '../deliveries/serve-queue.ts';
import { createPoster } from '../deliveries/attempt.ts';
import type { SessionDeps } from '../sessions/session-deps.ts';
import { SessionCache } from '../sessions/session-cache.ts';
import { SearchMemory } from '../runs/run-searches.ts';
import { LookupCache } from '../runs/load/lookup-cache.ts';
import { identifyThisProcess } from '../runs/process-identity.ts';
import { DefinitionCache } from '../runs/load/definition-cache.ts';
import { PlanCache } from '../runs/load/compile-run.ts';
import { systemClock } from '../core/clock.ts';
import { type Config, readPublicUrl } from '../core/config.ts';
import { errorMessage } from '../core/errors.ts';
import { tracedLogOptions } from '../core/telemetry/log-fields.ts';
import type { Meter } from '../core/telemetry/meter.ts';
import type { Tracer } from '../core/telemetry/tracing.ts';
import { type Database, openDatabase, readPool } from '../drizzle/index.ts';
import { readEgress } from '../drizzle/own-places.ts';
import { noMetrics, type ProcessMetrics } from '../metrics/index.ts';
import {
  createScriptRunner,
  hasNetworkOfItsOwn,
  readScriptNetwork,
  type ScriptRunner,
} from '../script-runner/index.ts';
import { openTracing } from '../tracing/index.ts';
import {
  createOpener,
  createRewrapper,
  createSigner,
  readPrivateKeys,
  readPublicKeys,
  type Rewrapper,
} from '../vault/index.ts';
import { buildBundle } from './bundle.ts';
import { startConnectionRequests } from './connection-requests.ts';
import { findMailer } from '../deliveries/send-mail.ts';
import { startDeliveries } from '../deliveries/start-deliveries.ts';
import type { Loop } from '../core/loop.ts';
import { createStateReader } from './read-state.ts';
import { startAnalyzer } from './analyze-grown.ts';
import { startPurger } from './purge.ts';
import { startWaitingNotifier } from './notify-waiting.ts';
import { startOperations } from './operations.ts';
import { startSubscriptions } from './subscriptions.ts';
import { startReconciler } from './reconciler.ts';
import { startRelay } from './relay.ts';
import { startCallLoop } from '../runs/calls/serve-calls.ts';
import { startAfterRuns } from '../runs/starts/start-after-runs.ts';
import { startDueDeliveries } from '../runs/starts/start-due-deliveries.ts';
import { openOrganizationWatch } from '../runs/watch-organizations.ts';
import { startWakes } from '../runs/start-wakes.ts';
import { releaseDead } from './release-dead.ts';
import { startRewrapping } from './rewrap/start-rewrapping.ts';
import { startApprovalNotifier } from '../schedules/notify-approvals.ts';
import { startMetadataRefresher } from '../schedules/refresh-sso-metadata.ts';
import { startSchedules } from '../schedules/start-schedules.ts';
import { startSealer } from '../audit/sealer.ts';

/**
 * Runs the parts that the process's role asks for, until `shutdown` aborts.
 *
 * @param egress Which addresses connectors may reach. Default: what the configuration opens.
 * @param metrics Default: none.
 */
export async function runWorker(
  config: Config,
  processLog: Logger,
  {
    shutdown,
    egress: given,
    metrics = noMetrics,
  }: { shutdown: AbortSignal; egress?: SessionDeps['egress']; metrics?: ProcessMetrics },
): Promise<void> {
  const role = config.HUB_WORKER_ROLE;
  const [fromConfig, egress = fromConfig] = [await readEgress(config), given];
  const isApart = role === 'relay' ? undefined : await hasNetworkOfItsOwn(config.HUB_SCRIPT_NETWORK);
  const connection = await connect(config, processLog, shutdown);
  if (connection === undefined) return;
  const tracing = await openTracing(config, 'hub-worker', processLog);
  const { tracer } = tracing;
  const log = tracer.enabled ? processLog.child({}, tracedLogOptions(tracer)) : processLog;
  const client = new Client({ connection, namespace: config.TEMPORAL_NAMESPACE });
  const database = openDatabase(config.DATABASE_URL, { role: 'hub_app', max: config.DATABASE_POOL_MAX });
  const relayDatabase = openDatabase(config.DATABASE_RELAY_URL ?? config.DATABASE_URL, { role: 'hub_relay', max: 4 });
  const { meter } = metrics;
  metrics.addGauges(readPool(database));
  const scripts = createScriptRunner({
    threads: config.HUB_SCRIPT_THREADS,
    onLost: (how) => log.warn({ reason: how }, 'script runner exited'),
  });
  if (isApart !== undefined) metrics.addGauges(readScriptNetwork(isApart));
  if (isApart === false)
    log.warn({ setting: 'HUB_SCRIPT_NETWORK' }, 'script runner shares the network of this process');
  const parts = { database, scripts, egress, meter, tracer };
  const { deps, rewrapper } = role === 'relay' ? {} : await createDeps(config, parts, log, shutdown);

  const loops: Loop[] = [];
  if (role === 'all' || role === 'relay') {
    metrics.addGauges(createStateReader({ relayDatabase, clock: systemClock, meter, log }));
    loops.push(
      startRelay({ database: relayDatabase, client, taskQueue: config.TEMPORAL_TASK_QUEUE, clock: systemClock, log }),
    );
    loops.push(startSchedules({ database, relayDatabase, clock: systemClock, meter, log }));
    loops.push(startWakes({ database, relayDatabase, log }));
    loops.push(startAfterRuns({ database, relayDatabase, clock: systemClock, log }));
    loops.push(startDueDeliveries({ database, relayDatabase, clock: systemClock, log }));
    loops.push(startWaitingNotifier({ database, relayDatabase, log }));
    loops.push(startReconciler({ database, relayDatabase, client, meter, tracer, log }));
    loops.push(
      startPurger({
        relayDatabase,
        retention: { runDays: config.HUB_RUN_DAYS, runLogDays: config.HUB_RUN_LOG_DAYS },
        onError: (error) => log.warn({ error }, 'failed to purge expired rows'),
      }),
      startAnalyzer({ relayDatabase, onError: (error) => log.warn({ error }, 'failed to analyze tables') }),
    );
  }
  const poster = createPoster(fromConfig);
  if (deps !== undefined && role !== 'workflow') {
    loops.push(startConnectionRequests({ ...deps, relayDatabase }));
    loops.push(startOperations({ ...deps, relayDatabase }));
    loops.push(startSubscriptions({ ...deps, relayDatabase }));
    loops.push(startCallLoop({ ...deps, relayDatabase }));
    loops.push(startMetadataRefresher({ ...deps, egress, relayDatabase }));
    loops.push(startApprovalNotifier({ database, relayDatabase, signer: deps.signer, clock: systemClock, log }));
    loops.push(startSealer({ relayDatabase, signer: deps.signer, clock: systemClock, log }));
    if (rewrapper !== undefined) loops.push(startRewrapping({ ...deps, relayDatabase, rewrapper }));
    loops.push(
      startDeliveries({ ...deps, ...toDeliveryLimits(config), poster, mailer: findMailer(config), relayDatabase }),
    );
  }

  try {
    if (deps === undefined) await aborted(shutdown);
    else {
      await releaseDead({ relayDatabase, client, namespace: config.TEMPORAL_NAMESPACE, log });
      await runTemporalWorker(config, connection, deps, log, shutdown);
    }
  } finally {
    await Promise.all(loops.map((loop) => loop.stop()));
    await Promise.all([deps?.sessions.closeAll(), poster.close(), deps?.organizations?.close()]);
    await scripts.close();
    await Promise.all([database.close(), relayDatabase.close(), tracing.close()]);
    await connection.close();
  }
}

async function createDeps(
  config: Config,
  parts: { database: Database; scripts: ScriptRunner; egress: SessionDeps['egress']; meter: Meter; tracer: Tracer },
  log: Logger,
  shutdown: AbortSignal,
): Promise<{ deps: ActivityDeps; rewrapper?: Rewrapper }> {
  if (config.HUB_KEY_FILE === undefined || config.HUB_PUBLIC_KEY_FILE === undefined) {
    throw new Error('A worker needs HUB_KEY_FILE and HUB_PUBLIC_KEY_FILE.');
  }
  const privateKeys = await readPrivateKeys(config.HUB_KEY_FILE);
  const opener = createOpener(privateKeys, systemClock);
  const publicKeys = await readPublicKeys(config.HUB_PUBLIC_KEY_FILE);
  const { database, scripts, egress, meter, tracer } = parts;
  const deps: ActivityDeps = {
    database,
    organizations: openOrganizationWatch({
      url: config.DATABASE_URL,
      database,
      clock: systemClock,
      onFailure: (error) => log.warn({ error }, 'could not see whether an organization is suspended'),
    }),
    clock: systemClock,
    opener,
    signer: createSigner(privateKeys),
    publicUrl: readPublicUrl(config),
    publicKeys,
    sessions: new SessionCache({ database, clock: systemClock, opener, publicKeys, egress, log, meter, tracer }),
    scripts,
    plans: new PlanCache(),
    definitions: new DefinitionCache(),
    lookups: new LookupCache(database),
    searches: new SearchMemory(),
    holder: identifyThisProcess(),
    slotsMax: config.HUB_ORG_SEGMENTS_MAX,
    shutdown,
    meter,
    log,
    tracer,
  };
  // With a single key there is none that could be older.
  return privateKeys.size < 2 ? { deps } : { deps, rewrapper: createRewrapper(privateKeys, publicKeys) };
}

function toDeliveryLimits(config: Config): Pick<DeliveryDeps, 'policy' | 'timeoutMs'> {
  return {
    policy: {
      retryMs: config.HUB_WEBHOOK_RETRY_SECONDS.map((seconds) => seconds * 1000),
      disableAfterMs: config.HUB_WEBHOOK_DISABLE_HOURS * 3_600_000,
    },
    timeoutMs: config.HUB_WEBHOOK_TIMEOUT_SECONDS * 1000,
  };
}

async function runTemporalWorker(
  config: Config,
  connection: NativeConnection,
  deps: ActivityDeps,
  log: Logger,
  shutdown: AbortSignal,
): Promise<void> {
  const worker = await Worker.create({
    connection,
    namespace: config.TEMPORAL_NAMESPACE,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    activities: { ...createActivities(deps) },
    ...(await toRoleOptions(config.HUB_WORKER_ROLE)),
    // The longest wait of tasks for a lost worker, and of heartbeats of segments.
    stickyQueueScheduleToStartTimeout: '5s',
    maxHeartbeatThrottleInterval: '3s',
    maxConcurrentWorkflowTaskExecutions: 40,
    maxConcurrentActivityTaskExecutions: 64,
    maxConcurrentLocalActivityExecutions: 64,
    shutdownGraceTime: '30s',
    shutdownForceTime: '60s',
  });
  log.info({ role: config.HUB_WORKER_ROLE, task_queue: config.TEMPORAL_TASK_QUEUE }, 'worker is ready');
  const running = worker.run();
  void aborted(shutdown).then(() => {
    if (worker.getState() === 'RUNNING') worker.shutdown();
  });
  await running;
}

/**
 * Workflow code is entered some thirty times a run, and a time-out of each entry starts a thread of its own: 0.18 ms
 * of 0.002 ms. Ours has no loop that could hang; `patches/` makes 0 mean none.
 *
 * @see docs/adr/0006-no-timeout-around-workflow-code.md
 */
const noIsolateTimeout = { isolateExecutionTimeout: 0 };

/** Every cached workflow costs memory (research: 100 are enough for full throughput). */
const cachedWorkflowsMax = 100;

async function toRoleOptions(role: Config['HUB_WORKER_ROLE']): Promise<Partial<WorkerOptions>> {
  if (role === 'io') return {};
  return {
    workflowBundle: { codePath: await buildBundle() },
    maxCachedWorkflows: cachedWorkflowsMax,
    ...noIsolateTimeout,
    // A workflow worker runs local activities only; long ones go to the `io` workers.
    ...(role === 'workflow' ? { enableNonLocalActivities: false } : {}),
  };
}

/** Connects to Temporal, trying until it answers: the worker may start before the server. */
async function connect(config: Config, log: Logger, shutdown: AbortSignal): Promise<NativeConnection | undefined> {
  for (let attempt = 0; !shutdown.aborted; attempt += 1) {
    try {
      // TLS and API keys, as Temporal's own tools take them from the environment.
      const { connectionOptions } = loadClientConnectConfig({ disableFile: true });
      return await NativeConnection.connect({ ...connectionOptions, address: config.TEMPORAL_ADDRESS });
    } catch (error) {
      const waitMs = Math.min(250 * 2 ** attempt, 5000);
      log.warn(
        { address: config.TEMPORAL_ADDRESS, reason: errorMessage(error), wait_ms: waitMs },
        'Temporal does not respond',
      );
      await systemClock.sleep(waitMs, shutdown).catch(() => undefined);
    }
  }
  return undefined;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
