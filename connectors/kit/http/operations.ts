import { z } from 'zod';
import type { JsonObject } from '../../../core/json.ts';
import { templateText as template, valuePath as path } from '../fields.ts';
import { answerConditionSchema } from './answer-condition.ts';
import { extractSchema } from './extract.ts';
import { incrementalSchema } from './incremental-schema.ts';
import { lockSchema } from './lock-schema.ts';
import { type Pagination, paginationSchema } from './pagination-schema.ts';
import { requestSchema } from './request-schema.ts';

/** Defines HTTP operations: requests, response formats, pagination, and how a write survives a lost response. */

const text = z.string().min(1);

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
    /** Nothing at `recordsPath` means no records: some systems leave an empty list out. */
    optional: z.boolean().optional(),
  }),
  z.strictObject({ kind: z.literal('ndjson') }),
  csvFormat,
  z.strictObject({
    kind: z.literal('xml'),
    recordsPath: path,
    /** Reads attributes too, as members that begin with `@`, and text beside them as `#text`. */
    attributes: z.boolean().optional(),
    /** Leaves the namespaces' prefixes out of names, since documents may choose them freely. */
    plainNames: z.boolean().optional(),
  }),
]);

/**
 * "Not found" (404) says that the record is not there: only where the request names the record itself, as in
 * `GET /users/{name}`. Of a search it may as well be a wrong address or a missing permission, and a creation that
 * followed from it would double the record. Default: it is an error.
 */
const notFoundIsAbsent = z.literal(true).optional();

/**
 * How long a look-up is taken to lag where its vendor does not say: as long as the longest lag that a vendor documents for a
 * list of records.
 * @see https://developer.cisco.com/meraki/api-v1/get-organization-devices-availabilities/
 */
export const undocumentedLagMs = 300_000;

/** How a write is recognised after its answer was lost. @see docs/architecture.md#why-no-effect-is-doubled */
export const idempotencySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('put_by_key') }),
  z.strictObject({ kind: z.literal('header'), name: text, ttlMs: z.int().positive() }),
  z.strictObject({
    kind: z.literal('find'),
    request: requestSchema,
    recordsPath: path.optional(),
    /** For a request that lists all records: its pages are searched until the record is found. */
    paginate: paginationSchema.optional(),
    /** Nothing at `recordsPath` means no records. */
    optional: z.boolean().optional(),
    /** Objects of a found record whose members are compared as its own: `attributes` of JSON:API. */
    lift: z.array(text).min(1).optional(),
    /** The member of the others that holds their value: `{ "email": { "value": … } }`. */
    unwrap: text.optional(),
    /** Where a record that was found holds its id; absent: `targetIdPath`, as in the answer to a creation. */
    idPath: path.optional(),
    /**
     * The system compares texts without case. `undocumented`: its vendor does not say; a record in another case is taken
     * where the system's own answer to one value names it alone, and is left alone, with the record rejected, where it may
     * be another one.
     */
    ignoresCase: z.boolean().or(z.literal('undocumented')).optional(),
    /**
     * The system ignores a condition on a field that it does not have, and gives any records: where none of them has the
     * fields that are looked for, there are no such fields.
     */
    ignoresUnknown: z.literal(true).optional(),
    /** How long after a write a look-up may still miss it. `undocumented`: `undocumentedLagMs`. */
    searchLagMs: z.int().min(0).or(z.literal('undocumented')).default(0),
    /** A creation that is refused as a conflict is looked up: an identical record counts as written. */
    adoptsConflict: z.boolean().optional(),
    notFoundIsAbsent,
  }),
  /**
   * A token of the caller's within the request. @see
   * https://docs.aws.amazon.com/ec2/latest/devguide/ec2-api-idempotency.html
   */
  z.strictObject({
    kind: z.literal('client_token'),
    /** The member of the body that takes it; absent: the request names it itself, as `{$effect_id}`. */
    path: path.optional(),
    ttlMs: z.int().positive(),
  }),
  z.strictObject({ kind: z.literal('none') }),
]);

