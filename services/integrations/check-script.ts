import { type FieldError, HubError } from '../../core/errors.ts';
import { type Script, ScriptRunnerError, type Scripts } from '../../core/scripts.ts';

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
    return [{ path: 'script', code: 'script_unavailable', message: 'Scripts are not available here.' }];
  }
  try {
    const checked = await scripts.check(orgId, script);
    return checked.ok ? [] : [{ path: 'script.source', code: 'invalid_script', message: checked.message }];
  } catch (error) {
    if (!(error instanceof ScriptRunnerError)) throw error;
    throw new HubError('service_unavailable', 'The script cannot be checked now. Please try again.', {
      retryAfterSeconds,
      cause: error,
    });
  }
}
