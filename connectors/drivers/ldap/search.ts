import type { Client, SearchOptions, SearchResult } from 'ldapts';
import type { JsonObject } from '../../../core/json.ts';
import { toRecord } from './entry.ts';
import type { EntryFormat, LdapRead } from '../../kit/ldap/operations.ts';
import { completeEntries } from './ranges.ts';

/** Attributes that hold bytes in every directory. @see https://www.rfc-editor.org/rfc/rfc4523 and RFC 2798 */
const binary = ['jpegPhoto', 'thumbnailPhoto', 'audio', 'photo', 'userCertificate', 'cACertificate', 'userPKCS12'];

/** How an object's entries are asked for. */
export function toSearch(read: LdapRead, filter: string = read.filter): SearchOptions {
  const { scope, format, pageSize } = read;
  return { ...attributesOf(format, read.attributes), scope, filter, paged: { pageSize } };
}

/** Which attributes an answer has, and which of them as bytes. */
export function attributesOf(
  format: EntryFormat,
  attributes: readonly string[] = ['*'],
): Pick<SearchOptions, 'attributes' | 'explicitBufferAttributes'> {
  return { attributes: [...attributes], explicitBufferAttributes: [...binary, ...Object.keys(format.codecs)] };
}

/** An answer as records, and its size. */
export async function toPage(
  client: Client,
  { searchEntries }: SearchResult,
  format: EntryFormat,
): Promise<{ records: JsonObject[]; bytes: number }> {
  const entries = await completeEntries(client, searchEntries);
  const records = entries.map((entry) => toRecord(entry, format));
  return { records, bytes: Buffer.byteLength(JSON.stringify(records)) };
}
