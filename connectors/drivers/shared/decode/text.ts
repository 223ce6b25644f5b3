import { isAscii, isUtf8 } from 'node:buffer';
import { FaultError } from '../../../kit/fault.ts';
import { requireRoomForText } from '../../../kit/memory-room.ts';

export type TextEncoding = 'utf8' | 'latin1';

/**
 * What Windows programs save as, and browsers take Latin 1 for. @see https://encoding.spec.whatwg.org/#names-and-labels
 */
const windows1252 = new TextDecoder('windows-1252');

/**
 * Bytes as text, without a byte order mark.
 *
 * @throws {FaultError} `schema_drift` when they are not in the encoding, because replacement characters
 *   would be written to targets; or when they are too many.
 */
export function toText(bytes: Buffer, encoding: TextEncoding = 'utf8'): string {
  requireRoomForText(isAscii(bytes) ? bytes.length : 2 * bytes.length);
  if (encoding === 'latin1') return windows1252.decode(bytes);
  if (!isUtf8(bytes)) throw new FaultError(notUtf8);
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfe_ff ? text.slice(1) : text;
}

const notUtf8 = {
  kind: 'schema_drift',
  message:
    'The text is not encoded in UTF-8. If its format has an encoding option, use `latin1` for files from Windows.',
} as const;

/**
 * Converts a response to UTF-8 if its head or XML declaration names another encoding.
 *
 * Valid UTF-8 is kept, whatever is declared: many servers declare a wrong encoding, and no text
 * in another encoding is valid UTF-8 by chance. CSV is kept as well: its format defines the encoding.
 */
export function toUtf8(bytes: Buffer, contentType: string | undefined): Buffer {
  if (isUtf8(bytes) || /csv/i.test(contentType ?? '')) return bytes;
  const declared =
    /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType ?? '')?.[1] ??
    /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(bytes.toString('latin1', 0, 200))?.[1];
  const decode = declared === undefined ? undefined : findDecoder(declared);
  return decode === undefined ? bytes : Buffer.from(decode(bytes));
}

/** @returns `undefined` for UTF-8 and for unknown encodings. */
function findDecoder(label: string): ((bytes: Buffer) => string) | undefined {
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding === 'utf-8' ? undefined : (bytes) => decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
