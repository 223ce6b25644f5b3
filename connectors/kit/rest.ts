/**
 * How an object of a REST interface is said: what lists it, and what a record of it is.
 *
 * The lists of a vendor look alike. `restApi` is told once what they share, and gives the functions that its objects are
 * made with; what a list says itself wins. Presets (`odata()`, `googleList()`, `relay()`) give members of a list, and are
 * spread into it. How an object is written is said with `rest-writes.ts`.
 */
import type { z } from 'zod';
import { finds, type HttpObject, reads } from './define.ts';
import type { GivenPages, GivenRequest, HttpFind } from './http/operations.ts';

/** What is asked for: `GET path?query`. */
export interface Question {
  path: string;
  query?: Record<string, string>;
  /** What else the request has, such as a `base`, `headers`, or another `method` and its `body`. */
  request?: Partial<Omit<GivenRequest, 'path' | 'query'>>;
}

/** A list of records: its address, and whatever else a reading in pages can say. */
export interface Pages extends Question, Partial<Omit<GivenPages, 'kind' | 'request'>> {
  /** Where a JSON answer holds the list. Default: as in `RestStyle.records`. */
  recordsPath?: string;
  /** Records in a page, at most what the vendor allows, where `RestStyle.paged` tells how pages are asked for. */
  pageSize?: number;
}

/** A list that gives parents: it has none of its own. */
export type ParentPages = Omit<Pages, 'parents' | 'job' | 'filters'>;

export interface ObjectFacts {
  title: string;
  /** What `RestStyle.docs` makes the address of the object's documentation from. */
  docs?: string | undefined;
  /** Paths of the fields that identify a record. Default: `RestStyle.key`. */
  key?: string | readonly string[] | undefined;
  schema?: z.ZodType;
}

export interface ListedObject extends ObjectFacts, Pages {
  schema: z.ZodType;
  /** Where one record is: an address with the hole `{value}`, or `true` for `PATH/{value}` below the list. */
  find?: string | boolean;
}

/** What the objects of a vendor share. */
export interface RestStyle {
  /** Address of a documentation page, by the `docs` of an object; empty where it has none. */
  docs(page: string): string;
  /** Default: `id`. */
  key?: string;
  /** Default: the answer is the list. */
  records?: Omit<Extract<GivenPages['format'], { kind: 'json' }>, 'kind'>;
  /** Paging of lists that name neither paging nor a page size. Default: all records come in one answer. */
  paginate?: GivenPages['paginate'];
  /** Paging of lists that name a page size. */
  paged?(pageSize: number): GivenPages['paginate'];
  /** What readings have besides. */
  pages?: Pick<GivenPages, 'expired' | 'extract'>;
  /** Whether records are found below their lists. Those of parents have no such address. */
  find?: boolean;
}

export interface RestApi {
  /** An object that is listed, with its other operations. */
  listOf(list: ListedObject, operations?: HttpObject['operations']): HttpObject;
  /** An object that no list gives: it is written or found only. */
  objectOf(facts: ObjectFacts, operations: HttpObject['operations']): HttpObject;
  /** A list by itself, as `parents.from` takes it. */
  pagesOf(list: ParentPages): GivenPages;
}

export function restApi(style: RestStyle): RestApi {
  return {
    pagesOf: (list) => toPages(style, list),
    objectOf: (facts, operations) => toObject(style, facts, operations),
    listOf: ({ title, docs, key, schema, find = style.find ?? false, ...list }, operations) => {
      const below = find === true && list.parents === undefined ? `${list.path}/{value}` : undefined;
      const address = typeof find === 'string' ? find : below;
      const read = { list: reads(toPages(style, list)), ...(address === undefined ? {} : { find: findAt(address) }) };
      return toObject(style, { title, docs, key, schema }, { ...read, ...operations });
    },
  };
}

function toObject(style: RestStyle, facts: ObjectFacts, operations: HttpObject['operations']): HttpObject {
  const { title, docs = '', key = style.key ?? 'id', schema } = facts;
  return {
    title,
    key: typeof key === 'string' ? [key] : key,
    ...(schema === undefined ? {} : { schema }),
    docsUrl: style.docs(docs),
    operations,
  };
}

function toPages(style: RestStyle, list: Pages): GivenPages {
  const { path, query = {}, request = {}, recordsPath, pageSize, ...pages } = list;
  const paginate = pageSize === undefined ? style.paginate : style.paged?.(pageSize);
  return {
    kind: 'pages',
    request: toRequest({ path, query, request }),
    format: { kind: 'json', ...style.records, ...(recordsPath === undefined ? {} : { recordsPath }) },
    paginate: paginate ?? { kind: 'none' },
    ...style.pages,
    ...pages,
  };
}

/** The request of a question. */
export function toRequest({ path, query = {}, request = {} }: Question): GivenRequest {
  return { method: 'GET', path, query, ...request };
}

/** Finds a record at the address that names it, with the hole `{value}`. */
export function findAt(path: string): HttpFind {
  const format = { kind: 'json', recordsPath: '$' } as const;
  return finds({ request: { method: 'GET', path }, format, notFoundIsAbsent: true });
}
