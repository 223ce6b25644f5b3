import type { JsonObject } from '../core/json.ts';
import type { ApiOperation, ApiDescription, OperationFacts } from './description.ts';
import { findRecords, type Records, successSchema } from './find-records.ts';
import { guessPaging, type Paging } from './guess-paging.ts';
import { readShape, type Shape } from './read-shape.ts';

/** An object as a description suggests it. A person decides which ones are kept, and fills in what it does not tell. */
export interface DraftObject {
  /** `business_services`. */
  name: string;
  /** Below the base of the description. */
  path: string;
  recordsPath: string | undefined;
  paging: Paging;
  /** The field that identifies a record. */
  key: string;
  shape: Shape;
  /** Address of one record, below the base: `/users/{id}`. */
  item: string | undefined;
  hasFind: boolean;
  /** Member of the answer for one record that holds it: `{ "data": { … } }`. */
  single: string | undefined;
  writes: DraftWrites;
  /** The list whose records this one is read once for each of. Its key fills the hole of the path. */
  parent: DraftParent | undefined;
}

export interface DraftParent {
  path: string;
  recordsPath: string | undefined;
  paging: Paging;
  key: string;
}

export interface DraftWrites {
  create: boolean;
  update: 'PATCH' | 'PUT' | undefined;
  delete: boolean;
  /** Member of the body that holds the record. */
  member: string | undefined;
  /** Member of the answer to a creation that holds it. */
  created: string | undefined;
}

export interface Draft {
  objects: readonly DraftObject[];
  /** Lists below something that the description has no list of: `/tenants/{id}/users`. */
  nested: readonly string[];
  /** Path that all addresses of the description begin with: `/api/v2`. */
  base: string;
}

/** A list of the description, and where its records are. */
interface Listed {
  list: ApiOperation;
  facts: OperationFacts;
  collection: string;
  records: Records;
}

