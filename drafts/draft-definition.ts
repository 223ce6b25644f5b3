import type { FieldError } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { messages } from '../core/messages.ts';
import { suggest } from '../core/names/suggest.ts';
import { draftObject } from './draft-object.ts';
import { readOpenapi } from './openapi.ts';
import { toObject, toObjects, toText } from './json-reading.ts';
import { type DraftObject, proposeObjects } from './propose-objects.ts';
import { draftSignIn } from './draft-sign-in.ts';
import { fillParameters, fillPath } from './fill-parameters.ts';

/** What to draft of a document. */
export interface DraftWishes {
  /** Lists to keep, by their paths in the document. Default: as many as fit. */
  lists?: readonly string[] | undefined;
  /** Values of parameters in paths, the same for all requests: the id of a server or a tenant. */
  parameters?: Readonly<Record<string, string>> | undefined;
  objectsMax: number;
  bytesMax: number;
}

/** A definition that somebody completes, and what has to be looked at, each with its place in the definition. */
export interface Drafted {
  definition: JsonObject;
  findings: FieldError[];
}

/** Lists that were wished and are not in the document, by their places among the wishes, and which was probably meant. */
export interface StrangeLists {
  strange: { index: number; meant: string | undefined }[];
}

/** Drafts a connector from a description. Pure. @returns `undefined` where it has no list. */
export function draftDefinition(document: JsonObject, wishes: DraftWishes): Drafted | StrangeLists | undefined {
  const parameters = wishes.parameters ?? {};
  const description = fillParameters(readOpenapi(document), parameters);
  const { objects, nested, base } = proposeObjects(description);
  if (objects.length === 0) return undefined;
  const wishedLists = wishes.lists?.map((path) => fillPath(path, parameters));
  const known = [...objects.map(({ path }) => path), ...nested].map((path) => base + path);
  const strange = (wishedLists ?? []).flatMap((path, index) =>
    known.includes(path) ? [] : [{ index, meant: suggest(path, known) }],
  );
  if (strange.length > 0) return { strange };
  const isWished = (path: string): boolean => wishedLists?.includes(base + path) ?? true;
  const wanted = objects.filter(({ path }) => isWished(path));
  const findings: FieldError[] = [];
  const note = (path: string, code: string, message: string): void => void findings.push({ path, code, message });
  const drafted: [string, JsonObject][] = [];
  let bytes = 20_000;
  for (const object of wanted) {
    const id = toId(object, new Set(drafted.map(([name]) => name)));
    const own: FieldError[] = [];
    const made = draftObject(object, base, description, (path, code, message) =>
      own.push({ path: `objects.${id}.${path}`, code, message }),
    );
    bytes += JSON.stringify(made).length;
    if (drafted.length >= wishes.objectsMax || bytes > wishes.bytesMax) {
      note('objects', 'list_left_out', `${messages.draftListLeftOut} (${base}${object.path})`);
      continue;
    }
    drafted.push([id, made]);
    findings.push(...own);
  }
  const [first] = drafted;
  if (first === undefined) return undefined;
  for (const path of nested.filter(isWished))
    note('objects', 'list_below_parent', `${messages.draftListNested} (${base}${path})`);
  const place = readPlace(document, base);
  if (place.isAsked) note('http.baseUrl', 'base_url_asked', messages.draftBaseAsked);
  const docsUrl = findDocs(document);
  if (docsUrl === undefined) note('docsUrl', 'documentation_unknown', messages.draftDocsAsked);
  note('limits', 'limits_unknown', messages.draftLimitsAsked);
  const info = toObject(document['info']);
  return {
    definition: {
      name: toText(info['title']).slice(0, 200) || 'Untitled',
      docsUrl: docsUrl ?? 'https://example.com',
      config: place.config,
      auth: draftSignIn(document, place.address, note),
      http: place.http,
      limits: { concurrency: 2, buckets: [{ name: 'minute', limit: 60, perMs: 60_000 }] },
      test: { request: readRequest(drafted.map(([, object]) => object)) },
      objects: Object.fromEntries(drafted),
    },
    findings,
  };
}

/** The list that is read first is what tells whether the credentials work: one that needs no record of another, or that other. */
function readRequest(objects: readonly JsonObject[]): Json {
  const lists = objects.map(({ operations }) => toObject(toObject(operations)['list']));
  const list = lists.find(({ parents }) => parents === undefined) ?? toObject(toObject(lists[0]?.['parents'])['from']);
  return list['request'] ?? {};
}

function toId({ name }: DraftObject, taken: ReadonlySet<string>): string {
  const plain = name.replaceAll(/[^a-z0-9_]/g, '').slice(0, 55);
  const id = /^[a-z]/.test(plain) ? plain : `o_${plain}`;
  for (let number = 2; ; number += 1) {
    const free = number === 2 ? id : `${id}_${number - 1}`;
    if (!taken.has(free)) return free;
  }
}

/** The address of the API: the vendor's where the document says one of the public internet, else one that each connection is asked for. */
function readPlace(
  document: JsonObject,
  base: string,
): { isAsked: boolean; address: string; config: JsonObject; http: JsonObject } {
  const [server] = toObjects(document['servers']);
  const swagger = toText(document['host']);
  const url = server === undefined && swagger !== '' ? `https://${swagger}` : toText(server?.['url']);
  const host = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?=\/|$)/i.exec(url)?.[1]?.toLowerCase();
  if (host !== undefined && /[a-z]$/.test(host)) {
    const address = `https://${host}`;
    return { isAsked: false, address, config: {}, http: { baseUrl: `${address}${base}`, hosts: [host] } };
  }
  const field = { type: 'string', title: 'Address of the system, up to where its paths begin', pattern: '^https?://' };
  return {
    isAsked: true,
    address: '{config.base_url}',
    config: {
      properties: { base_url: { ...field, examples: ['https://acme.example.com'] } },
      required: ['base_url'],
    },
    http: { baseUrl: `{config.base_url}${base}`, hosts: 'from_config' },
  };
}

function findDocs(document: JsonObject): string | undefined {
  const info = toObject(document['info']);
  const places = [document['externalDocs'], info['contact'], info['license']];
  const pages = [...places.slice(0, 2).map((place) => toText(toObject(place)['url'])), toText(info['termsOfService'])];
  return pages.find((page) => /^https:\/\/[^\s]+$/.test(page) && page.length <= 2000 && URL.canParse(page));
}
