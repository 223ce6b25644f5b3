import { asyncLocalStorage, Context } from '@temporalio/activity';
import { createActivities } from '../../activities/index.ts';
import type { Database } from '../../drizzle/index.ts';
import type { ActivityDeps } from '../../runs/deps.ts';
import { SessionCache } from '../../sessions/session-cache.ts';
import { SearchMemory } from '../../runs/run-searches.ts';
import { LookupCache } from '../../runs/load/lookup-cache.ts';
import { DefinitionCache } from '../../runs/load/definition-cache.ts';
import { PlanCache } from '../../runs/load/compile-run.ts';
import type { BeginResult, FinishInput, FinishResult, RunInput, SegmentReport } from '../../core/pure/run-messages.ts';
import { pino } from 'pino';
import { systemClock } from '../../core/clock.ts';
import { noMeter } from '../../core/telemetry/meter.ts';
import { logOptions } from '../../core/telemetry/log-fields.ts';
import { createScriptRunner } from '../../script-runner/index.ts';
import { readPrivateKeys, readPublicKeys } from '../../vault/key-files.ts';
import { createOpener } from '../../vault/open.ts';
import { createSigner } from '../../vault/signatures.ts';
import type { TestApi } from '../api/harness.ts';
import { actOnRuns } from '../api/run-acts.ts';

/** The activities over the database of a test API, without Temporal around them. */
export interface TestActivities {
  deps: ActivityDeps;
  /** Executes an integration, and takes its run up as a worker does. */
  begin(integrationId: string, options?: object): Promise<RunInput>;
  /** Begins a run that was executed, and does its first stretch. */
  beginRun(input: RunInput): Promise<BeginResult>;
  runSegment(input: RunInput): Promise<SegmentReport>;
  finishRun(input: FinishInput): Promise<FinishResult>;
  /** What another worker does, over a database of its own, until it is told to stop. */
  over(database: Database, stop?: AbortSignal): Pick<TestActivities, 'beginRun' | 'runSegment' | 'finishRun'>;
  close(): Promise<void>;
}

/**
 * @param lines Gets the lines that are logged. Default: nobody.
 * @param loopbackPort Port of a server that stands for every host. Default: none does.
 */
export async function openActivities(
  api: TestApi,
  lines: string[] = [],
  loopbackPort?: number,
): Promise<TestActivities> {
  const egress = { allow: ['127.0.0.0/8'], ...(loopbackPort === undefined ? {} : { loopbackPort }) };
  const { database } = api;
  const clock = systemClock;
  const privateKeys = await readPrivateKeys(api.keyFile);
  const opener = createOpener(privateKeys, systemClock);
  const publicKeys = await readPublicKeys(api.keyFile.replace(/\.json$/, '.pub.json'));
  const scripts = createScriptRunner({ threads: 1 });
  const log = pino({ level: 'trace', ...logOptions }, { write: (line: string) => void lines.push(line) });
  const deps: ActivityDeps = {
    database,
    clock,
    opener,
    publicKeys,
    signer: createSigner(privateKeys),
    publicUrl: 'https://hub.example.com',
    sessions: new SessionCache({ database, clock, opener, publicKeys, egress, log }),
    scripts,
    plans: new PlanCache(),
    definitions: new DefinitionCache(),
    lookups: new LookupCache(database),
    searches: new SearchMemory(),
    slotsMax: 4,
    meter: noMeter,
    shutdown: new AbortController().signal,
    log,
  };
  return {
    deps,
    begin: async (integrationId, options) => {
      const acts = actOnRuns(api);
      const run = await acts.execute(integrationId, options);
      await acts.setRunning(run.data.id);
      return toRunInput(api, integrationId, run.data.id);
    },
    beginRun: (input) => inActivity(() => createActivities(deps).beginRun(input)),
    runSegment: (input) => inActivity(() => createActivities(deps).runSegment(input)),
    finishRun: (input) => inActivity(() => createActivities(deps).finishRun(input)),
    over: (other, stop) => {
      const activities = createActivities({ ...deps, database: other });
      return {
        beginRun: (input) => inActivity(() => activities.beginRun(input), stop),
        runSegment: (input) => inActivity(() => activities.runSegment(input), stop),
        finishRun: (input) => inActivity(() => activities.finishRun(input), stop),
      };
    },
    close: async () => {
      await deps.sessions.closeAll();
      await scripts.close();
    },
  };
}

/** What a workflow tells its activities of a run. */
export function toRunInput(api: TestApi, integrationId: string, runId: string): RunInput {
  return {
    v: 1,
    orgId: asId('org', api.organization.organization_id),
    integrationId: asId('int', integrationId),
    runId: asId('run', runId),
  };
}

/** Guarantee: the API's ids begin with the prefix of their kind. */
function asId<Prefix extends string>(prefix: Prefix, id: string): `${Prefix}_${string}` {
  return `${prefix}_${id.slice(prefix.length + 1)}`;
}

/** Runs work where Temporal would; an activity looks at its cancellation and beats, and nothing else. */
function inActivity<T>(work: () => Promise<T>, stop = new AbortController().signal): Promise<T> {
  const context: Context = Object.assign(Object.create(Context.prototype), {
    cancellationSignal: stop,
    // Behind `cancellationDetails`, which is a getter: nobody asked for a cancellation, the worker is to stop.
    _cancellationDetails: {},
    heartbeat: () => undefined,
    info: { attempt: 1 },
  });
  return asyncLocalStorage.run(context, work);
}
