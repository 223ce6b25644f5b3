import type { JsonObject } from '../../../core/json.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';

/** Why a step fails that called another integration. @param answer What became of the call. */
export function describeFailure({ outcome, code, message, run_id: run }: JsonObject): RecordProblem {
  const text = typeof message === 'string' ? message : undefined;
  const named = typeof run === 'string' ? ` (${run})` : '';
  switch (outcome) {
    case 'refused':
      return {
        code: typeof code === 'string' ? code : 'call_refused',
        message: text ?? 'The integration could not be called.',
      };
    case 'canceled':
      return {
        code: 'call_canceled',
        message: 'What the step called was canceled. Retry the item to call it once more.',
      };
    case 'interrupted':
      return {
        code: 'call_interrupted',
        message: 'A newer item of the same record ended what the step called. Retry the item to call it once more.',
      };
    case 'left':
      return {
        code: 'call_failed',
        message: `The run of the called integration${named} ended before it had come to the end of its item: see why there. Retry the item to go on.`,
      };
    default:
      return { code: 'call_failed', message: `The called integration failed${text === undefined ? '.' : `: ${text}`}` };
  }
}
