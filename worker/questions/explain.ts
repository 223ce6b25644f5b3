import { explainRunRecord } from '../../runs/explain/explain-record.ts';
import type { RequestResult } from '../../core/connection-requests.ts';
import type { Asked } from './asked.ts';

/** Tells why a run made of a record what it did; the source is the connection that is asked about. */
export function explain({ deps, orgId, session, input, signal }: Asked<'explain'>): Promise<RequestResult<'explain'>> {
  return explainRunRecord(deps, orgId, input, session, signal);
}
