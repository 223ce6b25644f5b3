import type { Clock } from '../../../core/clock.ts';

/** A page is settled soon, so that little is in doubt when a worker is lost: pages grow while they take no longer than this. */
const growsBelowMs = 1000;
const shrinksAboveMs = 3000;
/** Of what is stored of the items, which takes several times as much when it is open; steps of many runs have a few pages each. */
const bytesMax = 512 * 1024;

/** How many items a page of a step has, and those that grow. */
export const usualPages = { min: 200, max: 1000 };

/** How many items the pages of one reading have. */
export interface PageSizes {
  readonly first: number;
  /** @returns the size of the page behind one of so many items and bytes, which has just been read. */
  next(size: number, bytes: number): number;
}

/** Pages have as many items as are done within a second, and as fit. */
export function createPageSizes(clock: Clock, { min, max } = usualPages): PageSizes {
  let readAt: number | undefined;
  return {
    first: min,
    next: (size, bytes) => {
      const now = clock.monotonic();
      const tookMs = readAt === undefined ? growsBelowMs : now - readAt;
      readAt = now;
      const fitting = Math.floor(bytesMax / Math.max(bytes / size, 1));
      const wanted = tookMs < growsBelowMs ? size * 2 : tookMs > shrinksAboveMs ? min : size;
      return Math.max(Math.min(wanted, max, fitting), min);
    },
  };
}
