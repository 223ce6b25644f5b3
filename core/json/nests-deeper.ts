import type { Json } from '../json.ts';

/**
 * What is nested deeper can be read, but not surely be written as JSON or looked through: both need their stack for every
 * level.
 */
export const recordDepthMax = 500;

/** True when lists and objects are nested in each other more than `levels` deep. Looks no deeper than that. */
export function nestsDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const member of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof member === 'object' && nestsDeeper(member, levels - 1)) return true;
  }
  return false;
}
