import { connect } from 'node:net';
import type { Clock } from '../core/clock.ts';
import { HubError } from '../core/errors.ts';
import { messages } from '../core/messages.ts';

/** What this process depends on, each as one cheap question. */
export interface HealthDeps {
  clock: Clock;
  /** Answers when the database does. */
  askDatabase(): Promise<unknown>;
  temporalAddress: string;
  /** True once the process has been asked to stop. */
  isDraining(): boolean;
}

export interface Readiness {
  status: 'ready' | 'degraded';
  checks: { postgres: Check; temporal: Check };
}

interface Check {
  ok: boolean;
  latency_ms: number;
}

/** Timeout of each question, in milliseconds. */
const budgetMs = 1000;
const retryAfterSeconds = 2;

/**
 * Reports whether requests can be served. Without Temporal they can: runs that are accepted start when it is back.
 *
 * @throws {HubError} `service_unavailable` when the database does not answer, or the process is about to stop.
 */
export async function checkReadiness(deps: HealthDeps): Promise<Readiness> {
  const [postgres, temporal] = await Promise.all([
    check(deps.clock, () => deps.askDatabase()),
    check(deps.clock, (signal) => reach(deps.temporalAddress, signal)),
  ]);
  const checks = { postgres, temporal };
  if (deps.isDraining() || !postgres.ok) {
    const message = deps.isDraining() ? messages.shuttingDown : messages.databaseUnavailable;
    throw new HubError('service_unavailable', message, { details: { checks }, retryAfterSeconds });
  }
  return { status: temporal.ok ? 'ready' : 'degraded', checks };
}

async function check(clock: Clock, ask: (signal: AbortSignal) => Promise<unknown>): Promise<Check> {
  const begun = clock.monotonic();
  const budget = new AbortController();
  const timer = setTimeout(() => budget.abort(), budgetMs);
  const ok = await Promise.race([
    ask(budget.signal).then(
      () => true,
      () => false,
    ),
    new Promise<boolean>((resolve) => budget.signal.addEventListener('abort', () => resolve(false), { once: true })),
  ]);
  clearTimeout(timer);
  return { ok, latency_ms: Math.round(clock.monotonic() - begun) };
}

/** Asks the same question once at a time: while it hangs, later calls wait for the same answer. */
export function shareQuestion(ask: () => Promise<unknown>): () => Promise<unknown> {
  let underWay: Promise<unknown> | undefined;
  return () => {
    underWay ??= ask().finally(() => {
      underWay = undefined;
    });
    return underWay;
  };
}

/** Opens a connection and closes it again. */
function reach(address: string, signal: AbortSignal): Promise<void> {
  const { hostname, port } = new URL(`tcp://${address}`);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
