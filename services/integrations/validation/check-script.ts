import { type FieldError, HubError } from '../../../core/errors.ts';
import { type Script, ScriptRunnerError, type Scripts } from '../../../core/scripts.ts';
import { messages } from '../../../core/messages.ts';

const retryAfterSeconds = 5;

/**
 * Has the sandbox load a script: its syntax, its top level, its default export. Nothing of it runs in this process.
 *
 * A matter of milliseconds, and of a second when the sandbox has to be started first; so it may stand in a transaction.
 *
 * @throws {HubError} `service_unavailable` when the sandbox does not start.
 */
export async function checkScript(
  scripts: Scripts | undefined,
  orgId: string,
  script: Script | undefined,
): Promise<FieldError[]> {
  if (script === undefined) return [];
  if (scripts === undefined) {
    return [{ path: 'script', code: 'script_unavailable', message: messages.scriptsUnavailable }];
  }
  const checked = await withSandbox(() => scripts.check(orgId, script));
  return checked.ok ? [] : [{ path: 'script.source', code: 'invalid_script', message: checked.message }];
}

/** @throws {HubError} `service_unavailable` when the work needs the sandbox for scripts, and that is not there. */
export async function withSandbox<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ScriptRunnerError)) throw error;
    throw new HubError('service_unavailable', messages.scriptRunnerUnavailable, {
      retryAfterSeconds,
      cause: error,
    });
  }
}
