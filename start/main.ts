import { collectAtRest } from '../core/collect-at-rest.ts';
import type { MainJobReport } from './main-job/main-job.ts';
import { say, showProblem, surviveClosedOutput } from './output.ts';
import { reasonOf } from './problem.ts';
import { restartCompiled } from './restart-compiled.ts';
import { runHub, Stopped } from './run.ts';
import { projectRoot, readSettings } from './state/settings.ts';

const usage = `Usage: npm start [-- --once]

Starts PostgreSQL, Temporal, the API and a worker, and runs until Ctrl-C. The next start resumes its state.

  --once  stop after the main job, and print its result as JSON

Variables: PORT, HUB_DATA_DIR, HUB_METRICS_PORT, HUB_EGRESS_ALLOW, DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_CLI, and all
of docs/configuration.md`;

/**
 * `npm start`: the whole hub from one command, until it is stopped; with `--once`, until its main job is done.
 *
 * After the start it only waits for its children. One-time work runs in a process that ends (`steps.ts`), package.json
 * runs this one with compiled modules and a small young generation, and the memory of the start is released. 30 MB
 * remain.
 */
surviveClosedOutput();
restartCompiled(projectRoot);
collectAtRest();
process.exit(await main());

async function main(): Promise<number> {
  if (process.argv.includes('--help')) {
    say(usage);
    return 0;
  }
  const once = process.argv.includes('--once');
  try {
    const report = await runHub(readSettings(process.argv.slice(2), process.env));
    finish(once, report);
    return report.status === 'succeeded' ? 0 : 1;
  } catch (error) {
    if (error instanceof Stopped) say(`Stopped by ${error.message}.`);
    else showProblem(error);
    finish(once, { status: error instanceof Stopped ? 'stopped' : 'failed', reason: reasonOf(error) });
    return error instanceof Stopped && !once ? 0 : 1;
  }
}

/** The last line on standard output is for scripts. */
function finish(once: boolean, result: MainJobReport | { status: string; reason: string }): void {
  if (once) say(JSON.stringify(result));
}
