import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** What the replay of a connector's recorded traffic showed when it was kept: counts, and nothing of what was recorded. */
const RecordingCounts = z.strictObject({
  /** Exchanges that there were. */
  recorded: z.int(),
  /** Those that an operation of the connector could have made. */
  matched: z.int(),
  listings: z.int(),
  /** Pages behind the first ones. */
  pages_followed: z.int(),
  records: z.int(),
  /** Records whose key an earlier one of the listing has as well. */
  repeated: z.int(),
  /** Parameters of recorded listings that the connector sends as well. */
  parameters: z.int(),
  /** Listings that were read as changes as well. */
  changes: z.int(),
  writes: z.int(),
  /** Writes whose body was compared with the recorded one. */
  bodies: z.int(),
  look_ups: z.int(),
  errors: z.int(),
  faults: z.int(),
  /** Operations that made them: a connector that loses one is found without the recordings. */
  operations: z.array(z.string()),
});

export type RecordingCounts = z.output<typeof RecordingCounts>;

/** Where `npm run recordings -- DIR --write` keeps them. */
export function recordingsPath(id: string): string {
  return join(import.meta.dirname, '..', '..', 'connectors', id, 'recordings.json');
}

/** The kept counts of a connector, if it was ever replayed. */
export function loadRecordings(id: string): RecordingCounts | undefined {
  const path = recordingsPath(id);
  return existsSync(path) ? RecordingCounts.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

/** Counts of which more is worse; of all others, less is. */
const worseNames = ['repeated', 'faults'] as const;

/** Says where a replay proves less than the kept one did, or finds more that is wrong. */
export function compareCounts(id: string, before: RecordingCounts, after: RecordingCounts): string[] {
  const { operations: hadOperations, recorded: hadRecorded, ...had } = before;
  const { operations, recorded, ...has } = after;
  const kept = new Map(Object.entries(had));
  const gone = hadOperations.filter((operation) => !operations.includes(operation));
  const losses = Object.entries(has).flatMap(([name, count]) => {
    const known = kept.get(name) ?? 0;
    // Of other recordings, the share counts.
    const due = name === 'matched' && hadRecorded > 0 ? Math.floor((known * recorded) / hadRecorded) : known;
    const isWorse = worseNames.some((worse) => worse === name) ? count > due : count < due;
    return isWorse ? [`${id}: ${name} were ${due}, now ${count}.`] : [];
  });
  return [...losses, ...gone.map((operation) => `${id}: ${operation} is no longer matched.`)];
}

/** Whether recorded traffic says nothing against a connector. Recordings that no operation of it could have made prove nothing. */
export function isReplayed(counts: RecordingCounts | undefined): boolean {
  return counts === undefined || (counts.faults === 0 && counts.matched > 0);
}
