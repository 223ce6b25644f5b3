/** A place that the operator of a hub opens to its connections. */
export interface EgressRule {
  /** A name in small letters, or a network of addresses. */
  to: { host: string } | { address: string; bits: number; family: 'ipv4' | 'ipv6' };
  /** Absent: any. */
  port: number | undefined;
  /** One place: a host or a single address, with a port. */
  isPlace: boolean;
}

/** What a rule may be, for people. */
export const egressRuleForms =
  '`address`, `cidr`, `host:port`, `address:port` or `cidr:port`, IPv6 with a port in brackets';

/** Something in brackets, or without colon, before a port; or IPv6 without one. */
const pattern = /^(?:(?:\[([^\]]+)\]|([^[\]:]+))(?::([0-9]{1,5}))?|([0-9a-f:.]*:[0-9a-f:.]*(?:\/[0-9]+)?))$/i;

/** The supervisor of `npm start` reads rules, too, which loads no package: URLs know what an IPv6 address is. */
const isIPv6 = (text: string): boolean => text.includes(':') && URL.canParse(`http://[${text}]/`);
const isIPv4 = (text: string): boolean => /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/.test(text);

/** Reads an entry of `HUB_EGRESS_ALLOW`; `undefined` for a text that is no rule. */
export function readEgressRule(text: string): EgressRule | undefined {
  const [, bracketed, plain, digits, bare] = pattern.exec(text.trim()) ?? [];
  const [address = '', prefix, ...more] = (bracketed ?? plain ?? bare ?? '').split('/');
  const port = digits === undefined ? undefined : Number(digits);
  if (more.length > 0 || (port !== undefined && port > 65_535)) return undefined;
  const family = isIPv4(address) ? 'ipv4' : isIPv6(address) ? 'ipv6' : undefined;
  if (family === undefined) {
    if (address === '' || prefix !== undefined || port === undefined) return undefined;
    return { to: { host: address.toLowerCase() }, port, isPlace: true };
  }
  const bitsMax = family === 'ipv4' ? 32 : 128;
  if (prefix !== undefined && !/^[0-9]{1,3}$/.test(prefix)) return undefined;
  const bits = prefix === undefined ? bitsMax : Number(prefix);
  if (bits > bitsMax) return undefined;
  return { to: { address, bits, family }, port, isPlace: port !== undefined && bits === bitsMax };
}
