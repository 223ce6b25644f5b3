import type { Changed } from '../../../connectors/kit/meaning/meaning.ts';
import type { Incremental } from '../../../connectors/kit/http/incremental-schema.ts';
import { readParameter } from '../behaviour/vendor-pages.ts';
import type { JudgedRequest } from '../judged-request.ts';
import type { Question } from './played-system.ts';

/** How a system takes the instants that it is asked by. */
export interface TimeReading {
  incremental: Incremental;
  changed: Changed;
  zoneOffsetMs: number;
}

/** Reads the span of time that a request asks for out of its text, as the system would: field, operator and instant. */
export function readTimes({ incremental, changed, zoneOffsetMs }: TimeReading, request: JudgedRequest): Question {
  if (incremental.kind !== 'server_filter' && incremental.kind !== 'time_window') return {};
  const from = incremental.kind === 'server_filter' ? incremental.parameter : incremental.from;
  const read = (parameter: string): Condition[] =>
    listConditions(readParameter({ parameter, in: incremental.in }, request) ?? '', zoneOffsetMs);
  const name = changed.askedAs ?? changed.field.split('.').at(-1) ?? '';
  const asked = read(from).filter(({ field }) => field === undefined || name === '' || field === name);
  const last = incremental.kind === 'time_window' && incremental.to !== undefined ? read(incremental.to)[0] : undefined;
  const isPair = incremental.kind === 'time_window' && incremental.to === undefined;
  const until = last ?? asked.find(({ bound }) => bound === 'before') ?? (isPair ? asked[1] : undefined);
  const [since] = asked.filter((one) => one !== until);
  const other = read(from).find(({ bound }) => bound === 'from' || bound === 'after');
  return {
    // Where one condition of several fits, the others may be alternatives to it.
    ...(since === undefined && other !== undefined ? { otherSince: other.ms } : {}),
    ...(since === undefined
      ? {}
      : { since: { ms: since.ms, inclusive: since.bound === 'plain' ? changed.inclusive : since.bound === 'from' } }),
    ...(until === undefined ? {} : { until: until.ms }),
  };
}

interface Condition {
  /** Absent: the parameter itself names it. */
  field: string | undefined;
  bound: 'from' | 'after' | 'before' | 'plain';
  ms: number;
}

const instant =
  /\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?|(?<![\d.])\d{10}(?:\d{3})?(?![\d.])/g;
/** What stands before an instant: a field, and how it is compared. */
const before =
  /(?:^|[\s(^{,"'&])([A-Za-z_@][\w.]*)?\s*(:?>=|\bge\b|:\[|:?<=|\ble\b|:?>|\bgt\b|\.gt:|:\{|:?<|\blt\b)?\s*["'(]?$/i;

function listConditions(text: string, zoneOffsetMs: number): Condition[] {
  return [...text.matchAll(instant)].map((match) => {
    const [, named, operator = ''] = before.exec(text.slice(0, match.index)) ?? [];
    const field = named?.replace(/\.gt$/, '');
    return {
      field: operator === '' ? undefined : field?.split('.').at(-1),
      bound: boundOf(operator.toLowerCase()),
      ms: toInstant(match[0], zoneOffsetMs),
    };
  });
}

function boundOf(operator: string): Condition['bound'] {
  if (operator === '') return 'plain';
  if (operator.includes('<') || operator === 'le' || operator === 'lt') return 'before';
  return operator.includes('=') || operator === 'ge' || operator === ':[' ? 'from' : 'after';
}

/** A text without a zone is in that of the account. */
function toInstant(text: string, zoneOffsetMs: number): number {
  if (/^\d+$/.test(text)) return Number(text) * (text.length === 10 ? 1000 : 1);
  if (/(?:Z|[+-]\d\d:?\d\d)$/.test(text) && text.includes(':')) return Date.parse(text.replace(' ', 'T'));
  const isDay = text.length === 10;
  return Date.parse(`${isDay ? `${text}T00:00` : text.replace(' ', 'T')}Z`) - zoneOffsetMs;
}
