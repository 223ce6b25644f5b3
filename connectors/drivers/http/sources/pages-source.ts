import type { Json } from '../../../../core/json.ts';
import type { ReadingStart, RecordSource, SourcePage } from '../../../../core/records.ts';
import type { HttpPages } from '../../../kit/http/operations.ts';
import { beginIncremental, startReading } from '../exchange/incremental.ts';
import type { Fault } from '../../../kit/fault.ts';
import { interpretPage } from '../exchange/interpret.ts';
import { isStorable } from '../../../kit/type-guards.ts';
import { shrinkPage } from '../exchange/page-cursor.ts';
import { planPage } from '../exchange/plan.ts';
import { createCallNamer } from '../call.ts';
import type { HttpContext } from '../context.ts';

/**
 * Reads an object page by page: one call per page, and one before the first page if the object requires it.
 *
 * A page that is too large or too slow for the system is requested again with half the size, until it succeeds or
 * cannot be halved.
 */
export function createPagesSource(context: HttpContext, read: HttpPages): RecordSource {
  const calls = createCallNamer(context.connectorId, 'list');
  const { incremental } = read;
  return {
    ...(incremental === undefined ? {} : { begin: (from: ReadingStart) => beginIncremental(incremental, from) }),
    async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
      for (let place = startReading(read, cursor, context.clock.now()); ;) {
        const planned = planPage(read, place, context.scope);
        if (!planned.ok) throw calls.toError({ ...planned.fault, kind: 'config' }, undefined);
        const { plan } = planned;
        const smaller = shrinkPage(read.paginate, place);
        const shrinkable = smaller !== undefined;
        const exchanged = await context.client.exchange({ plan, signal, repeatable: true, shrinkable });
        const page =
          exchanged.status === 'failed'
            ? { fault: exchanged.fault }
            : interpretPage(read, exchanged.answer, place, context.isAllowed);
        if ('fault' in page) {
          const status = exchanged.status === 'answered' ? exchanged.answer.status : undefined;
          if (page.fault.tooLarge !== true || smaller === undefined) throw calls.toError(page.fault, plan, status);
          place = smaller;
        } else if (page.opened === true && page.next !== undefined) {
          place = page.next;
        } else {
          const { records, next, watermark } = page;
          if (!isStorable(next ?? null) || !isStorable(watermark ?? null)) throw calls.toError(oddPlace, plan);
          return {
            records,
            next,
            watermark,
            bytes: exchanged.status === 'answered' ? exchanged.answer.body.length : 0,
          };
        }
      }
    },
  };
}

const oddPlace: Fault = {
  kind: 'schema_drift',
  message: 'The next-page cursor contains characters that cannot be stored: NUL, or half of a character pair.',
};
