/** So many rows come and go together. */
export const windowRows = 4;
/** Before any row was measured. */
const rowGuessPx = 45;
/** So many that were seen tell how high the others are. */
const rowsToGuess = 20;

export interface PartRange {
  first: number;
  last: number;
}

/** How high the parts of a list are, as far as they were seen. */
export class PartHeights {
  readonly #seen = new Map<number, number>();
  #widthPx: number | undefined;
  #rowPx: number | undefined;
  /** Asked for several times a frame, and of all parts. */
  #estimated: { rowCount: number; heights: number[] } | undefined;

  /** Forgets what was seen in another width: lines break elsewhere. */
  fit(widthPx: number): void {
    if (this.#widthPx === widthPx) return;
    this.#widthPx = widthPx;
    this.#seen.clear();
    this.#rowPx = undefined;
    this.#estimated = undefined;
  }

  knows(part: number): boolean {
    return this.#seen.has(part);
  }

  note(part: number, px: number): void {
    if (this.#seen.get(part) === px) return;
    this.#seen.set(part, px);
    this.#estimated = undefined;
  }

  /**
   * Of each part: those that were not seen are taken to be like the first that were, by their rows. That stays so, however
   * high later ones are: each that is seen would move all others otherwise.
   */
  estimate(rowCount: number): readonly number[] {
    if (this.#estimated?.rowCount === rowCount) return this.#estimated.heights;
    const count = Math.ceil(rowCount / windowRows);
    const rowsOf = (part: number): number => Math.min(windowRows, rowCount - part * windowRows);
    const known = [...this.#seen].filter(([part]) => part < count);
    const rows = known.reduce((sum, [part]) => sum + rowsOf(part), 0);
    const rowPx = this.#rowPx ?? (rows === 0 ? rowGuessPx : known.reduce((sum, [, px]) => sum + px, 0) / rows);
    if (rows >= rowsToGuess) this.#rowPx = rowPx;
    const heights = Array.from({ length: count }, (_, part) => this.#seen.get(part) ?? rowsOf(part) * rowPx);
    this.#estimated = { rowCount, heights };
    return heights;
  }
}

/** The parts of a list that lie between two heights of it, at least one. */
export function findParts(heights: readonly number[], fromPx: number, toPx: number): PartRange {
  const last = heights.length - 1;
  let [first, bottom] = [0, heights[0] ?? 0];
  while (first < last && bottom < fromPx) {
    first += 1;
    bottom += heights[first] ?? 0;
  }
  let end = first;
  while (end < last && bottom < toPx) {
    end += 1;
    bottom += heights[end] ?? 0;
  }
  return { first, last: end };
}

/** What a list is drawn of: parts with their rows, and between them gaps as high as the rows that are left out. */
export type Segment = { part: number } | { gapPx: number; before: number };

/** @param kept A part that stays, wherever it is: what has the focus is in it. */
export function listSegments(
  heights: readonly number[],
  { first, last }: PartRange,
  kept: number | undefined,
): Segment[] {
  const segments: Segment[] = [];
  let gapPx = 0;
  for (const [part, height] of heights.entries()) {
    if ((part < first || part > last) && part !== kept) {
      gapPx += height;
      continue;
    }
    if (gapPx > 0) segments.push({ gapPx, before: part });
    gapPx = 0;
    segments.push({ part });
  }
  return gapPx > 0 ? [...segments, { gapPx, before: heights.length }] : segments;
}
