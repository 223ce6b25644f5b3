import { explainRunRecord } from '../../runs/explain/explain-record.ts';
import type { RequestResult } from '../../core/connection-requests.ts';
import type { HandlerContext } from './handler-context.ts';

/** Explains what a run did with a record; the source is the connection that is asked about. */
export function explain({
  deps,
  orgId,
  session,
  input,
  signal,
}: HandlerContext<'explain'>): Promise<RequestResult<'explain'>> {
  return explainRunRecord(deps, orgId, input, session, signal);
}
