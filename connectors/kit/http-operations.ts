import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { isTemplate } from './template.ts';
import { parsePath } from './record-path.ts';

/** The data that HTTP operations are made of: requests, formats of answers, paging, and how a write survives a lost answer. */

const template = z.string().refine(isTemplate, 'Every { needs a name and a closing }.');
const path = z.string().refine((text) => parsePath(text) !== undefined, 'This is not a path.');
const text = z.string().min(1);

export const requestSchema = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Joined to the base URL. Holes: `config.NAME`, and what the operation works on (`entry.NAME`, a record's fields). */
  path: template,
  query: z.record(z.string(), template).default({}),
  headers: z.record(z.string(), z.string()).default({}),
  /** Constant JSON body, for reading by POST. */
  body: z.record(z.string(), z.json()).optional(),
});

const csvFormat = z.strictObject({
  kind: z.literal('csv'),
  delimiter: z.string().length(1).default(','),
  quote: z.string().length(1).nullable().default('"'),
  /** Names of the columns where the file has no header line. */
  columns: z.array(text).min(1).optional(),
  encoding: z.enum(['utf8', 'latin1']).default('utf8'),
  /** Accepts rows with too few or too many cells. */
  relaxed: z.boolean().default(false),
});

/** How an answer's body becomes records. */
export const formatSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('json'),
    /** Where the list (or map) of records is; absent: the body itself is the list. */
    recordsPath: path.optional(),
    /** For a map of records by key: the field that takes the key. */
    keyField: text.optional(),
  }),
  z.strictObject({ kind: z.literal('ndjson') }),
  csvFormat,
  z.strictObject({
    kind: z.literal('xml'),
    recordsPath: path,
  }),
]);

const size = {
  /** Query parameter that asks for the page's size. */
  sizeParameter: text.optional(),
  pageSize: z.int().min(1).max(10_000).optional(),
};
/** Where parameters of paging go: the query, or the top level of the JSON body. */
const place = z.enum(['query', 'body']).default('query');

export const paginationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('page'),
    parameter: text,
    first: z.int().min(0).default(1),
    in: place,
    /** Number of the last page, where the answer tells it. Otherwise the first empty page ends the reading. */
    totalPagesPath: path.optional(),
    hasMorePath: path.optional(),
    ...size,
  }),
  z.strictObject({
    kind: z.literal('offset'),
    parameter: text,
    first: z.int().min(0).default(0),
    in: place,
    /** Number of all records, where the answer tells it. Otherwise the first empty page ends the reading. */
    totalPath: path.optional(),
    hasMorePath: path.optional(),
    ...size,
  }),
  z.strictObject({
    kind: z.literal('cursor'),
    parameter: text,
    in: place,
    /** Where the answer holds the next cursor; missing, null or empty there ends the reading. */
    path: path.optional(),
    /** The response header that holds it instead. */
    header: z.string().toLowerCase().optional(),
    hasMorePath: path.optional(),
    ...size,
  }),
  z.strictObject({ kind: z.literal('link_header'), rel: text.default('next'), ...size }),
  z.strictObject({ kind: z.literal('next_url'), path, ...size }),
]);

/** How a write is recognised after its answer was lost. @see DESIGN §7, CONNECTORS §1.2 "idempotency" */
export const idempotencySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('put_by_key') }),
  z.strictObject({ kind: z.literal('header'), name: text, ttlMs: z.int().positive() }),
  z.strictObject({
    kind: z.literal('find'),
    request: requestSchema,
    recordsPath: path.optional(),
    /** How long after a write a look-up may still miss it. */
    searchLagMs: z.int().min(0).default(0),
  }),
  z.strictObject({ kind: z.literal('none') }),
]);

const pages = z.strictObject({
  kind: z.literal('pages'),
  request: requestSchema,
  format: formatSchema,
  paginate: paginationSchema,
  /** Gives a record its final form. Pure. */
  shape: z.custom<(record: JsonObject) => JsonObject>((value) => typeof value === 'function').optional(),
});

const fileFormat = formatSchema.refine((format) => format.kind !== 'xml', 'XML files are not supported.');

/** One file, however large, handed out in pages. */
const file = z.strictObject({
  kind: z.literal('file'),
  request: requestSchema,
  format: fileFormat,
  pageSize: z.int().min(1).max(10_000).default(1000),
});

/** A list of files, read one after the other. */
const folder = z.strictObject({
  kind: z.literal('folder'),
  list: pages,
  /** Path of an entry's name in the list. Its holes in `request`: `entry.name`. */
  namePath: path,
  /** Entries whose name does not match are left out: text at the end of the name. */
  nameEndings: z.array(text).optional(),
  request: requestSchema,
  format: fileFormat,
  pageSize: z.int().min(1).max(10_000).default(1000),
});

/** Reads records by the value of a field. */
export const findSchema = z.strictObject({
  /** Hole `value`: the value, or several with `separator` between them. */
  request: requestSchema,
  format: formatSchema,
  /** Values in one call. */
  valuesMax: z.int().min(1).max(1000).default(1),
  separator: z.string().min(1).max(10).default(','),
  concurrency: z.int().min(1).max(32).default(4),
});

export const readSchema = z.discriminatedUnion('kind', [pages, file, folder]);

export const writeSchema = z.strictObject({
  request: requestSchema,
  /** Used instead where the target's id of the record is known: hole `$target_id`. */
  update: requestSchema.optional(),
  body: z.enum(['json', 'form']).default('json'),
  idempotency: idempotencySchema,
  /** Where the answer to a creation holds the id that the target gave. */
  targetIdPath: path.optional(),
  concurrency: z.int().min(1).max(32).default(8),
  batchMax: z.int().min(1).max(1000).default(200),
});

export type RequestTemplate = z.output<typeof requestSchema>;
export type Format = z.output<typeof formatSchema>;
export type CsvFormat = z.output<typeof csvFormat>;
export type Pagination = z.output<typeof paginationSchema>;
export type HttpIdempotency = z.output<typeof idempotencySchema>;
export type HttpRead = z.output<typeof readSchema>;
export type HttpPages = z.output<typeof pages>;
export type HttpFile = z.output<typeof file>;
export type HttpFolder = z.output<typeof folder>;
export type HttpFind = z.output<typeof findSchema>;
export type HttpWrite = z.output<typeof writeSchema>;
