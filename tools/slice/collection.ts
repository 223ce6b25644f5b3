import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type JsonObject, isJsonObject } from '../../core/json.ts';
import { grades } from '../contract/contract.ts';
import { readBotocore } from './botocore.ts';
import type { Description } from './description.ts';
import { readDiscovery } from './discovery.ts';
import { readOpenapi } from './openapi.ts';
import { readPostman } from './postman.ts';

/** One description of the collection. Its list, `index.json`, has more members; these are the ones we use. */
const Entry = z.object({
  connector: z.string(),
  file: z.string(),
  grade: z.enum(grades),
  source: z.string(),
  path: z.string(),
  version: z.string(),
  format: z.string(),
});

export type CollectionEntry = z.infer<typeof Entry>;

/** A folder of vendors' descriptions: `index.json`, and a folder of gzipped files for each vendor. */
export interface Collection {
  entries: readonly CollectionEntry[];
  /** @returns `undefined` for formats that describe no operations. */
  read(entry: CollectionEntry): Promise<Description | undefined>;
}

/** @returns `undefined` where the folder is not there. */
export async function openCollection(folder: string): Promise<Collection | undefined> {
  const index = await readFile(join(folder, 'index.json'), 'utf8').catch(() => undefined);
  if (index === undefined) return undefined;
  return {
    entries: z.array(Entry).parse(JSON.parse(index)),
    read: async (entry) => {
      const reader = findReader(entry.format);
      return reader?.(await readDocument(join(folder, entry.file)));
    },
  };
}

function findReader(format: string): ((document: JsonObject) => Description) | undefined {
  if (/^(?:openapi|swagger)-/.test(format)) return readOpenapi;
  if (format === 'botocore') return readBotocore;
  if (format === 'google-discovery') return readDiscovery;
  return format === 'postman' ? readPostman : undefined;
}

/** @throws {Error} when the file is not a gzipped JSON object. */
async function readDocument(path: string): Promise<JsonObject> {
  const document: unknown = JSON.parse(gunzipSync(await readFile(path)).toString('utf8'));
  if (!isJsonObject(document)) throw new Error(`${path} is not a JSON object.`);
  return document;
}