/** Several records in one request, and the outcome of each in its response. */
export const bulkSchema = z.strictObject({
  request: requestSchema,
  /** A list at `itemsPath` of the body, which absent is the list itself; or one value a line. */
  encoding: z.enum(['json', 'ndjson']).default('json'),
  itemsPath: path.optional(),
  /**
   * A record's entry: members by path, as templates over the record, `$record`, `$index`, `$effect_id`, `$target_id`.
   * Absent: the record.
   */
  item: z.record(path, template).optional(),
  /** With NDJSON: a line before each record's own, likewise. */
  action: z.record(path, template).optional(),
  /** Members of the record that only its action has: its id, where a document must not hold it. */
  omits: z.array(path).min(1).optional(),
  itemsMax: z.int().min(1).max(1000),
  bytesMax: z.int().min(1000).default(4_000_000),
  results: z.strictObject({
    /** The list with an entry for each record, in the order sent. */
    list: path,
    /** Where an entry holds the `$index` of its record, for lists in any order. */
    indexPath: path.optional(),
    /** Where an entry holds its status, as of an answer of its own. */
    statusPath: path.optional(),
    /** False there means a refusal. */
    okPath: path.optional(),
    /** What was wrong. Without a status or a truth value to go by, a sentence here means a refusal. */
    messagePath: path.optional(),
    targetIdPath: path.optional(),
  }),
});

/** Converts a record to its final form. Pure. */
const shapeSchema = z.custom<(record: JsonObject) => JsonObject>((value) => typeof value === 'function');

export const plainPages = z.strictObject({
  kind: z.literal('pages'),
  /**
   * Holes beside the configuration's: `$page` and `$page_size` of the paging, `$opened`, `parent.NAME`, and in XML `$started`,
   * the instant at which the reading began.
   */
  request: requestSchema,
  format: formatSchema,
  paginate: paginationSchema,
  /** Used for every page but the first, where that has an address of its own. Holes: `$page`, `$page_size`. */
  nextRequest: requestSchema.optional(),
  /** A call before the first page, such as the one that opens a snapshot. What it gives fills the holes `$opened`. */
  open: z.strictObject({ request: requestSchema, path }).optional(),
  /** Responses to any page but the first that mean that its cursor has expired. The read starts again. */
  expired: answerConditionSchema.optional(),
  /** Refusals of the first page that mean that there are no records: some systems answer an empty list with 404. */
  empty: answerConditionSchema.optional(),
  extract: extractSchema.optional(),
  /** Where a page names members that records have by ids, and the object of a record that has them. */
  memberNames: z.strictObject({ path, at: text, idPrefix: text }).optional(),
  /** How changes are read. */
  incremental: incrementalSchema.optional(),
  shape: shapeSchema.optional(),
});

const constantParents = z.strictObject({
  kind: z.literal('values'),
  values: z.array(z.record(z.string(), z.json())).min(1),
});
const configuredParents = z.strictObject({ kind: z.literal('config'), name: text });

const parentFields = {
  /** The field that tells parents apart. */
  key: path,
  /** Fields of the parent that its records get: name in the record → path in the parent. */
  copy: z.record(text, path).default({}),
  /** So many parents in one call, whose hole `parent.KEY` is then the list of their keys: records by ids, say. */
  batch: z.int().min(2).max(1000).optional(),
  /** Number of parents whose records are read concurrently. */
  concurrency: z.int().min(1).max(16).default(4),
};

/** A list of parents that is itself read once for each of others: sprints of boards. */
const nestedPages = plainPages.extend({
  parents: z
    .strictObject({
      from: z.discriminatedUnion('kind', [plainPages, constantParents, configuredParents]),
      ...parentFields,
    })
    .optional(),
});

