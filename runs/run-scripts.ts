import type { ConsoleLine, ScriptExecutor } from '../core/scripts.ts';
import type { RunAddress } from './load/load-run.ts';
import { toStorable } from '../core/mask-values.ts';
import type { ActivityDeps } from './deps.ts';
import { writeRunLog } from './write-run-log.ts';
import { messages } from '../core/messages.ts';

/** Console lines of one segment that the run's log shows. */
const linesMax = 100;

/**
 * Opens the sandbox for a run. All of its segments see the same time, that of its making, and the same chance.
 *
 * @returns also what puts the console lines so far into the run's log: they are the script's own words, records included
 *   where it prints them.
 */
export function openScripts(
  { scripts }: Pick<ActivityDeps, 'scripts'>,
  address: RunAddress,
): { executor: ScriptExecutor; writeConsole: (deps: Pick<ActivityDeps, 'database' | 'log'>) => Promise<void> } {
  const lines: ConsoleLine[] = [];
  let leftOut = 0;
  const executor = scripts.open({
    orgId: address.orgId,
    nowMs: readMadeAtMs(address.runId),
    seed: address.runId,
    onConsole: (line) => {
      if (lines.length < linesMax) lines.push(line);
      else leftOut += 1;
    },
  });
  return {
    executor,
    writeConsole: async (deps) => {
      if (lines.length === 0) return;
      const details = {
        lines: lines.map(({ level, text }) => `${level}: ${toStorable(text)}`),
        ...(leftOut === 0 ? {} : { left_out: leftOut }),
      };
      await writeRunLog(deps, address, {
        level: 'info',
        code: 'script_console',
        message: messages.scriptConsole,
        details,
      });
    },
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc9562#section-5.7 (a UUID of version 7 begins with its time) */
function readMadeAtMs(runId: string): number {
  return Number.parseInt(runId.replaceAll('-', '').slice(0, 12), 16);
}
