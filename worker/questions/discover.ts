import type { Discovery } from '../../core/connection-requests.ts';
import type { Asked } from './asked.ts';

/** Lists the objects of a connection and their fields. */
export function discover({ session, input, signal }: Asked<'discover'>): Promise<Discovery> {
  return session.discover(input.ends, signal);
}