/** A read that is repeated for each parent, or part: sites, tenants, kinds. */
const parentsSchema = z.strictObject({
  /** Another read, constant records, or a list of the configuration, each of whose values becomes `{ value }`. */
  from: z.discriminatedUnion('kind', [nestedPages, constantParents, configuredParents]),
  ...parentFields,
  /** So many levels at most of records that are parents themselves, by the same key: the units of units. */
  depth: z.int().min(2).max(16).optional(),
});

/** An export that the system prepares: requested, awaited, then read in pages or chunks. */
const jobSchema = z.strictObject({
  create: requestSchema,
  /** Where its answer names the job: the hole `job.id` of the other requests. */
  idPath: path,
  /** Reads the status of the job. */
  status: requestSchema,
  statusPath: path,
  /** Statuses of a job that is ready, has failed, or is empty. Any other: still running. */
  done: z.array(text).min(1),
  failed: z.array(text).default([]),
  empty: z.array(text).default([]),
  /** Where the answer of a finished job lists its parts. Each is read with its id in the hole `job.chunk`. */
  chunksPath: path.optional(),
  /** How long to wait before reading the status again. */
  pollMs: z.int().min(1000).default(10_000),
  /** A job that takes longer is abandoned, and another one is started. */
  giveUpMs: z
    .int()
    .min(60_000)
    .default(6 * 3_600_000),
  /** Stops a running job that is no longer needed: it took too long, or its run was canceled. */
  abort: requestSchema.optional(),
  /** Releases the job, after its end and when it is abandoned. */
  remove: requestSchema.optional(),
});

const pages = plainPages
  .extend({
    parents: parentsSchema.optional(),
    job: jobSchema.optional(),
    /**
     * Filters that the system supports: the field of a record, and the query parameter that filters
     * by its value. Only these values are sent: a system may refuse others, or misinterpret them.
     */
    filters: z.record(path, z.strictObject({ parameter: text, values: z.array(text).min(1) })).optional(),
  })
  .refine(
    ({ filters, paginate, job }) => filters === undefined || (paginate.kind === 'cursor' && job === undefined),
    // If a record changes and no longer matches the filter, all later ones move to lower page numbers, and one would be
    // missed.
    'Only pages behind a cursor can be filtered: numbered ones move while they are read.',
  );

const fileFormat = formatSchema.refine((format) => format.kind !== 'xml', 'XML files are not supported.');

/** One file of any size, read in pages. */
const file = z.strictObject({
  kind: z.literal('file'),
  request: requestSchema,
  format: fileFormat,
  pageSize: z.int().min(1).max(10_000).default(1000),
});

/** A list of files, read one after the other. */
const folder = z.strictObject({
  kind: z.literal('folder'),
  list: plainPages,
  /** Path of an entry's name in the list. Its holes in `request`: `entry.name`. */
  namePath: path,
  /** Entries whose name does not match are left out: text at the end of the name. */
  nameEndings: z.array(text).optional(),
  /** The only entry that is read. One that is not there is refused as not found. */
  only: text.optional(),
  /**
   * Files that were read are left out until they change: paths of what differs in an entry then, and of the time of the
   * change, as ISO 8601 has it.
   */
  incremental: z.strictObject({ versionPaths: z.array(path).min(1), timePath: path }).optional(),
  request: requestSchema,
  format: fileFormat,
  pageSize: z.int().min(1).max(10_000).default(1000),
});

/** Reads records by the value of a field. */
export const findSchema = z.strictObject({
  /** Holes: `value`, or several with `separator` between them, and `key`, the path of the field that is searched by. */
  request: requestSchema,
  format: formatSchema,
  /** Values in one call. */
  valuesMax: z.int().min(1).max(1000).default(1),
  separator: z.string().min(1).max(10).default(','),
  concurrency: z.int().min(1).max(32).default(4),
  notFoundIsAbsent,
  shape: shapeSchema.optional(),
});

