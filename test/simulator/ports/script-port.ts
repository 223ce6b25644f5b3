import { type ScriptAnswer, ScriptRunnerError, type ScriptExecutor } from '../../../core/scripts.ts';
import type { Attempt } from '../attempt.ts';
import { applyScript } from '../plan-under-test.ts';
import type { Sim } from '../sim.ts';
import { toError } from '../virtual-process.ts';

/** The sandbox for scripts as one process reaches it: slow at times, and at times not there. */
export function openScripts(sim: Sim, attempt: Attempt): ScriptExecutor {
  const { nemesis, config } = sim;
  return {
    run: (_script, entries, signal) => {
      attempt.calls('script');
      if (signal.aborted) return Promise.reject(toError(signal.reason));
      attempt.meetFault('script');
      const lost = nemesis.strikes(config.faultRates.read / 4);
      return new Promise<ScriptAnswer>((resolve, reject) => {
        const onAbort = (): void => {
          answer.cancel();
          reject(toError(signal.reason));
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const answer = attempt.process.deliverIn(nemesis.rng.longTail(10_000), () => {
          signal.removeEventListener('abort', onAbort);
          if (!lost) return resolve({ ok: true, outcomes: entries.map(({ record }) => applyScript(record)) });
          attempt.disturb();
          attempt.say(() => 'script FAILS: the sandbox is lost');
          reject(new ScriptRunnerError('The sandbox is lost.'));
        });
      });
    },
  };
}
