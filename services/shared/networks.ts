import { BlockList, isIP, SocketAddress } from 'node:net';
import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

/** A set of networks, ready for asking. */
export interface NetworkList {
  /** @param address as `toAddress` gives it. */
  has(address: string): boolean;
  /** True when one network of the list holds all of another. @param network as `toNetwork` gives it. */
  holds(network: string): boolean;
}

/**
 * Lets a credential go on only where it may be used.
 *
 * @param address as `toAddress` gives it; `undefined` is inside of no network.
 * @throws {HubError} `forbidden`
 */
export function requireNetwork(caller: { networks?: NetworkList | undefined }, address: string | undefined): void {
  if (caller.networks === undefined || (address !== undefined && caller.networks.has(address))) return;
  throw new HubError('forbidden', messages.addressNotAllowed);
}

type Family = 'ipv4' | 'ipv6';

const widths = { ipv4: 32, ipv6: 128 } as const;
const networkPattern = /^([0-9a-f.:]+)(?:\/(0|[1-9][0-9]{0,2}))?$/i;
/** `::ffff:0:0/96`: IPv4 addresses as an IPv6 socket shows them. @see https://www.rfc-editor.org/rfc/rfc4291#section-2.5.5.2 */
const mappedBits = 0xffffn;
const mappedPrefix = 96;

/**
 * Normalises a network: host bits cleared, IPv6 in its short form, IPv4 also where it was written inside of IPv6.
 * A bare address is the network of itself alone.
 *
 * @returns `undefined` for text that is no network.
 * @example `10.1.2.3/8` → `10.0.0.0/8`, `2001:DB8:0::1` → `2001:db8::1/128`
 */
export function toNetwork(text: string): string | undefined {
  const [, address = '', length] = networkPattern.exec(text) ?? [];
  const parsed = parseAddress(address);
  if (parsed === undefined) return undefined;
  // The length counts the bits of the form that was written, of which IPv4 inside of IPv6 keeps the last ones.
  const written = isIP(address) === 6 ? widths.ipv6 : widths.ipv4;
  const prefix = (length === undefined ? written : Number(length)) - (written - widths[parsed.family]);
  if (prefix < 0 || prefix > widths[parsed.family]) return undefined;
  const hostBits = BigInt(widths[parsed.family] - prefix);
  return `${toText({ ...parsed, bits: (parsed.bits >> hostBits) << hostBits })}/${prefix}`;
}

/**
 * Normalises an address, so that one client has one address: IPv4 in its own form, IPv6 short and without a zone.
 *
 * @returns `undefined` for text that is no address.
 */
export function toAddress(text: string): string | undefined {
  // What counts as IPv4 has one form only.
  if (isIP(text) === 4) return text;
  const parsed = parseAddress(text.replace(/%.*$/, ''));
  return parsed === undefined ? undefined : toText(parsed);
}

/** @throws {TypeError} naming the place of the entry that is no network. */
export function createNetworkList(networks: readonly string[]): NetworkList {
  const parts = networks.map((entry, index) => {
    const [address = '', prefix] = toNetwork(entry)?.split('/') ?? [];
    if (prefix === undefined) throw new TypeError(`Entry ${index + 1} is no network such as 10.0.0.0/8.`);
    return { family: familyOf(address), address, prefix: Number(prefix) };
  });
  const list = toBlockLists(parts);
  return {
    has: (address) => list[familyOf(address)].check(address, familyOf(address)),
    holds: (network) => {
      const [address = '', prefix = ''] = network.split('/');
      const wider = parts.filter((part) => part.prefix <= Number(prefix));
      return toBlockLists(wider)[familyOf(address)].check(address, familyOf(address));
    },
  };
}

/** One list would let `::/0` hold every IPv4 address as well. */
function toBlockLists(
  parts: readonly { family: Family; address: string; prefix: number }[],
): Record<Family, BlockList> {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { family, address, prefix } of parts) lists[family].addSubnet(address, prefix, family);
  return lists;
}

function familyOf(address: string): Family {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

interface Address {
  family: Family;
  bits: bigint;
}

function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 0) return undefined;
  if (version === 4) return { family: 'ipv4', bits: join(text.split('.').map(Number), 8n) };
  // A URL spells every form of an IPv6 address with groups of hexadecimal digits and at most one gap.
  const [head = '', tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::');
  const [before, after] = [toGroups(head), toGroups(tail ?? '')];
  const gap = Array.from({ length: 8 - before.length - after.length }, () => 0);
  const bits = join([...before, ...gap, ...after], 16n);
  const mapped = bits >> BigInt(widths.ipv6 - mappedPrefix) === mappedBits;
  return mapped ? { family: 'ipv4', bits: bits & 0xffff_ffffn } : { family: 'ipv6', bits };
}

function toGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

function join(parts: readonly number[], width: bigint): bigint {
  return parts.reduce((bits, part) => (bits << width) | BigInt(part), 0n);
}

function toText({ family, bits }: Address): string {
  if (family === 'ipv4') return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
  const hex = bits.toString(16).padStart(32, '0');
  return new SocketAddress({ address: hex.replaceAll(/(.{4})(?!$)/g, '$1:'), family }).address;
}