export const readSchema = z.discriminatedUnion('kind', [pages, file, folder]);

export const writeSchema = z.strictObject({
  request: requestSchema,
  /** Used instead where the target's id of the record is known: hole `$target_id`. */
  update: requestSchema.optional(),
  /**
   * Method and path by which ledgers know the write, where it went elsewhere before: records that were written there are
   * known on. Absent: those of `request`.
   */
  place: text.optional(),
  /**
   * How the record is sent where the request has no body of its own; `none`: its address is sufficient. In a body of
   * its own, it is the hole `$record`.
   */
  body: z.enum(['json', 'form', 'none']).default('json'),
  /**
   * What fills the request's address is not sent in the body as well, where many vendors refuse it. These members are: by
   * name, or all of them.
   */
  keepsKey: z.union([z.literal(true), z.array(path).min(1)]).optional(),
  /** Members that every record is sent with but by PATCH; its own win. */
  constants: z.record(z.string(), z.json()).optional(),
  /** How the record is sent by PATCH: as it is, or as changes to members. */
  patch: z.enum(['merge', 'json', 'scim']).optional(),
  /**
   * Of `json`: where the members are in the system's document, such as `/fields`, of which a record has the content. Creations
   * are sent as changes as well then.
   */
  patchAt: z
    .string()
    .regex(/^(?:\/[^/]+)+$/)
    .optional(),
  /**
   * What a mapping gives: members that are not optional are required of it. Absent: what the vendor's description says
   * of the body (`write-schemas.json` beside the connector), else what is read, of which nothing is required.
   */
  schema: z.custom<z.ZodType>((value) => value instanceof z.ZodType).optional(),
  idempotency: idempotencySchema,
  /**
   * Members of the object at `at` may be given by the names that a list has beside their ids. It is read where a record has a
   * member that is no id.
   */
  memberNames: z.strictObject({ from: plainPages, id: path, name: path, at: text, idPrefix: text }).optional(),
  /** Refusals that mean that nothing is left to do, such as adding an existing member, or removing one that is gone. */
  already: answerConditionSchema.optional(),
  lock: lockSchema.optional(),
  bulk: bulkSchema.optional(),
  /** Of a deletion that can be undone: a deactivation, or a move to a bin. */
  effect: z.enum(['reversible', 'destructive']).optional(),
  /**
   * Where a success lists what was wrong with the record, and within an entry the sentence and the field: it was not
   * written then.
   */
  refusals: z.strictObject({ list: path, message: path, field: path.optional() }).optional(),
  /** Where the answer to a creation holds the id that the target gave. */
  targetIdPath: path.optional(),
  /** Where the answer to a creation has no body, its `Location` ends in that id. */
  targetIdIn: z.literal('location').optional(),
  concurrency: z.int().min(1).max(32).default(8),
  batchMax: z.int().min(1).max(1000).default(200),
});

/** A request as connectors write it, before its defaults. */
export type GivenRequest = z.input<typeof requestSchema>;
export type RequestTemplate = z.output<typeof requestSchema>;
export type Format = z.output<typeof formatSchema>;
export type CsvFormat = z.output<typeof csvFormat>;
export type { Pagination };
export type HttpIdempotency = z.output<typeof idempotencySchema>;
export type HttpRead = z.output<typeof readSchema>;
/** Reading in pages as connectors write it, before its defaults. */
export type GivenPages = z.input<typeof pages>;
export type HttpPages = z.output<typeof pages>;
export type HttpParents = z.output<typeof parentsSchema>;
export type HttpJob = z.output<typeof jobSchema>;
export type MemberNames = NonNullable<z.output<typeof writeSchema>['memberNames']>;
export type HttpFile = z.output<typeof file>;
export type HttpFolder = z.output<typeof folder>;
export type HttpFind = z.output<typeof findSchema>;
export type Bulk = z.output<typeof bulkSchema>;
export type HttpWrite = z.output<typeof writeSchema>;
