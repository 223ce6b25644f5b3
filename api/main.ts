import { once } from 'node:events';
import type { Server } from 'node:http';
import { type Logger, pino, stdTimeFunctions } from 'pino';
import { type Clock, systemClock } from '../core/clock.ts';
import { collectAtRest } from '../core/collect-at-rest.ts';
import { type Config, readConfig, readPublicUrl } from '../core/config.ts';
import { errorMessage } from '../core/errors.ts';
import { describeError, logOptions, tracedLogOptions } from '../core/telemetry/log-fields.ts';
import { Secret } from '../core/secret.ts';
import type { Tracer } from '../core/telemetry/tracing.ts';
import { findMailer, sendMail } from '../deliveries/send-mail.ts';
import { type Database, openDatabase } from '../drizzle/client.ts';
import { readEgress } from '../drizzle/own-places.ts';
import { readPool } from '../drizzle/pool-readings.ts';
import { openMetrics, type ProcessMetrics } from '../metrics/index.ts';
import { createKeyUses, type KeyUses } from '../services/access/api-keys/key-uses.ts';
import { createOrganizationStates } from '../services/access/organizations/organization-states.ts';
import { createOperatorKey } from '../services/operator/index.ts';
import { createKeyVerifier } from '../services/access/api-keys/key-verifier.ts';
import {
  createScriptRunner,
  hasNetworkOfItsOwn,
  readScriptNetwork,
  type ScriptRunner,
} from '../script-runner/index.ts';
import { createExportSlots } from '../services/audit-events/export-slots.ts';
import { createDiscoveries } from '../services/connections/discoveries.ts';
import { createWorkers } from '../services/connections/workers.ts';
import { openCredentialListener, type CredentialListener } from '../services/access/credentials/credential-listener.ts';
import { openHooks } from '../services/triggers/open-hooks.ts';
import { createAnswerSealer } from '../services/idempotency/answer-sealer.ts';
import { createLiveStreams } from '../services/live/live-streams.ts';
import { createRequestLimiter } from '../services/limits/request-limiter.ts';
import { createMailRoom, type MailRoom } from '../services/shared/mail-room.ts';
import { createNetworkList, type NetworkList } from '../services/shared/networks.ts';
import { openOauth } from '../services/access/oauth/open-oauth.ts';
import { createSessionVerifier } from '../services/access/user-sessions/session-verifier.ts';
import { openTracing } from '../tracing/index.ts';
import { type PublicKeys, readPublicKeys } from '../vault/key-files.ts';
import { createApp } from './app.ts';
import { shareQuestion } from './health.ts';
import { openLogOutput } from './log-output.ts';
import { type RateLimits, signInRate } from './rate-limits.ts';
import { createHttpServer } from './server.ts';

/** Exit codes for process managers: the port is in use, so use another one or wait. */
const exitCodes = { unusable: 1, addressInUse: 98 } as const;

/** How long requests in progress may take once the process is asked to stop. */
const drainMs = 10_000;

collectAtRest();
await main().catch((error: unknown) => {
  process.stderr.write(`The API cannot start. ${errorMessage(error)}\n`);
  process.exitCode = exitCodes.unusable;
});

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const processLog = pino(
    { level: config.LOG_LEVEL, base: { process: 'api' }, timestamp: stdTimeFunctions.isoTime, ...logOptions },
    openLogOutput(),
  );
  const settings = await readSettings(config);
  const isApart = await hasNetworkOfItsOwn(config.HUB_SCRIPT_NETWORK);
  const metrics = await openMetrics(config, ['api']);
  const clock = systemClock;
  const tracing = await openTracing(config, 'hub-api', processLog);
  const { tracer } = tracing;
  const logger = tracer.enabled ? processLog.child({}, tracedLogOptions(tracer)) : processLog;
  const database = openDatabase(config.DATABASE_URL, {
    role: 'hub_app',
    max: config.DATABASE_POOL_MAX,
    plans: 'by index',
  });
  metrics.addGauges(readPool(database));
  metrics.addGauges(readScriptNetwork(isApart));
  if (!isApart) {
    logger.warn({ setting: 'HUB_SCRIPT_NETWORK' }, 'script runner shares the network of this process');
  }
  const credentialListener = openCredentialListener({
    url: config.DATABASE_URL,
    clock,
    onState: (listening) => logListening(logger, listening),
  });
  const keyUses = createKeyUses({
    database,
    clock,
    onFailure: (error) => logger.warn({ error: describeError(error) }, 'uses of API keys could not be written yet'),
  });
  const scripts = createScriptRunner({
    threads: 1,
    onLost: (how) => logger.warn({ reason: how }, 'script runner exited'),
  });
  const mail = openMailRoom(config, logger);
  const state = { draining: false };
  const egress = await readEgress(config);
  const parts = {
    ...settings,
    egress,
    clock,
    database,
    logger,
    tracer,
    state,
    credentialListener,
    keyUses,
    scripts,
    mail,
    metrics,
  };
  const deps = toAppDeps(config, parts);
  const { live } = deps.services;
  metrics.addGauges(() => Promise.resolve([{ name: 'hub_live_streams', labels: {}, value: live.count() }]));
  const server = createHttpServer(createApp(deps), logger, deps.publicUrl, {
    meter: deps.meter,
    countResting: live.count,
  });
  await listen(server, config);
  logger.info({ address: server.address() }, 'API is listening');
  stopOnSignal(async () => {
    state.draining = true;
    await Promise.all([drain(server, logger), live.stop()]);
    await mail?.close();
    await Promise.all([keyUses.close(), credentialListener.close(), scripts.close()]);
    await Promise.all([database.close(), metrics.close(), tracing.close()]);
    logger.flush();
  });
}

