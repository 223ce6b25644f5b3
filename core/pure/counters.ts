/**
 * What a run did, in records.
 *
 * `read` counts records that came from the source, which may leave some out for the filter; of these `skipped` needed no
 * write (unchanged, or left out by the filter), `failed` became dead letters, `deduplicated` were an earlier occurrence of
 * a key within a page.
 */
export interface Counters {
  read: number;
  created: number;
  updated: number;
  deleted: number;
  skipped: number;
  failed: number;
  deduplicated: number;
  /** Of those that were skipped: left out by the filter, an enrichment or the script. The others were unchanged. */
  filtered: number;
}

export const noCounters: Readonly<Counters> = {
  read: 0,
  created: 0,
  updated: 0,
  deleted: 0,
  skipped: 0,
  failed: 0,
  deduplicated: 0,
  filtered: 0,
};

export function addCounters(a: Readonly<Counters>, b: Readonly<Counters>): Counters {
  return {
    read: a.read + b.read,
    created: a.created + b.created,
    updated: a.updated + b.updated,
    deleted: a.deleted + b.deleted,
    skipped: a.skipped + b.skipped,
    failed: a.failed + b.failed,
    deduplicated: a.deduplicated + b.deduplicated,
    filtered: a.filtered + b.filtered,
  };
}

/** Records written to the target: created, updated and deleted together. */
export function written(counters: Readonly<Counters>): number {
  return counters.created + counters.updated + counters.deleted;
}
