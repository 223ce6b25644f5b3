import type { Rule } from './problem.ts';

/**
 * Rules that connectors are known to break, each with the reason. A connector that is new gets no entry, and an entry
 * that is needed no more fails the suite: the list only shrinks.
 */
export const knownGaps: Readonly<Record<string, { readonly [rule in Rule]?: string }>> = {};
