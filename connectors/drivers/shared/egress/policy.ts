import { BlockList, isIP, isIPv6 } from 'node:net';
import type { EgressPolicy } from '../session.ts';
import { isPublicAddress } from './ranges.ts';

/** The operator's compiled entries. */
export interface CompiledPolicy {
  /** True when the operator opened this address or host and port, or the address is public. */
  permits(target: Target): boolean;
  /** True when the operator named this very place: only there may the connection be unencrypted. */
  opens(target: Target): boolean;
  /** Takes every connection in place of its host. Tests only. */
  loopbackPort: number | undefined;
}

/** The destination of a connection. */
interface Target {
  host: string;
  address: string;
  port: number;
}

interface Entry {
  host: string | undefined;
  network: BlockList | undefined;
  port: number | undefined;
  /** The entry opens one place: a host or a single address, with a port. */
  isPlace: boolean;
}

/**
 * Compiles the operator's `host:port`, `cidr` and `cidr:port` entries; IPv6 networks with a port stand in brackets.
 *
 * The hub's own servers are closed to networks that are opened around them: only an entry that names the place opens
 * it.
 *
 * @throws {TypeError} naming the invalid entry.
 */
export function compilePolicy(policy: EgressPolicy): CompiledPolicy {
  const entries = policy.allow.map(parseEntry);
  const own = (policy.own ?? []).map(parseEntry);
  const isOwn = (target: Target): boolean => own.some((entry) => covers(entry, target));
  const opens: CompiledPolicy['opens'] = (target) => {
    const opening = entries.filter((entry) => covers(entry, target));
    return opening.some(({ isPlace }) => isPlace) || (opening.length > 0 && !isOwn(target));
  };
  return {
    loopbackPort: policy.loopbackPort,
    opens,
    permits: (target) => opens(target) || (isPublicAddress(target.address) && !isOwn(target)),
  };
}

function covers(entry: Entry, { host, address, port }: Target): boolean {
  if (entry.port !== undefined && entry.port !== port) return false;
  return entry.host === host || entry.network?.check(address, isIPv6(address) ? 'ipv6' : 'ipv4') === true;
}

/** Any text without slash before the last colon that is followed by digits, or the whole text. */
const entryPattern = /^(?:\[([^\]]+)\]|([^[\]:]+)|([0-9a-f:.]*:[0-9a-f:.]*\/[0-9]+))(?::([0-9]{1,5}))?$/i;

function parseEntry(text: string): Entry {
  const [, bracketed, plain, network] = entryPattern.exec(text.trim()) ?? [];
  const port = /:([0-9]{1,5})$/.exec(network === undefined ? text.trim() : '')?.[1];
  const place = bracketed ?? plain ?? network;
  const [address = '', prefix] = place?.split('/') ?? [];
  const family = isIP(address);
  const bitsMax = family === 4 ? 32 : 128;
  const bits = prefix === undefined ? bitsMax : Number(prefix);
  if (family !== 0 && (prefix !== undefined || port !== undefined) && Number.isInteger(bits) && bits <= bitsMax) {
    const list = new BlockList();
    list.addSubnet(address, bits, family === 4 ? 'ipv4' : 'ipv6');
    const isPlace = port !== undefined && bits === bitsMax;
    return { host: undefined, network: list, port: port === undefined ? undefined : Number(port), isPlace };
  }
  if (family === 0 && address !== '' && prefix === undefined && port !== undefined) {
    return { host: address.toLowerCase(), network: undefined, port: Number(port), isPlace: true };
  }
  throw new TypeError(`Not an egress rule: ${text}. It is \`host:port\`, \`cidr\` or \`cidr:port\`.`);
}
