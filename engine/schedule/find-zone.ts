import { findOffset } from '../../formula/values/zone.ts';
import { countEdits } from '../../core/names/nearest.ts';

/** True for the IANA name of a zone that this Node knows. An offset such as `+02:00` is none: it knows no summer. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    findOffset(name, 0);
    return true;
  } catch {
    return false;
  }
}

/** The name of the zone that was probably meant: `Europe/Berlin` for `berlin` or `Europe/Berlni`. */
export function suggestZone(text: string): string | undefined {
  const wanted = text.toLowerCase().replaceAll(' ', '_');
  return Intl.supportedValuesOf('timeZone')
    .map((name) => ({ name, edits: countZoneEdits(wanted, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= Math.max(1, Math.floor(wanted.length / 3)))
    .toSorted((a, b) => a.edits - b.edits)
    .at(0)?.name;
}

/** The place alone counts as well as the whole name: few know that Berlin is in `Europe/`. */
function countZoneEdits(wanted: string, name: string): number {
  return Math.min(countEdits(wanted, name), countEdits(wanted, name.slice(name.lastIndexOf('/') + 1)));
}
