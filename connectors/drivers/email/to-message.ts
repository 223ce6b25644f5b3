import type { FetchMessageObject, MessageAddressObject } from 'imapflow';
import PostalMime, { type Email } from 'postal-mime';
import type { JsonObject } from '../../../core/json.ts';

/** Parts in parts, parts, and bytes of all headers together: more than any person's program makes. */
const depthMax = 30;
const partsMax = 10_000;
const headerBytesMax = 256 * 1024;

/** A message as a record. Its shape is `receivedMessage`. */
export async function toMessage(message: FetchMessageObject): Promise<JsonObject> {
  const { uid, envelope = {}, flags = new Set(), internalDate, size = 0, source } = message;
  const record: JsonObject = {
    uid,
    message_id: envelope.messageId ?? null,
    in_reply_to: envelope.inReplyTo ?? null,
    date: toInstant(envelope.date),
    received_at: toInstant(internalDate),
    subject: envelope.subject ?? '',
    from: toAddresses(envelope.from),
    reply_to: toAddresses(envelope.replyTo),
    to: toAddresses(envelope.to),
    cc: toAddresses(envelope.cc),
    flags: [...flags].toSorted(),
    size,
  };
  if (source !== undefined) Object.assign(record, { truncated: source.length < size }, await readContent(source));
  return record;
}

/** Omits content that cannot be parsed: anyone can send such a message, and it must not block the messages after it. */
async function readContent(source: Buffer): Promise<JsonObject> {
  const parsed = countBoundaries(source) > partsMax ? undefined : await parse(source);
  if (parsed === undefined) return { text: null, html: null, attachments: [], truncated: true };
  const { text, html, attachments } = parsed;
  return {
    text: text ?? null,
    html: html ?? null,
    attachments: attachments.map(({ filename, mimeType, content }) => ({
      name: filename,
      type: mimeType,
      size: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
    })),
  };
}

/** Lines that begin as those between parts do; every part takes a thousand times the memory of its line. */
function countBoundaries(source: Buffer): number {
  let found = 0;
  for (let at = source.indexOf('\n--'); at !== -1; at = source.indexOf('\n--', at + 1)) found += 1;
  return found;
}

async function parse(source: Buffer): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(source, { maxNestingDepth: depthMax, maxHeadersSize: headerBytesMax });
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function toInstant(given: Date | string | undefined): string | null {
  const date = given === undefined ? undefined : new Date(given);
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function toAddresses(given: readonly MessageAddressObject[] = []): JsonObject[] {
  return given.map(({ name = '', address = '' }) => ({ name, address }));
}
