import { join } from 'node:path';
import { answersWell } from '../servers/probe.ts';
import type { Child, ChildSpec } from './supervisor.ts';

/** What both of our own processes need to know. */
export interface NodeChildContext {
  root: string;
  env: Record<string, string>;
  needs: readonly Child[];
}

/**
 * Bounded heaps; what work needed is given back at rest (`core/collect-at-rest.ts`), so that API and worker together
 * stay under 300 MB there. The API's young generation holds what 50 requests at once need: with a smaller one they
 * outlive two collections of it, and the old generation is marked three times a second.
 */
export const apiFlags = ['--max-old-space-size=512', '--max-semi-space-size=16', '--expose-gc'];
const workerFlags = ['--max-old-space-size=192', '--max-semi-space-size=4', '--expose-gc'];

/**
 * glibc gives freed memory back to the system instead of keeping it for each of many threads: a tenth of a worker.
 * Elsewhere the variables mean nothing.
 *
 * @see https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
const allocatorEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' };

export function apiSpec(context: NodeChildContext, url: string): ChildSpec {
  return {
    name: 'api',
    title: 'The API',
    command: nodeCommand(context, apiFlags, 'api/main.ts'),
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
    command: nodeCommand(context, workerFlags, 'worker/main.ts'),
    isReady,
    needs: context.needs,
    stopSignal: 'SIGTERM',
    stopTimeoutMs: 20_000,
    remedy: 'Read the log; it names what the worker could not reach or read.',
  };
}

function nodeCommand(context: NodeChildContext, flags: readonly string[], script: string): ChildSpec['command'] {
  return {
    file: process.execPath,
    args: [...flags, join(context.root, script)],
    cwd: context.root,
    env: { ...allocatorEnv, ...context.env },
  };
}
