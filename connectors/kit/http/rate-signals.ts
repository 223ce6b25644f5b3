import type { Json } from '../../../core/json.ts';
import { compileReader } from '../../../core/path-readers.ts';
import type { RateSignal } from '../limits.ts';
import { toPlainText } from '../type-guards.ts';

export type ResponseHeaders = Readonly<Record<string, string>>;

/** Longest accepted wait: a day. */
const waitMaxMs = 86_400_000;

/**
 * Reads `Retry-After`: seconds, or an HTTP date. Of several, such as of a proxy and the server behind it, the first
 * counts.
 *
 * @returns milliseconds from now, or `undefined` when the header is missing or says nothing.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  // Some give fractions, which the standard does not know.
  const seconds = /^\d+(?:\.\d+)?(?=\s*(?:,|$))/.exec(text)?.[0];
  if (seconds !== undefined) return clamp(Number(seconds) * 1000);
  const at = parseHttpDate(text);
  return Number.isNaN(at) ? undefined : clamp(at - nowMs);
}

/**
 * The time of the responding server, by its `Date` header: instants in a response follow that clock, which may differ
 * from ours.
 *
 * It is cut to the second, so that a wait until an instant is up to a second too long and never too short.
 *
 * @returns `nowMs` where the answer does not say.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1
 */
export function readSenderTime(headers: ResponseHeaders, nowMs: number): number {
  const at = parseHttpDate(headers['date'] ?? '');
  return Number.isNaN(at) ? nowMs : at;
}

/**
 * A date without the name of a month is not an HTTP date. All HTTP dates are in GMT, although one format does not name
 * it.
 */
function parseHttpDate(text: string): number {
  if (!/[a-z]{3}/i.test(text)) return Number.NaN;
  return Date.parse(/:\d\d \d{4}$/.test(text) ? `${text} GMT` : text);
}

/** The parts of a response that report budgets. */
export interface SignalingAnswer {
  headers: ResponseHeaders;
  readDocument?(): Json | undefined;
}

/** The calls left, by the head of a response. `undefined` if it is not reported. */
export function readLeft(signals: readonly RateSignal[], headers: ResponseHeaders): number | undefined {
  for (const signal of signals) {
    const left = signal.header === undefined ? undefined : readRemaining(signal, { headers });
    if (left !== undefined) return Math.max(0, left - (signal.pauseAt ?? 0));
  }
  return undefined;
}

/** What a signal says is left. `undefined` where it is about something else, or the answer does not have it. */
function readRemaining(signal: RateSignal, answer: SignalingAnswer): number | undefined {
  if (signal.means !== 'remaining' && signal.means !== 'usage') return undefined;
  const text = readPlace(signal, answer);
  const [, used, all] = signal.means === 'usage' ? (/(\d+)\s*\/\s*(\d+)/.exec(text) ?? []) : [];
  const left = signal.means === 'usage' ? Number(all) - Number(used) : Number(text);
  return text === '' || Number.isNaN(left) ? undefined : left;
}

/** How long the vendor asks to wait. `undefined` unless nothing remains and the reset is reported. */
export function readExhausted(
  signals: readonly RateSignal[],
  answer: SignalingAnswer,
  nowMs: number,
): number | undefined {
  for (const signal of signals) {
    const remaining = readRemaining(signal, answer);
    const pauseAt = signal.pauseAt ?? 0;
    // Only the nearest signals count: a vendor's other budgets have signals of their own.
    if (remaining === undefined) continue;
    if (remaining > pauseAt) return undefined;
    return readReset(signals, answer, nowMs) ?? readRestored(signals, answer, pauseAt + 1 - remaining);
  }
  return undefined;
}

/** The wait until the budget is refilled, by a `reset` signal. */
export function readReset(signals: readonly RateSignal[], answer: SignalingAnswer, nowMs: number): number | undefined {
  for (const signal of signals) {
    const wait = signal.means === 'reset' ? readWait(signal, answer, nowMs) : undefined;
    if (wait !== undefined) return wait;
  }
  return undefined;
}

/** The wait until the missing points are restored. */
function readRestored(signals: readonly RateSignal[], answer: SignalingAnswer, missing: number): number | undefined {
  const signal = signals.find(({ means }) => means === 'restore');
  const perSecond = signal === undefined ? 0 : Number(readPlace(signal, answer));
  return perSecond > 0 ? clamp((missing / perSecond) * 1000) : undefined;
}

/** Reads one instant or span. @returns milliseconds from now; `undefined` where the answer does not say. */
export function readWait(
  place: Pick<RateSignal, 'header' | 'path' | 'unit'>,
  answer: SignalingAnswer,
  nowMs: number,
): number | undefined {
  const text = readPlace(place, answer);
  const wait = text === '' ? Number.NaN : toWait(text, place.unit ?? 'delta_s', nowMs);
  return Number.isNaN(wait) ? undefined : clamp(wait);
}

function readPlace({ header, path }: Pick<RateSignal, 'header' | 'path'>, answer: SignalingAnswer): string {
  if (header !== undefined) return answer.headers[header]?.trim() ?? '';
  return path === undefined ? '' : toPlainText(compileReader(path)(answer.readDocument?.() ?? null));
}

function toWait(text: string, unit: NonNullable<RateSignal['unit']>, nowMs: number): number {
  switch (unit) {
    case 'delta_s':
      return Number(text) * 1000;
    case 'delta_ms':
      return Number(text);
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
