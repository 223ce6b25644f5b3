import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { JsonObject } from '../../core/json.ts';
import type { ApiDescription } from '../../drafts/description.ts';
import { readDocument } from '../../drafts/read-document.ts';
import { readOpenapi } from '../../drafts/openapi.ts';

/** Reads a vendor's description. @throws {Error} when the file is not one of OpenAPI or Swagger. */
export async function readDescription(file: string): Promise<{ document: JsonObject; description: ApiDescription }> {
  const bytes = await readFile(file);
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
  const read = readDocument(text);
  if ('fault' in read) throw new Error(`${file} is not a description of OpenAPI 3 or Swagger 2 (${read.fault}).`);
  return { document: read.document, description: readOpenapi(read.document) };
}
