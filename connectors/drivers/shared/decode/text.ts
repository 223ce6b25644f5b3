import { isAscii, isUtf8 } from 'node:buffer';
import { FaultError } from '../../../kit/fault.ts';
import { requireRoomForText } from '../../../kit/memory-room.ts';

export type TextEncoding = 'utf8' | 'latin1';

/** What Windows programs save as, and browsers take Latin 1 for. @see https://encoding.spec.whatwg.org/#names-and-labels */
const windows1252 = new TextDecoder('windows-1252');

/**
 * Bytes as text, without a byte order mark.
 *
 * @throws {FaultError} `schema_drift` where they are not in the encoding: put in place of what cannot be read, a sign for
 *   that would be written to targets; or where they are too many.
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
 * Puts an answer into UTF-8 whose head, or whose XML declaration, says that it is in another encoding.
 *
 * What is UTF-8 stays, whatever it claims: many servers declare an encoding that their content does not have, and no text
 * of another one is UTF-8 by chance. CSV stays as well: its format says how it is encoded.
 */
export function toUtf8(bytes: Buffer, contentType: string | undefined): Buffer {
  if (isUtf8(bytes) || /csv/i.test(contentType ?? '')) return bytes;
  const declared =
    /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType ?? '')?.[1] ??
    /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]{1,40})["']/.exec(bytes.toString('latin1', 0, 200))?.[1];
  const decode = declared === undefined ? undefined : findDecoder(declared);
  return decode === undefined ? bytes : Buffer.from(decode(bytes));
}

/** @returns `undefined` for UTF-8, which it is not, and for encodings that nobody knows. */
function findDecoder(label: string): ((bytes: Buffer) => string) | undefined {
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding === 'utf-8' ? undefined : (bytes) => decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
