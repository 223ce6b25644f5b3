import type { Clock } from '../../../core/clock.ts';

/** A page is settled soon, so that little is in doubt when a worker is lost: it grows while it takes no longer than this. */
const usual = { min: 200, max: 1000 };
const growsBelowMs = 1000;
const shrinksAboveMs = 3000;
const bytesMax = 4 * 1024 * 1024;

/** How many items pages of one step have. */
export interface PageSize {
  readonly value: number;
  /** A page was read, with so many bytes an item. */
  adapt(bytesOfItem: number): void;
  /** The next page is the first one of a reading. */
  begin(): void;
}

export interface PageSizes {
  of(step: string): PageSize;
  /** A full page has so many at least. */
  readonly min: number;
}

/** Pages have as many items as are done within a second, and as fit. */
export function createPageSizes(clock: Clock, limits: { min: number; max: number } = usual): PageSizes {
  const known = new Map<string, PageSize>();
  return {
    min: limits.min,
    of: (step) => {
      const size = known.get(step) ?? createPageSize(clock, limits);
      known.set(step, size);
      return size;
    },
  };
}

function createPageSize(clock: Clock, { min, max }: { min: number; max: number }): PageSize {
  let value = min;
  let readAt: number | undefined;
  return {
    get value() {
      return value;
    },
    begin: () => {
      readAt = undefined;
    },
    adapt: (bytesOfItem) => {
      const now = clock.monotonic();
      const tookMs = readAt === undefined ? growsBelowMs : now - readAt;
      readAt = now;
      const fitting = Math.floor(bytesMax / Math.max(bytesOfItem, 1));
      const wanted = tookMs < growsBelowMs ? value * 2 : tookMs > shrinksAboveMs ? min : value;
      value = Math.max(Math.min(wanted, max, fitting), min);
    },
  };
}