/** What the process cannot do without, read before anything is begun. */
async function readSettings(
  config: Config,
): Promise<{ pepper: string; publicKeys: PublicKeys; trustedProxies: NetworkList }> {
  const { HUB_PEPPER: pepper, HUB_PUBLIC_KEY_FILE: publicKeyFile } = config;
  if (pepper === undefined) throw new Error('HUB_PEPPER is not set.');
  if (publicKeyFile === undefined) throw new Error('HUB_PUBLIC_KEY_FILE is not set.');
  return { pepper, publicKeys: await readPublicKeys(publicKeyFile), trustedProxies: readTrustedProxies(config) };
}

function readTrustedProxies({ HUB_TRUSTED_PROXIES: networks }: Config): NetworkList {
  try {
    return createNetworkList(networks);
  } catch (error) {
    throw new Error(`HUB_TRUSTED_PROXIES: ${errorMessage(error)}`, { cause: error });
  }
}

interface Parts {
  egress: Awaited<ReturnType<typeof readEgress>>;
  pepper: string;
  publicKeys: PublicKeys;
  trustedProxies: NetworkList;
  clock: Clock;
  database: Database;
  logger: Logger;
  tracer: Tracer;
  state: { draining: boolean };
  credentialListener: CredentialListener;
  keyUses: KeyUses;
  scripts: ScriptRunner;
  mail: MailRoom | undefined;
  metrics: ProcessMetrics;
}

function toAppDeps(config: Config, parts: Parts): Parameters<typeof createApp>[0] {
  const { clock, database, logger, pepper, credentialListener, egress } = parts;
  const publicUrl = readPublicUrl(config);
  return {
    services: {
      database,
      clock,
      publicKeys: parts.publicKeys,
      pepper: new Secret(pepper),
      workers: createWorkers({
        database,
        clock,
        publicKeys: parts.publicKeys,
        onFailure: (error) =>
          logger.warn({ error: describeError(error) }, 'answers of workers cannot be listened for; they are polled'),
      }),
      discoveries: createDiscoveries(clock),
      exports: createExportSlots(clock),
      live: createLiveStreams({
        url: config.DATABASE_URL,
        database,
        clock,
        credentialListener,
        onFailure: (error) => logger.warn({ error: describeError(error) }, 'live streams may miss changes'),
      }),
      publicUrl,
      mail: parts.mail,
      egress,
      scripts: parts.scripts,
      temporal: { namespace: config.TEMPORAL_NAMESPACE, uiUrl: config.TEMPORAL_UI_URL },
    },
    keys: createKeyVerifier({ database, clock, pepper, credentialListener }),
    sessions: createSessionVerifier({ database, clock, pepper, credentialListener }),
    oauth: openOauth({ database, clock, pepper, publicUrl, egress, credentialListener }),
    hooks: openHooks({ database, clock, pepper, egress, publicKeys: parts.publicKeys }),
    organizations: createOrganizationStates({ database, clock, credentialListener }),
    operator: createOperatorKey(config.HUB_OPERATOR_KEY),
    keyUses: parts.keyUses,
    trustedProxies: parts.trustedProxies,
    limiter: createRequestLimiter({ database, clock }),
    limits: toRateLimits(config),
    answers: createAnswerSealer(pepper),
    logger,
    meter: parts.metrics.meter,
    tracer: parts.tracer,
    contentType: config.HUB_STRICT_CONTENT_TYPE,
    publicUrl,
    health: {
      clock,
      askDatabase: shareQuestion(async () => await database.sql`select 1`),
      temporalAddress: config.TEMPORAL_ADDRESS,
      isDraining: () => parts.state.draining,
    },
  };
}

function openMailRoom(config: Config, logger: Logger): MailRoom | undefined {
  const mailer = findMailer(config);
  if (mailer === undefined) return undefined;
  return createMailRoom({
    send: async ({ to, ...mail }) => (await sendMail(mailer, [to], mail)).problem,
    onFailure: (error) => logger.warn({ error: describeError(error) }, 'a link for a new password could not be sent'),
  });
}

function toRateLimits(config: Config): RateLimits {
  return {
    key: { perMinute: config.HUB_RATE_KEY_PER_MINUTE, burst: config.HUB_RATE_KEY_BURST },
    organization: { perMinute: config.HUB_RATE_ORG_PER_MINUTE, burst: config.HUB_RATE_ORG_BURST },
    address: { perMinute: config.HUB_RATE_ADDRESS_PER_MINUTE, burst: config.HUB_RATE_ADDRESS_BURST },
    signIn: signInRate,
  };
}

function logListening(logger: Logger, listening: boolean): void {
  if (listening) logger.info('listening for changes of credentials');
  else logger.warn('not listening for changes of credentials; every request looks up its credential');
}

async function listen(server: Server, { HOST: host, PORT: port }: Config): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    process.stderr.write(`The API cannot listen on ${host}:${port}: the port is in use. Set PORT to another one.\n`);
    process.exit(exitCodes.addressInUse);
  }
}

/** Stops once; a second signal ends the process at once. */
function stopOnSignal(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void stop().finally(() => process.exit());
    });
  }
}

/** Accepts no new connections, lets requests in progress end, then closes the remaining ones. */
async function drain(server: Server, logger: Logger): Promise<void> {
  logger.info('API is stopping');
  const closed = once(server, 'close');
  server.close();
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  try {
    await closed;
  } catch (error) {
    logger.warn({ error: describeError(error) }, 'server did not close cleanly');
  } finally {
    clearTimeout(timer);
  }
}
