import type { Discovery } from '../../core/connection-requests.ts';
import type { HandlerContext } from './handler-context.ts';

/** Lists the objects of a connection and their fields. */
export function discover({ session, input, signal }: HandlerContext<'discover'>): Promise<Discovery> {
  return session.discover(input.ends, signal);
}
