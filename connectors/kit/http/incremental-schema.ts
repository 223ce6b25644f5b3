import { z } from 'zod';
import { templateText, valuePath as path } from '../fields.ts';

/** The data that reading only what changed is made of. Without it, a source is read whole, and the ledger finds what differs. */

const text = z.string().min(1);

/** How a system writes instants. `iso_s`: without fractions of a second; `sql`: `2026-11-21 12:00:00`; `date`: the day, in UTC. */
const format = z.enum(['iso', 'iso_s', 'sql', 'date', 'epoch_s', 'epoch_ms']).default('iso');

const time = {
  /** The parameter's value, with the hole `{$since}` and those of the configuration; absent: the instant itself. */
  template: templateText.optional(),
  in: z.enum(['query', 'body']).default('query'),
  format,
  /** So much of what was read before is read again: for clocks that differ, and changes that show late. */
  lookbackMs: z.int().min(0).default(300_000),
};

export const incrementalSchema = z.discriminatedUnion('kind', [
  /** The system is asked for what changed at an instant and later. */
  z.strictObject({
    kind: z.literal('server_filter'),
    /** Query parameter or path into the body. */
    parameter: text,
    ...time,
    /** The field that holds when a record changed, where pages come in its order: progress is kept page by page. */
    orderedBy: path.optional(),
  }),
  /** The same, in spans that the system limits: one after the other, up to now. */
  z.strictObject({
    kind: z.literal('time_window'),
    from: text,
    /** Absent: one parameter says both, by a template with the holes `{$since}` and `{$until}`. */
    to: text.optional(),
    ...time,
    spanMs: z.int().min(1000),
    /** How far back the first reading goes. */
    historyMs: z.int().min(1000),
  }),
  /** The last page gives what the next reading begins with: a token, or an address. */
  z.strictObject({
    kind: z.literal('delta_token'),
    path: path.optional(),
    /** The response header that holds it instead. */
    header: z.string().toLowerCase().optional(),
    /** Where it is sent; absent: it is the whole address. */
    parameter: text.optional(),
    in: z.enum(['query', 'body']).default('query'),
  }),
  /** A feed without end: the next reading goes on with what the last page gives as if there were another page. */
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
