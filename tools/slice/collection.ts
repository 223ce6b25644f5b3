import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { type JsonObject, isJsonObject } from '../../core/json.ts';
import { grades, mainCollection } from '../contract/contract.ts';
import { readBotocore } from './botocore.ts';
import type { Description } from './description.ts';
import { readDiscovery } from './discovery.ts';
import { readGraphql } from './graphql.ts';
import { readOpenapi } from '../../drafts/openapi.ts';
import { readPostman } from './postman.ts';

/** Format of schemas in GraphQL's own language, as collections call it. */
export const graphqlFormat = 'graphql';

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

export interface CollectionEntry extends z.infer<typeof Entry> {
  /** Name of the collection that it is of. */
  collection: string;
}

/** Collections of vendors' descriptions, taken together. */
export interface Collection {
  /** The collections that are there. */
  names: readonly string[];
  entries: readonly CollectionEntry[];
  /** @returns `undefined` for formats that describe no operations. */
  read(entry: CollectionEntry): Promise<Description | undefined>;
}

/**
 * Opens collections: folders with gzipped files for each vendor, listed in `index.json`, in the folder or in each vendor's.
 * A collection goes by the name of its folder.
 *
 * @returns `undefined` where none of the folders is there.
 */
export async function openCollections(folders: readonly string[]): Promise<Collection | undefined> {
  const lists = await Promise.all(folders.map(async (folder) => ({ folder, list: await readList(folder) })));
  const found = lists.flatMap(({ folder, list }) =>
    list === undefined ? [] : [{ name: basename(folder), folder, list }],
  );
  if (found.length === 0) return undefined;
  const folderOf = new Map(found.map(({ name, folder }) => [name, folder]));
  return {
    names: found.map(({ name }) => name),
    entries: found.flatMap(({ name, list }) => list.map((entry) => ({ ...entry, collection: name }))),
    read: async ({ format, collection, file }) => {
      const path = join(folderOf.get(collection) ?? '', file);
      if (format === graphqlFormat) return readGraphql(await readText(path));
      return findReader(format)?.(toDocument(path, await readText(path)));
    },
  };
}

/** Further collections first, as they are there because they say more; then by name, whatever the order they came in. */
export function compareCollections(a: CollectionEntry, b: CollectionEntry): number {
  const isMain = Number(a.collection === mainCollection) - Number(b.collection === mainCollection);
  return isMain === 0 ? a.collection.localeCompare(b.collection, 'en') : isMain;
}

async function readList(folder: string): Promise<z.infer<typeof Entry>[] | undefined> {
  const names = await readdir(folder).catch((): string[] => []);
  const paths = [folder, ...names.toSorted().map((name) => join(folder, name))].map((path) => join(path, 'index.json'));
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8').catch(() => undefined)));
  const lists = texts.flatMap((text) => (text === undefined ? [] : [z.array(Entry).parse(JSON.parse(text))]));
  return lists.length === 0 ? undefined : lists.flat();
}

function findReader(format: string): ((document: JsonObject) => Description) | undefined {
  if (/^(?:openapi|swagger)-/.test(format)) return readOpenapi;
  if (format === 'botocore') return readBotocore;
  if (format === 'google-discovery') return readDiscovery;
  return format === 'postman' ? readPostman : undefined;
}

/** Some lie there as they are, without the ending of the list's name. */
async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch(() => readFile(path.replace(/\.gz$/, '')));
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isZipped ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** @throws {Error} when a file is not a JSON object. */
function toDocument(path: string, text: string): JsonObject {
  const document: unknown = JSON.parse(text);
  if (!isJsonObject(document)) throw new Error(`${path} is not a JSON object.`);
  return document;
}
