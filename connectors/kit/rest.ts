/**
 * Defines the objects of a REST API: how records are listed, and what identifies them.
 *
 * The lists of a vendor look alike. `restApi` takes what they share once and returns the functions that define its
 * objects; what a list gives itself wins. Presets (`odata()`, `googleList()`, `relay()`) return members of a list:
 * spread them into it. Writes are defined with `rest-writes.ts`.
 */
import type { z } from 'zod';
import type { QueryTexts } from './filters/filter-text.ts';
import { finds, reads } from './http/complete-operations.ts';
import type { HttpObject } from './object-types.ts';
import type { GivenPages, GivenRequest, HttpFind } from './http/operations.ts';

/** What a request asks for: `GET path?query`. */
export interface Endpoint {
  path: string;
  query?: QueryTexts;
  /** Further parts of the request, such as a `base`, `headers`, or another `method` and its `body`. */
  request?: Partial<Omit<GivenRequest, 'path' | 'query'>>;
}

/** A list endpoint, with every option of a paged read. */
export interface Pages extends Endpoint, Partial<Omit<GivenPages, 'kind' | 'request'>> {
  /** Path of the records in a JSON answer. Default: `RestDefaults.records`. */
  recordsPath?: string;
  /** Records in a page, at most what the vendor allows. Needs `RestDefaults.paged`. */
  pageSize?: number;
}

/** A list that parents are read from. Where it has parents of its own, these have none. */
export type ParentPages = Omit<Pages, 'job' | 'filters'>;

export interface ObjectInfo {
  title: string;
  /** Argument of `RestDefaults.docs`, which returns the address of the documentation. */
  docs?: string | undefined;
  /** Paths of the fields that identify a record. Default: `RestDefaults.key`. */
  key?: string | readonly string[] | undefined;
  schema?: z.ZodType;
}

export interface ListedObject extends ObjectInfo, Pages {
  schema: z.ZodType;
  /** Path of one record, with the hole `{value}`; `true` stands for `PATH/{value}` below the list. */
  find?: string | boolean;
}

/** What the objects of a vendor have in common. */
export interface RestDefaults {
  /** Address of a documentation page. `page` is the `docs` of an object, or empty where it has none. */
  docs(page: string): string;
  /** Default: `id`. */
  key?: string;
  /** Where answers hold their records. Default: the answer is the list. */
  records?: Omit<Extract<GivenPages['format'], { kind: 'json' }>, 'kind'>;
  /** Paging of lists that give neither `paginate` nor `pageSize`. Default: none, all records come in one answer. */
  paginate?: GivenPages['paginate'];
  /** Paging of lists that give a `pageSize`. */
  paged?(pageSize: number): GivenPages['paginate'];
  /** Further options of every read. */
  pages?: Pick<GivenPages, 'empty' | 'expired' | 'extract'>;
  /** Default of `find`. Lists with parents have no address for one record. */
  find?: boolean;
}

export interface RestApi {
  /** An object with a list, and its other operations. @throws {TypeError} when a `pageSize` lacks `RestDefaults.paged`. */
  listOf(list: ListedObject, operations?: HttpObject['operations']): HttpObject;
  /** An object without a list: it is only written, or looked up. */
  objectOf(facts: ObjectInfo, operations: HttpObject['operations']): HttpObject;
  /** The read of a list alone, for `parents.from`. */
  pagesOf(list: ParentPages): GivenPages;
}

export function restApi(defaults: RestDefaults): RestApi {
  return {
    pagesOf: (list) => toPages(defaults, list),
    objectOf: (facts, operations) => toObject(defaults, facts, operations),
    listOf: ({ title, docs, key, schema, find = defaults.find ?? false, ...list }, operations) => {
      const below = find === true && list.parents === undefined ? `${list.path}/{value}` : undefined;
      const address = typeof find === 'string' ? find : below;
      const read = {
        list: reads(toPages(defaults, list)),
        ...(address === undefined ? {} : { find: findAt(address, list.shape) }),
      };
      return toObject(defaults, { title, docs, key, schema }, { ...read, ...operations });
    },
  };
}

function toObject(defaults: RestDefaults, facts: ObjectInfo, operations: HttpObject['operations']): HttpObject {
  const { title, docs = '', key = defaults.key ?? 'id', schema } = facts;
  return {
    title,
    key: typeof key === 'string' ? [key] : key,
    ...(schema === undefined ? {} : { schema }),
    docsUrl: defaults.docs(docs),
    operations,
  };
}

function toPages(defaults: RestDefaults, list: Pages): GivenPages {
  const { path, query = {}, request = {}, recordsPath, pageSize, ...pages } = list;
  // Read as one answer, the rest of the list would be missing without a sign.
  if (pageSize !== undefined && defaults.paged === undefined)
    throw new TypeError(`${path} has a pageSize that nothing asks for.`);
  const paginate = pageSize === undefined ? defaults.paginate : defaults.paged?.(pageSize);
  return {
    kind: 'pages',
    request: toRequest({ path, query, request }),
    format: { kind: 'json', ...defaults.records, ...(recordsPath === undefined ? {} : { recordsPath }) },
    paginate: paginate ?? { kind: 'none' },
    ...defaults.pages,
    ...pages,
  };
}

/** An object with operations that have names of their own. */
export function withNamed(object: HttpObject, named: NonNullable<HttpObject['named']>): HttpObject {
  return { ...object, named };
}

/** The request to an endpoint. */
export function toRequest({ path, query = {}, request = {} }: Endpoint): GivenRequest {
  return { method: 'GET', path, query, ...request };
}

/** Looks a record up by its path, with the hole `{value}`. */
export function findAt(path: string, shape?: HttpFind['shape']): HttpFind {
  const format = { kind: 'json', recordsPath: '$' } as const;
  return finds({ request: { method: 'GET', path }, format, notFoundIsAbsent: true, ...(shape && { shape }) });
}
