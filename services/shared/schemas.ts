import { z } from 'zod';
import { freeJson } from '../../core/json/free-json.ts';
import { toTimestamp } from '../../core/clock.ts';
import { type IdKind, idPrefixes, toUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';

/** 1 to 255 characters other than control characters, for readers of the document whose patterns know no Unicode properties. */
export const portableText = '^[^\\u0000-\\u001f\\u007f-\\u009f]{1,255}$';

/** A display name: 1 to 255 characters after trimming, in Unicode's composed form, without control characters. */
export const nameSchema = z
  .string()
  .trim()
  .normalize('NFC')
  .regex(/^\P{Cc}{1,255}$/u, messages.nameInvalid)
  .meta({ minLength: 1, pattern: portableText });

/** A member that only the hub sets, in a documented change: it passes while it says what is true. */
export const readOnly = freeJson.optional().meta({ readOnly: true });

/** An object of any members of at most this many bytes as JSON: a page of a list holds a hundred of them. */
export function smallObject(bytesMax: number) {
  return z
    .record(z.string(), freeJson)
    .refine((value) => Buffer.byteLength(JSON.stringify(value)) <= bytesMax, messages.objectTooLarge({ bytesMax }));
}

/** An instant as every record shows it. */
export const timestamp = z.string().meta({ format: 'date-time', examples: ['2026-11-21T11:35:00.000Z'] });

/** The first and last instants that the database and every record can hold: there is no year 0, and years have four digits. */
const firstInstant = Date.parse('0001-01-01T00:00:00.000Z');
export const lastInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** An instant as a caller sends it, in any offset; becomes the form of the records. */
export const instant = z.iso.datetime({ offset: true, message: messages.instantInvalid }).transform((text, ctx) => {
  const time = Date.parse(text);
  if (time >= firstInstant && time <= lastInstant) return toTimestamp(time);
  ctx.addIssue({ code: 'custom', message: messages.instantOutOfRange });
  return z.NEVER;
});

/** What an id of a kind looks like. */
export function idPattern(kind: IdKind): string {
  return `^${idPrefixes[kind]}_[0-7][0-9a-hjkmnp-tv-z]{25}$`;
}

const uri = /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i;

/** True for text that has the characters of a URI: spaces and everything beyond ASCII are percent-encoded. RFC 3986 §2 */
export function isUri(text: string): boolean {
  return uri.test(text);
}

/** An id of a kind, as records show it. */
export function idOf(kind: IdKind) {
  return z.string().meta({
    pattern: idPattern(kind),
    examples: [`${idPrefixes[kind]}_01kanm3t1fe7krd5v2mgxzs2v8`],
  });
}

/** A UUID that no row has. */
const noUuid = '00000000-0000-0000-0000-000000000000';

/** True for text that the database can hold: it takes no NUL, and no halves of characters. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The UUID to look up for an id that a caller sent.
 *
 * Text that is no id at all is looked up too, so that its answer is the same and takes as long as another tenant's.
 */
export function toLookup(kind: IdKind, id: string): string {
  return toUuid(kind, id) ?? noUuid;
}
