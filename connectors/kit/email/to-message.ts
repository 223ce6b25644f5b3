import type { FetchMessageObject, MessageAddressObject } from 'imapflow';
import PostalMime from 'postal-mime';
import type { JsonObject } from '../../../core/json.ts';

/** Parts in parts: more than any person's program makes. */
const depthMax = 30;

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
  if (source !== undefined) Object.assign(record, await readContent(source), { truncated: source.length < size });
  return record;
}

async function readContent(source: Buffer): Promise<JsonObject> {
  const { text, html, attachments } = await PostalMime.parse(source, { maxNestingDepth: depthMax });
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

function toInstant(given: Date | string | undefined): string | null {
  const date = given === undefined ? undefined : new Date(given);
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString();
}

function toAddresses(given: readonly MessageAddressObject[] = []): JsonObject[] {
  return given.map(({ name = '', address = '' }) => ({ name, address }));
}
