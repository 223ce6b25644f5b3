import type { RequestResult } from '../../core/connection-requests.ts';
import type { HandlerContext } from './handler-context.ts';
import { readRecords } from './read-records.ts';

/** Reads a few records as they are, for trying a mapping on them. */
export function sample({ session, input, signal }: HandlerContext<'sample'>): Promise<RequestResult<'sample'>> {
  const { object, options, where = [], limit } = input;
  return readRecords(session.openSource({ object, options, where, recordsMax: limit }), { limit, session }, signal);
}
