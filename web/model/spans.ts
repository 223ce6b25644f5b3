const hourMs = 3_600_000;

/** Spans of time up to now that lists are narrowed to. */
export const spans = [
  ['1h', 'in the last hour'],
  ['24h', 'in the last 24 hours'],
  ['7d', 'in the last 7 days'],
  ['30d', 'in the last 30 days'],
] as const;

export type Span = (typeof spans)[number][0];

const lengthsMs: Readonly<Record<Span, number>> = {
  '1h': hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
};

/** Where a span that ends now begins, to the minute. Looked up where the hub is asked: as a part of a question, each minute would make another one of it. */
export function sinceInstant(span: Span, now: number): string {
  return new Date(Math.floor((now - lengthsMs[span]) / 60_000) * 60_000).toISOString();
}
