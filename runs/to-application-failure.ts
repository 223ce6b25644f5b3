import { ApplicationFailure } from '@temporalio/activity';
import { ConnectorError } from '../core/connector-error.ts';
import { ScriptRunnerError } from '../core/scripts.ts';
import { RunFailedError } from '../engine/errors.ts';
import { LeaseLostError } from '../engine/ports.ts';
import type { RunError } from '../drizzle/schema/index.ts';
import { StillWritingError } from './store/finish-in-database.ts';
import { RunUnusableError } from '../core/runs/run-unusable-error.ts';
import { messages } from '../core/messages.ts';

/** A segment may let its stream go long before the lease of it ends. */
const askedAgainMs = 1000;

/**
 * Turns any error of an activity into the failure that Temporal keeps: a stable type, no text from outside.
 *
 * Messages of vendors and databases may quote a record, so they go to Postgres only.
 */
export function toApplicationFailure(error: unknown): ApplicationFailure {
  if (error instanceof ConnectorError) {
    const expected = error.kind === 'rate_limited' || error.kind === 'quota' || error.kind === 'maintenance';
    return ApplicationFailure.create({
      type: error.kind,
      message: `${error.connectorId} ${error.operation}: ${error.kind}`,
      nonRetryable: !error.retryable,
      ...(error.retryAfterMs === undefined ? {} : { nextRetryDelay: error.retryAfterMs }),
      ...(expected ? { category: 'BENIGN' } : {}),
    });
  }
  if (error instanceof RunFailedError) return ApplicationFailure.nonRetryable(messages.runFailed, error.code);
  if (error instanceof RunUnusableError) return ApplicationFailure.nonRetryable(messages.runUnusable, error.code);
  if (error instanceof ScriptRunnerError)
    return ApplicationFailure.retryable(messages.runScriptRunnerUnavailable, 'script_runner');
  if (error instanceof LeaseLostError) return ApplicationFailure.retryable(messages.leaseLost, 'lease_lost');
  if (error instanceof StillWritingError) {
    return ApplicationFailure.create({
      type: 'still_writing',
      message: error.message,
      nextRetryDelay: Math.min(error.restMs + 1, askedAgainMs),
      category: 'BENIGN',
    });
  }
  return ApplicationFailure.retryable(messages.runInternalError, 'internal');
}

/** What the run shows of the error. */
export function toRunError(error: unknown): RunError {
  if (error instanceof ConnectorError) {
    return { code: error.kind, message: error.message, connector: error.connectorId, operation: error.operation };
  }
  if (error instanceof RunFailedError) return { code: error.code, message: error.message };
  if (error instanceof RunUnusableError) return { code: error.code, message: error.message };
  if (error instanceof ScriptRunnerError)
    return { code: 'script_runner', message: messages.runScriptRunnerUnavailable };
  return { code: 'internal', message: messages.runInternalError };
}
