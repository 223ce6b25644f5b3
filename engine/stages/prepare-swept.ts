import type { Json } from '../../core/json.ts';
import { type PreparedPage, startPage } from './page.ts';
import { noneMissing } from '../removal.ts';
import { readSweepPlace, type SweepPlace, toCursor } from '../place.ts';

/**
 * Prepares a page of a plan that removes what vanished: of its source, or of what follows the last one.
 *
 * A record that fails is there all the same. One that the filter or a script leaves out is not: for the target it is gone.
 * Where records are grouped, groups are seen; nobody knows which one a record that fails belongs to.
 *
 * @param prepareRecords Prepares the page at a cursor of the source.
 */
export async function prepareSwept(
  cursor: Json,
  prepareRecords: (at: Json) => Promise<PreparedPage>,
): Promise<PreparedPage> {
  const place = readSweepPlace(cursor);
  if (place.stage !== 'read') return { ...startPage({ next: undefined, bytes: 0 }), sweep: place };
  const page = await prepareRecords(place.at);
  const failedKeys = page.deadLetters.map(({ sourceKey }) => (page.collected === undefined ? sourceKey : undefined));
  const identified = failedKeys.filter((key) => key !== undefined);
  const unidentified = place.unidentified + failedKeys.length - identified.length;
  const next: SweepPlace =
    page.next === undefined
      ? { stage: 'judge', unidentified, after: null, counts: noneMissing }
      : { ...place, at: page.next, unidentified };
  // Only a reading of everything says what is missing.
  if (!place.whole) return page.next === undefined ? page : { ...page, next: toCursor(next) };
  const sourceKeys = [...page.candidates.map(({ sourceKey }) => sourceKey), ...identified];
  return { ...page, next: toCursor(next), sweep: { stage: 'read', reset: cursor === null, sourceKeys } };
}
