import type { JsonObject } from '../../../core/json.ts';
import type { RecordFinder } from '../../../core/records.ts';
import { decodeBody } from '../shared/decode/body.ts';
import { namesKey } from '../../kit/http/names-record.ts';
import type { HttpFind } from '../../kit/http/operations.ts';
import { catchFault } from '../shared/catch-fault.ts';
import { explainNotFound } from './exchange/interpret.ts';
import { planSearch } from './exchange/plan.ts';
import { createCallNamer } from './call.ts';
import type { HttpContext } from './context.ts';
import type { FinderRequest } from '../shared/session.ts';
import { runConcurrently } from '../shared/run-concurrently.ts';

/**
 * Finds records with calls that search for several values each.
 *
 * @param tellsRefusals What the system refuses to look for is an error where it may be the field that it does not know; else it is
 *   not there.
 */
export function createHttpFinder(
  context: HttpContext,
  find: HttpFind,
  { key, tellsRefusals = false }: Pick<FinderRequest, 'key' | 'tellsRefusals'>,
): RecordFinder {
  const calls = createCallNamer(context.connectorId, 'find');
  const mayBeKey = tellsRefusals && namesKey(find);

  const search = async (values: readonly string[], signal: AbortSignal): Promise<JsonObject[]> => {
    const planned = planSearch(find, key, values, context.scope);
    // A value that cannot be part of an address finds nothing.
    if (!planned.ok) return [];
    const { plan } = planned;
    const exchanged = await context.client.exchange({ plan, signal, repeatable: true });
    if (exchanged.status === 'failed') throw calls.toError(exchanged.fault, plan);
    const { answer } = exchanged;
    const { fault } = answer;
    if (answer.status === 204 || (fault?.kind === 'not_found' && find.notFoundIsAbsent)) return [];
    // What the system refuses to look for, it does not have. Of several values, it is not known which one it refuses.
    if (fault?.kind === 'validation' && values.length === 1 && !mayBeKey) return [];
    if (fault !== undefined) throw calls.toError(explainNotFound(fault), plan, answer.status);
    const decoded = catchFault(() => decodeBody(answer.body, find.format));
    if ('fault' in decoded) throw calls.toError(decoded.fault, plan, answer.status);
    return find.shape === undefined ? decoded.records : decoded.records.map(find.shape);
  };

  return {
    find: async (values, signal) => {
      const found: JsonObject[] = [];
      const starts = values.map((_, index) => index).filter((index) => index % find.valuesMax === 0);
      await runConcurrently(starts, find.concurrency, async (start) => {
        found.push(...(await search(values.slice(start, start + find.valuesMax), signal)));
      });
      return found;
    },
  };
}
