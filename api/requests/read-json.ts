import { HubError, invalidRequest } from '../../core/errors.ts';
import { isJsonObject } from '../../core/json.ts';
import { parseJson, parseMarked } from '../../core/json/json-text.ts';
import type { FieldError } from '../../core/errors.ts';
import { findForbidden, findTooMany, longNumber } from './check-json.ts';
import { hasBody } from './content-type.ts';
import { holdBytes, type HubContext, toIncoming } from '../hub-context.ts';
import { messages } from '../../core/messages.ts';

/** @see docs/limits.md */
export const bodyBytesMax = 1024 * 1024;
/** Documents of integrations hold mappings with their look-up tables. */
export const integrationBytesMax = 4 * 1024 * 1024;

/** What vendors send to hooks. */
export const hookBytesMax = 5 * 1024 * 1024;
export const hookValuesMax = 200_000;

/** Bodies that are counted before they are there, all at once; larger ones are by what has arrived. */
const smallBytes = 16 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true });

/** What a body may be. */
export interface BodyLimits {
  maxBytes?: number | undefined;
  /**
   * Members that hold records as other systems give them, or all: there, long numbers become texts, as everywhere in
   * records.
   */
  samples?: readonly string[] | 'all' | undefined;
  /** Receives the size of the body before it is parsed. May reject it. */
  charge?: ((bytes: number) => Promise<void>) | undefined;
}

/**
 * Reads the JSON body of a request.
 *
 * Numbers that would lose digits are refused, because the stored value would silently differ from the one sent.
 *
 * @returns `undefined` when there is none.
 * @throws {HubError} `payload_too_large`; `invalid_request` for text that is not JSON or that we refuse to hold.
 */
export async function readJson(
  c: HubContext,
  { maxBytes = bodyBytesMax, samples = [], charge }: BodyLimits = {},
): Promise<unknown> {
  if (!hasBody(c)) return undefined;
  const bytes = await readBytes(c, maxBytes);
  if (bytes.byteLength === 0) return undefined;
  await charge?.(bytes.byteLength);
  const text = decode(bytes);
  requireNone(findTooMany(text));
  const value = parse(text, samples);
  requireNone(findForbidden(value));
  return value;
}

function requireNone(forbidden: FieldError | undefined): void {
  if (forbidden !== undefined) throw invalidRequest(messages.bodyForbiddenContent, [forbidden]);
}

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw notJson();
  }
}

function parse(text: string, samples: readonly string[] | 'all'): unknown {
  try {
    if (samples === 'all') return parseJson(text);
    const marked = parseMarked(text, () => longNumber);
    const sampled = samples.length > 0 && isJsonObject(marked) ? parseJson(text) : undefined;
    if (!isJsonObject(marked) || !isJsonObject(sampled)) return marked;
    const given = Object.entries(sampled).filter(([name]) => samples.includes(name));
    return { ...marked, ...Object.fromEntries(given) };
  } catch {
    throw notJson();
  }
}

/** The parser's message would repeat a piece of the body. */
function notJson(): HubError {
  return invalidRequest(messages.bodyNotJson, [{ path: '', code: 'malformed_json', message: messages.bodyNotJson }]);
}

/**
 * Reads a body whole.
 *
 * @throws {HubError} `payload_too_large`; `invalid_request` where it breaks off; `service_unavailable` when the process
 * holds too many bodies already.
 */
export async function readBytes(c: HubContext, bytesMax: number): Promise<Uint8Array> {
  const announced = c.req.header('content-length');
  if (announced !== undefined && Number(announced) > bytesMax) throw tooLarge(bytesMax);
  const incoming = toIncoming(c);
  try {
    // Node itself holds a body to the length it announced.
    if (Number(announced) <= smallBytes && incoming !== undefined) {
      holdBytes(c, Number(announced));
      return new Uint8Array(await c.req.raw.arrayBuffer());
    }
    // A body that is too large must leave the socket as it is: the answer goes there.
    return await readStream(c, incoming?.iterator({ destroyOnReturn: false }) ?? c.req.raw.body, bytesMax);
  } catch (error) {
    if (error instanceof HubError) throw error;
    throw new HubError('invalid_request', messages.bodyTruncated, { cause: error });
  }
}

async function readStream(
  c: HubContext,
  body: AsyncIterable<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > bytesMax) throw tooLarge(bytesMax);
    holdBytes(c, chunk.byteLength);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The refusal of a body of more bytes than these. */
export function tooLarge(bytesMax: number): HubError {
  return new HubError('payload_too_large', messages.bodyTooLarge({ bytesMax }), {
    details: { max_bytes: bytesMax },
  });
}
