import type { RequestResult } from '../../core/connection-requests.ts';
import type { Asked } from './asked.ts';
import { readRecords } from './read-records.ts';

/** Reads a few records as they are, for trying a mapping on them. */
export function sample({ session, input, signal }: Asked<'sample'>): Promise<RequestResult<'sample'>> {
  const { object, options, where = [], limit } = input;
  return readRecords(session.openSource({ object, options, where, recordsMax: limit }), { limit, session }, signal);
}
