import { z } from 'zod';
import { templateText, valuePath as path } from '../fields.ts';

/** Defines pagination: how a position is requested, and how a response reports the next one. */

const text = z.string().min(1);

/** The size of pages, and how the last page is recognized. */
const common = {
  /** Query parameter, path into the body or header (as `in` says) that asks for the page's size. */
  sizeParameter: text.optional(),
  /** Records asked for; at most what the vendor allows. Halved where the system finds a page too large. */
  pageSize: z.int().min(1).max(10_000).optional(),
  /** The read ends when this is false. */
  hasMorePath: path.optional(),
  /** The read ends when this is true. */
  endPath: path.optional(),
  /** A page with fewer records than `pageSize` is the last. Only for systems that always fill their pages. */
  shortPageEnds: z.boolean().optional(),
  /**
   * A page without records is the last. Numbers, ranges and keys end there in any case, unless a number of all tells of
   * more.
   */
  emptyPageEnds: z.boolean().optional(),
};

/**
 * Where parameters of paging go: the query, a path into the JSON body, a header. `template`: nowhere by themselves, the
 * request names them as `{$page}` and `{$page_size}`.
 */
const place = z.enum(['query', 'body', 'header', 'template']).default('query');

export const paginationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('page'),
    parameter: text,
    first: z.int().min(0).default(1),
    in: place,
    /** Number of pages, if the response has it. Otherwise the first empty page ends the read. */
    totalPagesPath: path.optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('offset'),
    parameter: text,
    first: z.int().min(0).default(0),
    in: place,
    /** Number of records, if the response has it. Otherwise the first empty page ends the read. */
    totalPath: path.optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('cursor'),
    parameter: text,
    in: place,
    /**
     * Where the answer holds the next cursor; the read ends when it is missing, null or empty. A list of its parts is asked for
     * with commas between them.
     */
    path: path.optional(),
    /** The response header that holds it instead. */
    header: z.string().toLowerCase().optional(),
    /** Further parts of a cursor that has several: parameter → path in the answer. Parts that are missing there are not sent. */
    with: z.record(text, path).optional(),
    ...common,
  }),
  z.strictObject({
    kind: z.literal('link_header'),
    rel: text.default('next'),
    /**
     * Of systems that cut a list after `pageSize` records, which links lead through: the parameter by which the rest is asked
     * for, behind the last record's key. Records come in the order of that key. `quoted`: some keys are in double quotes,
     * which the parameter takes them without.
     */
    resume: z.strictObject({ parameter: text, field: path, quoted: z.literal(true).optional() }).optional(),
    ...common,
  }),
  /**
   * Also where the answer holds an object with the member `href`, as JSON:API allows, or a list of such with the `rel`
   * next.
   */
  z.strictObject({ kind: z.literal('next_url'), path, ...common }),
  /**
   * `Range: records=0-99`, answered with `Content-Range: records 0-99/1234`.
   *
   * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.5
   */
  z.strictObject({
    kind: z.literal('range_header'),
    unit: text.default('items'),
    ...common,
    pageSize: z.int().min(1).max(10_000),
  }),
  /** The page after the last record's key. The request sorts by it; ties would be lost, so that it must be unique. */
  z.strictObject({
    kind: z.literal('keyset'),
    parameter: text,
    in: place,
    /** Paths of the key's fields in a record of the answer. */
    fields: z.array(path).min(1).max(4),
    /** The parameter's value, with a hole for each field; absent: the only field's value. */
    after: templateText.optional(),
    /** The parameter's value for the first page. */
    first: text.optional(),
    /**
     * The `Link` header says whether there are more, and leads on from a page without records: for systems that hide some
     * records after they have cut the pages.
     */
    linked: z.literal(true).optional(),
    ...common,
  }),
  /**
   * The page after the last record's sort values, as a list in the body.
   *
   * @see https://www.elastic.co/docs/reference/elasticsearch/rest-apis/paginate-search-results
   */
  z.strictObject({
    kind: z.literal('search_after'),
    parameter: text.default('search_after'),
    /** Where a record of the answer holds its sort values. */
    sortPath: path.default('sort'),
    ...common,
  }),
]);

export type Pagination = z.output<typeof paginationSchema>;
