import type { Json } from '../../../core/json.ts';
import type { RecordSource, SourcePage } from '../../../core/records.ts';
import type { HttpPages } from '../http-operations.ts';
import { interpretPage } from '../interpret.ts';
import { planPage } from '../plan.ts';
import { createCallNamer } from './call.ts';
import type { HttpContext } from './context.ts';

/** Reads an object whose system hands it out in pages: one call a page. */
export function createPagesSource(context: HttpContext, read: HttpPages): RecordSource {
  const calls = createCallNamer(context.connectorId, 'list');
  return {
    async readPage(cursor: Json, signal: AbortSignal): Promise<SourcePage> {
      const planned = planPage(read, cursor, context.scope);
      if (!planned.ok) throw calls.toError({ ...planned.fault, kind: 'config' }, undefined);
      const { plan } = planned;
      const exchanged = await context.client.exchange({ plan, signal, repeatable: true });
      if (exchanged.status === 'failed') throw calls.toError(exchanged.fault, plan);
      const { answer } = exchanged;
      const page = interpretPage(read, answer, cursor, context.isAllowed);
      if ('fault' in page) throw calls.toError(page.fault, plan, answer.status);
      return { ...page, bytes: answer.body.length };
    },
  };
}
