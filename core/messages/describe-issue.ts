import { z } from 'zod';
import { messages } from '../messages.ts';

type RawIssue = z.core.$ZodRawIssue;

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: '`true` or `false`',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  null: '`null`',
};

const units: Readonly<Record<string, readonly [string, string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
};

/** What is asked for by name; other formats say it by their pattern. */
const formats: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'a date and time as in 2026-01-31T12:00:00Z',
  date: 'a date as in 2026-01-31',
  time: 'a time of day as in 12:00:00',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  cidrv4: 'an IPv4 network as in 192.0.2.0/24',
  cidrv6: 'an IPv6 network as in 2001:db8::/32',
  base64: 'Base64',
  base64url: 'Base64 for URLs',
};

/** Says what is wrong where a schema does not say it itself. @returns nothing of what zod says as well, or a field lacks. */
export function describeIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const expected = kinds[issue.expected];
      const received = kinds[z.core.util.parsedType(issue.input)];
      if (expected === undefined || received === undefined) return undefined;
      const isFraction = issue.expected === 'int' && typeof issue.input === 'number';
      return messages.kindInvalid({ expected, received: isFraction ? undefined : received });
    }
    case 'too_small':
    case 'too_big':
      return describeSize(issue);
    case 'not_multiple_of':
      return messages.multipleInvalid({ of: String(issue.divisor) });
    case 'invalid_format': {
      const expected = formats[issue.format];
      return expected === undefined ? undefined : messages.kindInvalid({ expected, received: undefined });
    }
    default:
      return undefined;
  }
}

function describeSize(issue: Extract<RawIssue, { code: 'too_small' | 'too_big' }>): string | undefined {
  const isLeast = issue.code === 'too_small';
  const limit = isLeast ? issue.minimum : issue.maximum;
  const unit = units[issue.origin];
  if (unit === undefined) {
    if (!['number', 'int', 'bigint'].includes(issue.origin)) return undefined;
    const { inclusive = true } = issue;
    return messages.numberOutside({ limit: String(limit), isLeast, isInclusive: inclusive });
  }
  const counted = `${limit} ${unit[Number(limit) === 1 ? 0 : 1]}`;
  return messages.sizeOutside({ counted, isLeast, isExact: issue.exact === true });
}
