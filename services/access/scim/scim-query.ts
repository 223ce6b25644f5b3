import { z } from 'zod';
import { parseScim } from './scim-request.ts';

/** Which part of a list is asked for. */
export interface ScimPage {
  filter: string | undefined;
  /** Counts from 1. */
  startIndex: number;
  count: number;
}

/** And which attributes of its resources, in lower case. Absent: all. */
export interface ScimQuery extends ScimPage {
  attributes: ReadonlySet<string> | undefined;
  excludedAttributes: ReadonlySet<string> | undefined;
}

interface AskedQuery {
  filter?: string | undefined;
  startIndex?: number | undefined;
  count?: number | undefined;
  attributes?: readonly string[] | undefined;
  excludedAttributes?: readonly string[] | undefined;
}

/** Of a page. */
export const scimCountMax = 200;

const startMax = 1_000_000;

/** Counts beyond the most become the most (RFC 7644 §3.4.2.4). */
export function toQuery({ filter, startIndex = 1, count = scimCountMax / 2, ...names }: AskedQuery): ScimQuery {
  return {
    filter,
    startIndex: clamp(startIndex, 1, startMax, 1),
    count: clamp(count, 0, scimCountMax, scimCountMax / 2),
    attributes: foldAttributes(names.attributes),
    excludedAttributes: foldAttributes(names.excludedAttributes),
  };
}

function clamp(value: number, min: number, max: number, fallback: number): number {
  return Number.isNaN(value) ? fallback : Math.min(Math.max(Math.trunc(value), min), max);
}

/** Without schemas and without parts: `urn:…:User:name.givenName` asks for `name`. */
function foldAttributes(list: readonly string[] | undefined): Set<string> | undefined {
  if (list === undefined) return undefined;
  const names = list.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/^urn:.*:(?=[a-z])/, ''),
  );
  return new Set(names.map((name) => name.replace(/\..*$/, '')).filter((name) => name !== ''));
}

const namesMax = 100;
const names = z.array(z.string().max(1024)).max(namesMax).optional();

/** What is asked for in the body of `.search`. Orders are passed over, as in addresses. */
const searchBody = z.object({
  filter: z.string().optional(),
  startIndex: z.number().optional(),
  count: z.number().optional(),
  attributes: names,
  excludedAttributes: names,
});

/** @throws {ScimError} `invalidValue` @see https://www.rfc-editor.org/rfc/rfc7644#section-3.4.3 */
export function parseSearch(body: unknown): ScimQuery {
  return toQuery(parseScim(searchBody, body));
}
