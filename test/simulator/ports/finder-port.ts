import { ConnectorError } from '../../../core/connector-error.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Searched } from '../../../engine/stages/enrich-records.ts';
import { KnownRecords } from '../../../engine/stages/known-records.ts';
import type { Attempt } from '../attempt.ts';
import { findDetails } from '../plan-under-test.ts';
import type { Sim } from '../sim.ts';
import { toError } from '../virtual-process.ts';

/** So little that records are forgotten again. */
const knownMax = 300;

/** The object that records are completed with, as one process reaches it: slow at times, and at times not there. */
export function openFinder(sim: Sim, attempt: Attempt): Searched {
  const { nemesis, config } = sim;
  const find = (values: readonly string[], signal: AbortSignal): Promise<JsonObject[]> => {
    attempt.calls('enrich');
    if (signal.aborted) return Promise.reject(toError(signal.reason));
    attempt.meetFault('enrich');
    const fails = nemesis.strikes(config.faultRates.read / 4);
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        answer.cancel();
        reject(toError(signal.reason));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const answer = attempt.process.deliverIn(nemesis.rng.longTail(10_000), () => {
        signal.removeEventListener('abort', onAbort);
        if (!fails) return resolve(findDetails(values));
        attempt.disturb();
        attempt.say(() => 'enrich FAILS');
        const place = { connectorId: 'simulated', operation: 'find' };
        reject(new ConnectorError('transient', 'The other object cannot be read.', place));
      });
    });
  };
  return { finder: { find }, known: new KnownRecords(knownMax) };
}
