import type { RateSignal } from './limits.ts';

export type ResponseHeaders = Readonly<Record<string, string>>;

/** Longest wait that we believe a server about: a day. */
const waitMaxMs = 86_400_000;

/**
 * Reads `Retry-After`: seconds, or an HTTP date.
 *
 * @returns milliseconds from now, or `undefined` when the header is missing or says nothing.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return clamp(Number(text) * 1000);
  const at = /[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : clamp(at - nowMs);
}

/** How long the vendor's own headers ask to wait: `undefined` unless nothing remains and the reset is told. */
export function readExhausted(
  signals: readonly RateSignal[],
  headers: ResponseHeaders,
  nowMs: number,
): number | undefined {
  const remaining = signals.find((signal) => signal.means === 'remaining' && headers[signal.header] !== undefined);
  if (remaining === undefined || Number(headers[remaining.header]) > 0) return undefined;
  return readReset(signals, headers, nowMs);
}

/** The wait until the budget is filled again, as a `reset` signal tells it. */
export function readReset(signals: readonly RateSignal[], headers: ResponseHeaders, nowMs: number): number | undefined {
  for (const signal of signals) {
    const text = signal.means === 'reset' ? headers[signal.header] : undefined;
    const wait = text === undefined ? Number.NaN : toWait(text, signal.unit ?? 'delta_s', nowMs);
    if (!Number.isNaN(wait)) return clamp(wait);
  }
  return undefined;
}

function toWait(text: string, unit: NonNullable<RateSignal['unit']>, nowMs: number): number {
  switch (unit) {
    case 'delta_s':
      return Number(text) * 1000;
    case 'epoch_s':
      return Number(text) * 1000 - nowMs;
    case 'epoch_ms':
      return Number(text) - nowMs;
    case 'iso':
      return Date.parse(text) - nowMs;
  }
}

function clamp(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms), 0), waitMaxMs);
}
