import { endLeftovers } from './state/leftovers.ts';
import { demoTarget } from './main-job/demo-target.ts';
import { newFleet, type Fleet } from './processes/fleet.ts';
import { startHub } from './servers/hub.ts';
import { openHubFile, type HubFile } from './state/hub-file.ts';
import { makeLayout, type Layout } from './state/layout.ts';
import { takeLock } from './state/lock.ts';
import type { MainJob, MainJobReport } from './main-job/main-job.ts';
import { say, showProblem } from './output.ts';
import { ensureSecrets } from './state/secrets.ts';
import type { Settings } from './state/settings.ts';
import { openStepRunner, type StepRunner } from './processes/step-runner.ts';
import { listenForStop } from './processes/stop-request.ts';
import { describeHub, describeMainJob } from './main-job/summary.ts';

/** Why the hub was stopped. */
export class Stopped extends Error {}

/**
 * Runs the hub: starts everything, executes the main job, and runs until it is stopped or a child cannot be restarted.
 *
 * In any case, everything that was started is stopped first.
 *
 * @returns the result of the main job, with `--once`. Without it, the function does not return.
 * @throws {Stopped} when it was stopped.
 * @throws {StartProblem} when something could not be started or kept running.
 */
export async function runHub(settings: Settings): Promise<MainJobReport> {
  const layout = makeLayout(settings.dataDir);
  const lock = await takeLock(settings.dataDir);
  const end = Promise.withResolvers<never>();
  const fleet: Fleet = newFleet({
    logDir: layout.logs,
    runDir: layout.run,
    say,
    onChange: () => hubFile.refresh(),
    onGivenUp: end.reject,
  });
  const hubFile = openHubFile(layout.hubFile, fleet.pids);
  const stop = listenForStop({ underNpm: settings.underNpm, onInsist: fleet.kill });
  stop.signal.addEventListener('abort', () => end.reject(new Stopped(stop.cause())));
  const closers: (() => void)[] = [];
  try {
    const steps = openStepRunner(settings.root, stop.signal);
    closers.push(steps.close);
    const work = bringUp({ settings, layout, fleet, hubFile, closers, steps, signal: stop.signal });
    const report = await Promise.race([work, end.promise]);
    return settings.once && report !== undefined ? report : await end.promise;
  } finally {
    hubFile.remove();
    say('Stopping …');
    for (const close of closers) close();
    await fleet.stop();
    lock.release();
  }
}

interface Run {
  settings: Settings;
  layout: Layout;
  fleet: Fleet;
  hubFile: HubFile;
  /** Other resources to close at the end. */
  closers: (() => void)[];
  steps: StepRunner;
  signal: AbortSignal;
}

/** Starts everything, executes the main job, and prints the addresses. */
async function bringUp(start: Run): Promise<MainJobReport | undefined> {
  const { settings, layout, fleet, hubFile, closers, steps, signal } = start;
  await endLeftovers(layout, say);
  const secrets = ensureSecrets(layout.secrets, layout.postgres);
  const hub = await startHub({ settings, layout, secrets, fleet, steps, say, signal });
  closers.push(hub.feed.close);
  const { apiUrl, pepper, database, feed } = hub;
  const apiKey = await steps.run('ensureApiKey', {
    file: layout.apiKey,
    apiUrl,
    databaseUrl: database.appUrl,
    pepper,
  });
  const people = await steps.run('ensureOwnerLink', { apiUrl, apiKey, databaseUrl: database.appUrl, pepper });
  const target = demoTarget(hub, secrets);
  const facts = {
    api_url: hub.apiUrl,
    api_key: apiKey,
    ...people,
    metrics_urls: hub.metricsUrls,
    temporal_address: hub.temporal.address,
    ...(hub.temporal.uiUrl === undefined ? {} : { temporal_ui_url: hub.temporal.uiUrl }),
    database_url: hub.database.adminUrl,
    demo_database_url: target.url,
  };
  hubFile.publish(facts);
  const report = await doMainJob(start, { apiUrl, apiKey, localFeedUrl: feed.url, target });
  steps.close();
  if (report !== undefined) {
    hubFile.publish({ ...facts, main_job: { run_id: report.run_id, status: report.status } });
    describeMainJob(report, say);
  }
  if (!settings.once) describeHub({ facts, layout, say, ...(report === undefined ? {} : { report }) });
  return report;
}

/** With `--once`, a failed main job ends the start; otherwise the hub is useful without it. */
async function doMainJob({ settings, steps, signal }: Run, job: MainJob): Promise<MainJobReport | undefined> {
  try {
    return await steps.run('runMainJob', job);
  } catch (problem) {
    if (settings.once || signal.aborted) throw problem;
    showProblem(problem);
    return undefined;
  }
}