/** Proposes an object for each list of a description, with what can be done to its records. */
export function proposeObjects(description: ApiDescription): Draft {
  const calls = new Map(description.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const lists = description.operations.filter(({ method, path }) => method === 'GET' && !path.endsWith('}'));
  const proposed = lists.flatMap((list): Listed[] => {
    const facts = list.describe();
    const collection = lastWord(list.path);
    const records = findRecords(facts, collection, description);
    return records === undefined ? [] : [{ list, facts, collection, records }];
  });
  const base = commonBase(description.operations.map(({ path }) => path));
  const toDraft = ({ list, facts, collection, records }: Listed, parent: DraftParent | undefined): DraftObject => {
    const item = findItem(list.path, description.operations);
    const { path: recordsPath, shape } = records;
    return {
      name: toName(list.path.slice(base.length)),
      path: list.path.slice(base.length),
      recordsPath,
      paging: guessPaging(facts, description),
      key: findKey(shape, item),
      shape,
      item: item?.slice(base.length),
      hasFind: item !== undefined && calls.has(`GET ${item}`),
      single: findWrapper(successOf(calls.get(`GET ${item}`)), [recordsPath, collection], description),
      writes: describeWrites({ list, item, calls, collection, recordsPath, description }),
      parent,
    };
  };
  const alone = proposed
    .filter(({ list }) => listHoles(list.path).length === 0)
    .map((listed) => toDraft(listed, undefined));
  const below = proposed
    .filter(({ list }) => listHoles(list.path).length > 0)
    .map((listed) => ({ listed, parent: findParent(listed.list.path.slice(base.length), alone) }));
  return {
    base,
    objects: distinct([
      ...alone,
      ...below.flatMap(({ listed, parent }) => (parent === undefined ? [] : [toDraft(listed, parent)])),
    ]),
    nested: below.flatMap(({ listed, parent }) => (parent === undefined ? [listed.list.path.slice(base.length)] : [])),
  };
}

/** Holes that no configuration fills. */
function listHoles(path: string): string[] {
  return (path.match(/\{\+?[^{}]+\}/g) ?? []).filter((hole) => !hole.startsWith('{config.'));
}

/** The list that fills the only hole of a path: the one before it, or the only one of that name: `/spaces/{id}/folders`. */
function findParent(path: string, lists: readonly DraftObject[]): DraftParent | undefined {
  const [hole, ...others] = listHoles(path);
  if (hole === undefined || others.length > 0 || !/^\{\w+\}$/.test(hole)) return undefined;
  const [before = ''] = path.split(`/${hole}`);
  const named = lists.filter((list) => toSingular(lastWord(list.path)) === toSingular(lastWord(before)));
  const found = lists.find((list) => list.path === before) ?? (named.length === 1 ? named[0] : undefined);
  if (found === undefined || !/^[A-Za-z_]\w*$/.test(found.key)) return undefined;
  const { path: list, recordsPath, paging, key } = found;
  return { path: list, recordsPath, paging, key };
}

/**
 * Address of one record: the list's with one hole after it, which may have an ending of its own (`/users/{id}.json`), or the only
 * one of that name for a list below something: `/tasks/{id}` of `/lists/{id}/tasks`.
 */
function findItem(list: string, operations: readonly ApiOperation[]): string | undefined {
  const [stem = list, ending = ''] = /^(.*?)(\.json)?$/.exec(list)?.slice(1) ?? [];
  const isItem = (path: string): boolean =>
    path.startsWith(`${stem}/{`) && /^\/\{[^/{}]+\}$/.test(path.slice(stem.length, path.length - ending.length));
  const found = operations.find(({ path }) => path.endsWith(ending) && isItem(path))?.path;
  if (found !== undefined || !list.includes('{')) return found;
  const word = toSingular(lastWord(list));
  const named = operations.filter(
    ({ path }) =>
      path.endsWith('}') && listHoles(path).length === 1 && toSingular(path.split('/').at(-2) ?? '') === word,
  );
  const paths = new Set(named.map(({ path }) => path));
  return paths.size === 1 ? [...paths][0] : undefined;
}

function toSingular(word: string): string {
  return word.toLowerCase().replace(/ies$/, 'y').replace(/s$/, '');
}

interface Found {
  list: ApiOperation;
  item: string | undefined;
  calls: ReadonlyMap<string, ApiOperation>;
  collection: string;
  recordsPath: string | undefined;
  description: ApiDescription;
}

function describeWrites({ list, item, calls, collection, recordsPath, description }: Found): DraftWrites {
  const create = calls.get(`POST ${list.path}`);
  const update = (['PATCH', 'PUT'] as const).find((method) => calls.has(`${method} ${item}`));
  const write = create ?? calls.get(`${update} ${item}`);
  return {
    create: create !== undefined,
    update,
    delete: calls.has(`DELETE ${item}`),
    member: findWrapper(write?.describe().request?.schema, [recordsPath, collection], description),
    created: findWrapper(successOf(create), [recordsPath, collection], description),
  };
}

function successOf(operation: ApiOperation | undefined): JsonObject | undefined {
  return operation === undefined ? undefined : successSchema(operation.describe());
}

/** The member of a body that is the record, called like the records of the list or one of them: `{ "user": { … } }`. */
function findWrapper(
  schema: JsonObject | undefined,
  [recordsPath = '', collection]: readonly [string | undefined, string],
  description: ApiDescription,
): string | undefined {
  const { members } = readShape(schema, description);
  const known = [lastWord(recordsPath.replaceAll('.', '/')), collection].filter((word) => word !== '').map(toSingular);
  return Object.keys(members).find(
    (name) => known.includes(toSingular(name)) && readShape(members[name], description).type === 'object',
  );
}

/** `id` where records have one; else what the address of a record is filled with, if it is a field; else what ends in `id`. */
function findKey({ members }: Shape, item: string | undefined): string {
  const names = Object.keys(members);
  const hole = /\{\+?([^{}]+)\}[^{}]*$/.exec(item ?? '')?.[1] ?? '';
  const usual = ['id', 'uuid', 'guid', '_id', 'key', 'uid', 'name'];
  const named = names.find((name) => name.toLowerCase() === hole.toLowerCase());
  const known = usual.find((name) => names.includes(name));
  return (names.includes('id') ? 'id' : (named ?? names.find((name) => /(?:Id|_id|ID)$/.test(name)) ?? known)) ?? 'id';
}

function commonBase(paths: readonly string[]): string {
  const [first = '', ...others] = paths.map((path) => path.split('/').slice(0, -1));
  if (typeof first === 'string') return '';
  const shared = others.reduce((length, parts) => {
    const end = first.findIndex((part, index) => part !== parts[index] || part.includes('{'));
    return Math.min(length, end === -1 ? first.length : end);
  }, first.length);
  return first.slice(0, shared).join('/');
}

function lastWord(path: string): string {
  return (
    path
      .replace(/(?:\.json|\/)$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}

function toName(path: string): string {
  const words = path
    .replaceAll(/\.json$|\{[^{}]*\}/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return words.map((word) => word.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()).join('_');
}

/**
 * Short names where they say enough: the last word of the address, unless another list has it too. In the plural where the
 * answer calls its records so: `spaces` of `/team/{id}/space`.
 */
function distinct(objects: readonly DraftObject[]): DraftObject[] {
  const short = ({ path, recordsPath = '' }: DraftObject): string => {
    const [word, records] = [toName(lastWord(path)), toName(recordsPath)];
    return toSingular(records) === toSingular(word) ? records : word;
  };
  const counts = Map.groupBy(objects, short);
  return objects.map((object) => {
    const name = short(object);
    const isOnly = counts.get(name)?.length === 1;
    return { ...object, name: isOnly ? name : object.name.slice(0, -toName(lastWord(object.path)).length) + name };
  });
}
