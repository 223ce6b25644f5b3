import type { Json, JsonObject } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { parseJson } from '../type-guards.ts';
import { parseTemplate, renderPlain } from '../template.ts';
import type { EventPlace, TimeUnit, When } from './webhook.ts';

/** A request of a vendor, before it is parsed. */
export interface Delivery {
  method: string;
  query: URLSearchParams;
  /** By lower-case name; several of one name stand in one text, with commas between them. */
  headers: Readonly<Record<string, string>>;
  /** As it came: signatures are over these bytes. */
  body: Buffer;
  /** Who sent it, as the hub sees it. Default: unknown, and through no proxy of ours. */
  sender?: { address: string | undefined; isTrustedProxy: boolean };
}

/** A delivery with its parsed body. */
export interface ReadDelivery extends Delivery {
  /** `undefined` where the body is empty or not JSON. */
  json: Json | undefined;
}

/** Reads the body, whatever type it claims: SNS sends JSON as plain text. */
export function readDelivery(delivery: Delivery): ReadDelivery {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(delivery.body);
    return { ...delivery, json: text === '' ? undefined : parseJson(text) };
  } catch {
    return { ...delivery, json: undefined };
  }
}

/**
 * @returns `undefined` where there is no text or number; a query parameter, or a member of a header, must be there
 *   once.
 */
export function readPlace(delivery: ReadDelivery, place: EventPlace, event?: Json): string | undefined {
  const { in: where, name, member } = place;
  switch (where) {
    case 'header': {
      const text = Object.hasOwn(delivery.headers, name) ? delivery.headers[name] : undefined;
      if (text === undefined || member === undefined) return text;
      const values = readMembers(text, member);
      return values.length === 1 ? values[0] : undefined;
    }
    case 'query':
      return delivery.query.getAll(name).length === 1 ? (delivery.query.get(name) ?? undefined) : undefined;
    case 'body':
      return toText(delivery.json === undefined ? undefined : compileReader(name)(delivery.json));
    case 'event':
      return toText(event === undefined ? undefined : compileReader(name)(event));
  }
}

/** The values of a name in a header such as `t=1663781880,v1=0f3a,v1=9c21`. */
export function readMembers(text: string, member: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .flatMap((part) => (part.startsWith(`${member}=`) ? [part.slice(member.length + 1)] : []));
}

function toText(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

export function matches(delivery: ReadDelivery, when: When | readonly When[] = []): boolean {
  return [when].flat().every(({ place, equals }) => readPlace(delivery, place) === equals);
}

/** Fills a template with fields of a form. */
export function fill(template: string, credentials: JsonObject): string {
  return renderPlain(parseTemplate(template), (name) =>
    Object.hasOwn(credentials, name) ? credentials[name] : undefined,
  );
}

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;
const numberPattern = /^\d{1,15}(?:\.\d{1,9})?$/;

/** The last instant that the API shows and a database stores without a sign before its year. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** @returns milliseconds since the epoch; `undefined` where the text is no time from 1970 to 9999. */
export function toEpochMs(text: string | undefined, unit: TimeUnit): number | undefined {
  if (text === undefined || !(unit === 'iso' ? isoPattern : numberPattern).test(text)) return undefined;
  const ms = unit === 'iso' ? Date.parse(text) : Math.trunc(Number(text) * (unit === 'epoch_s' ? 1000 : 1));
  return ms >= 0 && ms <= lastMs ? ms : undefined;
}
