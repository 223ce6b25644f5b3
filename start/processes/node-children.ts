import { join } from 'node:path';
import type { BundledProcess } from '../bundles/entries.ts';
import { findBundles } from '../bundles/find-bundles.ts';
import { answersWell } from '../servers/probe.ts';
import type { Child, ChildSpec } from './supervisor.ts';

/** The settings of both of our own processes. */
export interface NodeChildContext {
  root: string;
  env: Record<string, string>;
  needs: readonly Child[];
}

/**
 * Limits the heaps; unused memory is released at rest (`core/collect-at-rest.ts`), so that API and worker together
 * stay under 300 MB then. The API's young generation fits 50 concurrent requests: with a smaller one they
 * outlive two collections of it, and the old generation is marked three times a second.
 */
export const apiFlags = ['--max-old-space-size=512', '--max-semi-space-size=16', '--expose-gc'];

/**
 * The young generation holds some pages of records. Pretenuring is off: a page outlives a collection that comes while it is
 * at hand, and V8 would take what it is made of for long-lived from then on, allocate all later pages in the old generation
 * and mark that once every fifteen pages. It costs up to a third of the CPU time of a run.
 *
 * The old generation may double before it is marked. For a heap as small as this, V8 lets it grow by a third, and a flow of many items
 * would have all of it marked every second: a fifth of the CPU time.
 */
export const workerFlags = [
  '--max-old-space-size=192',
  '--max-semi-space-size=16',
  '--heap-growing-percent=100',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
];

/**
 * Makes glibc return freed memory to the system, and use one arena for all threads instead of keeping freed memory for
 * each: saves a tenth of a worker's memory. The variables have no effect on other systems.
 *
 * @see https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
const allocatorEnv = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' };

export function apiSpec(context: NodeChildContext, url: string): ChildSpec {
  return {
    name: 'api',
    title: 'The API',
    get command() {
      return nodeCommand(context, apiFlags, 'api');
    },
    isReady: () => answersWell(`${url}/health/live`),
    needs: context.needs,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 15_000,
    remedy: 'Read the log. Where it says that a port is in use, choose another: PORT=<port> npm start',
  };
}

export function workerSpec(context: NodeChildContext, isReady: ChildSpec['isReady']): ChildSpec {
  return {
    name: 'worker',
    title: 'The worker',
    get command() {
      return nodeCommand(context, workerFlags, 'worker');
    },
    isReady,
    needs: context.needs,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 20_000,
    remedy: 'Read the log; it names what the worker could not reach or read.',
  };
}

/** The bundle of the process where there is one of these very sources, else the sources. */
function nodeCommand(context: NodeChildContext, flags: readonly string[], name: BundledProcess): ChildSpec['command'] {
  const bundles = findBundles(context.root);
  return {
    file: process.execPath,
    args: [...flags, bundles === undefined ? join(context.root, name, 'main.ts') : join(bundles, name, 'main.js')],
    cwd: context.root,
    env: { ...allocatorEnv, ...context.env },
  };
}
