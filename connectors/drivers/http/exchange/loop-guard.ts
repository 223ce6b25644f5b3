import { hash } from 'node:crypto';
import type { Json } from '../../../../core/json.ts';

/** Maximum number of pages of one read. */
const pagesMax = 1_000_000;

/** What a page cursor stores to detect that a system returns the same pages in a loop. */
export interface LoopMemory {
  /** Pages read so far. */
  pages: number;
  /** Digest of an earlier position. */
  mark: string;
}

/**
 * Advances the memory by one page, and reports whether the read loops.
 *
 * Brent's method: the remembered print is replaced whenever the number of pages is a power of two, so that a circle of
 * any length is found within three times its length, with a memory of constant size that fits into a cursor.
 *
 * @see https://maths-people.anu.edu.au/~brent/pd/rpb051i.pdf
 */
export function remember(memory: LoopMemory, position: Json): { loops: boolean; memory: LoopMemory } {
  const print = toPrint(position);
  const pages = memory.pages + 1;
  const loops = print === memory.mark || pages > pagesMax;
  const isPowerOfTwo = (pages & (pages - 1)) === 0;
  return { loops, memory: { pages, mark: isPowerOfTwo ? print : memory.mark } };
}

/** A short text that differs between different values. */
export function toPrint(value: unknown): string {
  return hash('sha256', JSON.stringify(value) ?? '', 'base64url').slice(0, 16);
}
