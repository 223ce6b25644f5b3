import type { ApiOperation, ApiDescription, OperationFacts } from './description.ts';
import { findRecords } from './find-records.ts';
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
  hasFind: boolean;
  writes: DraftWrites;
}

export interface DraftWrites {
  create: boolean;
  update: 'PATCH' | 'PUT' | undefined;
  delete: boolean;
  /** Member of the body that holds the record. */
  member: string | undefined;
}

export interface Draft {
  objects: readonly DraftObject[];
  /** Lists below a parent, which need `parents`: `/users/{id}/groups`. */
  nested: readonly string[];
  /** Path that all addresses of the description begin with: `/api/v2`. */
  base: string;
}

/** Proposes an object for each list of a description, with what can be done to its records. */
export function proposeObjects(description: ApiDescription): Draft {
  const calls = new Map(description.operations.map((one) => [`${one.method} ${one.path}`, one]));
  const lists = description.operations.filter(({ method, path }) => method === 'GET' && !path.endsWith('}'));
  const proposed = lists.flatMap((list) => {
    const facts = list.describe();
    const collection = lastWord(list.path);
    const records = findRecords(facts, collection, description);
    return records === undefined ? [] : [{ list, facts, collection, records }];
  });
  const base = commonBase(description.operations.map(({ path }) => path));
  const objects = proposed
    .filter(({ list }) => !list.path.includes('{'))
    .map(({ list, facts, collection, records }): DraftObject => {
      const item = findItem(list.path, description.operations);
      const writes = describeWrites({ list, item, calls, collection, description });
      const { path: recordsPath, shape } = records;
      return {
        name: toName(list.path.slice(base.length)),
        path: list.path.slice(base.length),
        recordsPath,
        paging: guessPaging(facts, description),
        key: findKey(shape, item),
        shape,
        hasFind: item !== undefined && calls.has(`GET ${item}`),
        writes,
      };
    });
  return {
    base,
    objects: distinct(objects),
    nested: proposed.filter(({ list }) => list.path.includes('{')).map(({ list }) => list.path.slice(base.length)),
  };
}

/** Address of one record: the list's with one hole after it, which may have an ending of its own: `/users/{id}.json`. */
function findItem(list: string, operations: readonly ApiOperation[]): string | undefined {
  const [stem = list, ending = ''] = /^(.*?)(\.json)?$/.exec(list)?.slice(1) ?? [];
  const isItem = (path: string): boolean =>
    path.startsWith(`${stem}/{`) && /^\/\{[^/{}]+\}$/.test(path.slice(stem.length, path.length - ending.length));
  return operations.find(({ path }) => path.endsWith(ending) && isItem(path))?.path;
}

interface Found {
  list: ApiOperation;
  item: string | undefined;
  calls: ReadonlyMap<string, ApiOperation>;
  collection: string;
  description: ApiDescription;
}

function describeWrites({ list, item, calls, collection, description }: Found): DraftWrites {
  const create = calls.get(`POST ${list.path}`);
  const update = (['PATCH', 'PUT'] as const).find((method) => calls.has(`${method} ${item}`));
  const write = create ?? calls.get(`${update} ${item}`);
  return {
    create: create !== undefined,
    update,
    delete: calls.has(`DELETE ${item}`),
    member: write === undefined ? undefined : findMember(write.describe(), collection, description),
  };
}

/** The single member of a body that is the record: `{ "user": { … } }`. */
function findMember(facts: OperationFacts, collection: string, description: ApiDescription): string | undefined {
  const body = readShape(facts.request?.schema, description);
  const [name, ...others] = Object.keys(body.members);
  if (name === undefined || others.length > 0 || !collection.startsWith(name.slice(0, 3))) return undefined;
  return readShape(body.members[name], description).type === 'object' ? name : undefined;
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
    .replace(/\.json$/, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return words.map((word) => word.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase()).join('_');
}

/** Short names where they say enough: the last word of the address, unless another list has it too. */
function distinct(objects: readonly DraftObject[]): DraftObject[] {
  const short = (object: DraftObject): string => toName(lastWord(object.path));
  const counts = Map.groupBy(objects, short);
  return objects.map((object) =>
    (counts.get(short(object))?.length ?? 0) > 1 ? object : { ...object, name: short(object) },
  );
}
