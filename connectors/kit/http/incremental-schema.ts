import { z } from 'zod';
import { templateText, valuePath as path } from '../fields.ts';
import { requestSchema } from './request-schema.ts';

/** Defines incremental reads. Without it, a source is read in full, and the ledger finds what differs. */

const text = z.string().min(1);

/**
 * How a system writes instants. `iso_s`: without fractions of a second; `sql`: `2026-11-21 12:00:00`; `minute`: the same
 * without seconds; `date`: the day, in UTC.
 */
const format = z.enum(['iso', 'iso_s', 'sql', 'minute', 'date', 'epoch_s', 'epoch_ms']).default('iso');

const time = {
  /** The parameter's value, with the hole `{$since}`, and those of the configuration and of paging; absent: the instant itself. */
  template: templateText.optional(),
  in: z.enum(['query', 'body']).default('query'),
  format,
  /**
   * Of `minute`: the time zone is the one that the call before the first page gives (`open`), by its IANA name. Where clocks
   * are put back, an hour comes twice: the overlap is longer than that.
   */
  zone: z.literal('opened').optional(),
  /** The overlap with the previous read, for clock differences and changes that become visible late. */
  lookbackMs: z.int().min(0).default(300_000),
};

export const incrementalSchema = z.discriminatedUnion('kind', [
  /** The system is queried for changes since an instant. */
  z.strictObject({
    kind: z.literal('server_filter'),
    /** Query parameter or path into the body. */
    parameter: text,
    ...time,
    /** The field that holds when a record changed, where pages come in its order: progress is kept page by page. */
    orderedBy: path.optional(),
  }),
  /** The same, in consecutive time windows, because the system limits their length. */
  z.strictObject({
    kind: z.literal('time_window'),
    from: text,
    /** Absent: one parameter has both, by a template with the holes `{$since}` and `{$until}`. */
    to: text.optional(),
    ...time,
    spanMs: z.int().min(1000),
    /** How far back the first read goes. */
    historyMs: z.int().min(1000),
  }),
  /**
   * Changes have requests of their own, which are sent one after the other, such as for what was entered and for what takes effect.
   * All records are read by the request of the list.
   */
  z.strictObject({
    kind: z.literal('change_requests'),
    requests: z.array(requestSchema).min(1).max(4),
    /**
     * Holes of these requests: instants so long before the reading before began (`since`), or before this one began
     * (`started`).
     */
    instants: z.record(text, z.strictObject({ of: z.enum(['since', 'started']), beforeMs: z.int().min(0).default(0) })),
    format,
  }),
  /** The last page returns where the next read starts: a token, or an address. */
  z.strictObject({
    kind: z.literal('delta_token'),
    path: path.optional(),
    /** The response header that holds it instead. */
    header: z.string().toLowerCase().optional(),
    /** Where it is sent; absent: it is the whole address. */
    parameter: text.optional(),
    in: z.enum(['query', 'body']).default('query'),
  }),
  /** An endless feed: the next read continues with the last page's cursor as if there were another page. */
  z.strictObject({
    kind: z.literal('change_feed'),
    path: path.optional(),
    header: z.string().toLowerCase().optional(),
    /** Relation of the `Link` header that holds it instead. */
    rel: text.optional(),
  }),
  /** The system says that nothing changed, by status 304. @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1 */
  z.strictObject({ kind: z.literal('etag') }),
]);

export type Incremental = z.output<typeof incrementalSchema>;
