import { type NetworkList, toAddress } from '../../services/shared/networks.ts';
import { type HubContext, toRemoteAddress } from '../hub-context.ts';

/**
 * Finds where a request comes from: the other end of its socket, or, where that is a trusted proxy, the last address of
 * `X-Forwarded-For` that is none. What stands before that one was sent by the client and says nothing.
 *
 * @returns `undefined` where it is unknown, also when a trusted proxy sent something that is no address.
 * @see https://developer.mozilla.org/en-US/docs/Web/HTTP/Reference/Headers/X-Forwarded-For#selecting_an_ip_address
 */
export function readClientAddress(c: HubContext, trustedProxies: NetworkList): string | undefined {
  const socket = toRemoteAddress(c);
  let address = socket === undefined ? undefined : toAddress(socket);
  const forwarded = c.req.header('x-forwarded-for')?.split(',') ?? [];
  while (address !== undefined && trustedProxies.has(address)) {
    const previous = forwarded.pop();
    if (previous === undefined) return address;
    address = toAddress(previous.trim());
  }
  return address;
}

/** Who sent a request, and whether it is a trusted proxy that brings it, whose headers count. */
export function readSender(
  c: HubContext,
  trustedProxies: NetworkList,
): { address: string | undefined; isTrustedProxy: boolean } {
  const socket = toRemoteAddress(c);
  const proxy = socket === undefined ? undefined : toAddress(socket);
  return {
    address: readClientAddress(c, trustedProxies),
    isTrustedProxy: proxy !== undefined && trustedProxies.has(proxy),
  };
}
