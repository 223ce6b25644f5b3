import { FormulaError } from '../values/formula-error.ts';
import { type Address, networkContains, parseAddress, parseNetwork } from '../values/ip-address.ts';
import type { ValueObject } from '../values/value.ts';
import { decodeQuery } from '../values/query.ts';
import { example, type FunctionFamily, overload, parameter } from './define.ts';
import { boolean, number, object, text } from './signature.ts';

const value = parameter('value', text);
const address = parameter('address', text);
const network = parameter('network', text);

function readAddress(input: string): Address {
  const read = parseAddress(input);
  if (read !== undefined) return read;
  throw new FormulaError('invalid_argument', 'The text is not an IP address');
}

function readNetwork(input: string): NonNullable<ReturnType<typeof parseNetwork>> {
  const read = parseNetwork(input);
  if (read !== undefined) return read;
  throw new FormulaError('invalid_argument', 'The text is not a network such as 10.0.0.0/8');
}

const macForms = /^(?:[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\1[0-9a-f]{2}){4}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}|[0-9a-f]{12})$/;

function readMac(input: string): string | undefined {
  const small = input.trim().toLowerCase();
  return macForms.test(small) ? small.replace(/[:.-]/g, '') : undefined;
}

function writeMac(input: string, separator: string): string {
  const digits = readMac(input);
  if (digits === undefined) throw new FormulaError('invalid_argument', 'The text is not a MAC address');
  if (separator.length > 1) throw new FormulaError('invalid_argument', 'The separator must be one character or empty');
  return digits.replace(/..(?=.)/g, `$&${separator.replace('$', '$$$$')}`);
}

/** `arn:partition:service:region:account-id:resource`, where the resource may contain any characters. */
function parseArn(input: string): ValueObject {
  const [start, partition, service, region, account, ...resource] = input.trim().split(':');
  if (start !== 'arn' || !partition || !service || resource.length === 0) {
    throw new FormulaError('invalid_argument', 'The text is not an Amazon Resource Name');
  }
  return {
    partition,
    service,
    region: region || null,
    account: account || null,
    resource: resource.join(':'),
  };
}

function parseUrl(input: string): ValueObject {
  const url = URL.parse(input);
  if (url === null) throw new FormulaError('invalid_argument', 'The text is not an absolute URL such as https://x.org');
  return {
    scheme: url.protocol.slice(0, -1),
    host: url.hostname || null,
    port: url.port === '' ? null : Number(url.port),
    path: url.pathname,
    query: decodeQuery(url.search.slice(1)),
    fragment: url.hash === '' ? null : url.hash.slice(1),
  };
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;

/** @see https://www.rfc-editor.org/rfc/rfc1123#section-2.1 */
function isHostname(input: string): boolean {
  const name = input.endsWith('.') ? input.slice(0, -1) : input;
  return name.length <= 253 && parseAddress(name) === undefined && name.split('.').every((part) => label.test(part));
}

/** Network addresses and URLs. */
export const networks: FunctionFamily = {
  name: 'Networks',
  functions: [
    {
      name: 'isIp',
      description: 'Whether a text is an IPv4 or IPv6 address.',
      overloads: [overload([value], boolean, (input) => parseAddress(input) !== undefined)],
      examples: [example("isIp('192.0.2.7')", true), example("isIp('192.0.2.07')", false)],
    },
    {
      name: 'ipVersion',
      description: 'The version of an IP address, 4 or 6.',
      overloads: [overload([address], number, (input) => (readAddress(input).kind() === 'ipv4' ? 4 : 6))],
      examples: [example("ipVersion('2001:db8::1')", 6)],
    },
    {
      name: 'normalizeIp',
      description: 'The canonical form of an IP address (RFC 5952).',
      overloads: [
        overload([address], text, (input) => {
          const read = readAddress(input);
          return 'toRFC5952String' in read ? read.toRFC5952String() : read.toString();
        }),
      ],
      examples: [example("normalizeIp('2001:DB8:0:0:0::1')", '2001:db8::1')],
    },
    {
      name: 'isPublicIp',
      description: 'Whether an IP address is public: not private, local, reserved or shared.',
      overloads: [overload([address], boolean, (input) => readAddress(input).range() === 'unicast')],
      examples: [example("isPublicIp('8.8.8.8')", true), example("isPublicIp('10.1.2.3')", false)],
    },
    {
      name: 'isCidr',
      description: 'Whether a text is a network: an IP address with a prefix length.',
      overloads: [overload([value], boolean, (input) => parseNetwork(input) !== undefined)],
      examples: [example("isCidr('10.0.0.0/8')", true), example("isCidr('10.0.0.0/33')", false)],
    },
    {
      name: 'cidrContains',
      description: 'Whether a network contains an IP address or another network.',
      overloads: [
        overload([network, address], boolean, (outer, inner) =>
          networkContains(readNetwork(outer), inner.includes('/') ? readNetwork(inner) : readAddress(inner)),
        ),
      ],
      examples: [
        example("cidrContains('10.0.0.0/8', '10.1.2.3')", true),
        example("cidrContains('10.0.0.0/8', '10.1.0.0/16')", true),
        example("cidrContains('2001:db8::/32', '10.1.2.3')", false),
      ],
    },
    {
      name: 'cidrPrefix',
      description: 'The prefix length of a network.',
      overloads: [overload([network], number, (input) => readNetwork(input).prefix)],
      examples: [example("cidrPrefix('10.1.0.0/16')", 16)],
    },
    {
      name: 'isMac',
      description: 'Whether a text is a MAC address of 48 bits, with colons, hyphens, dots or no separators.',
      overloads: [overload([value], boolean, (input) => readMac(input) !== undefined)],
      examples: [example("isMac('00-1A-2B-3C-4D-5E')", true), example("isMac('001A.2B3C.4D')", false)],
    },
    {
      name: 'normalizeMac',
      description: 'A MAC address in lower case, with colons or the given separator.',
      overloads: [
        overload([value], text, (input) => writeMac(input, ':')),
        overload([value, parameter('separator', text)], text, writeMac),
      ],
      examples: [
        example("normalizeMac('001A.2B3C.4D5E')", '00:1a:2b:3c:4d:5e'),
        example("normalizeMac('00:1A:2B:3C:4D:5E', '')", '001a2b3c4d5e'),
      ],
    },
    {
      name: 'isHostname',
      description: 'Whether a text is a valid DNS host name.',
      overloads: [overload([value], boolean, isHostname)],
      examples: [example("isHostname('db-1.example.com')", true), example("isHostname('-db.example.com')", false)],
    },
    {
      name: 'parseUrl',
      description: 'The parts of an absolute URL, without user and password.',
      overloads: [overload([value], object, parseUrl)],
      examples: [
        example("parseUrl('https://ada:pw@x.org:8443/a/b?q=1#top')", {
          scheme: 'https',
          host: 'x.org',
          port: 8443,
          path: '/a/b',
          query: { q: '1' },
          fragment: 'top',
        }),
      ],
    },
    {
      name: 'parseArn',
      description: 'The parts of an Amazon Resource Name.',
      overloads: [overload([value], object, parseArn)],
      examples: [
        example("parseArn('arn:aws:iam::123456789012:user/ada')", {
          partition: 'aws',
          service: 'iam',
          region: null,
          account: '123456789012',
          resource: 'user/ada',
        }),
      ],
    },
  ],
};
