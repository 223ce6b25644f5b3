import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface Network {
  address: Address;
  /** Length of the prefix in bits. */
  prefix: number;
}

/** Parses an address: four decimal numbers without leading zeros, or IPv6 without a zone. */
export function parseAddress(text: string): Address | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  const isPlain = text.includes(':') && !text.includes('%');
  return isPlain && ipaddr.IPv6.isValid(text) ? ipaddr.IPv6.parse(text) : undefined;
}

/** Parses `address/prefix`; host bits may be set. */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const address = slash === -1 ? undefined : parseAddress(text.slice(0, slash));
  const digits = text.slice(slash + 1);
  if (address === undefined || !/^(?:0|[1-9]\d{0,2})$/.test(digits)) return undefined;
  const prefix = Number(digits);
  return prefix <= (address.kind() === 'ipv4' ? 32 : 128) ? { address, prefix } : undefined;
}

/** Whether a network contains an address or another network. IPv4-mapped IPv6 addresses count as IPv4. */
export function networkContains(outer: Network, inner: Network | Address): boolean {
  const isNetwork = 'prefix' in inner;
  if (isNetwork && inner.prefix < outer.prefix) return false;
  const address = isNetwork ? inner.address : unmap(inner);
  if (address.kind() !== outer.address.kind()) return false;
  return address.match([outer.address, outer.prefix]);
}

function unmap(address: Address): Address {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}
