import { readDuration } from '../../../engine/schedule/duration.ts';
import { toTimestamp } from '../../../formula/values/local-time.ts';
import { parseWrittenTime } from '../../../formula/values/parse-timestamp.ts';
import { fieldOf } from '../../../transforms/schema/field-type.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';
import { compileValue } from '../../compile/compile-value.ts';
import type { WaitStep } from '../../flow.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import type { WaitDefinition } from './wait-definition.ts';

/** Where there is no offset, a text means other instants in other places. */
const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;

const output = fieldOf(['object'], {
  members: new Map([['outcome', fieldOf(['string'], { values: ['elapsed'] })]]),
  isClosed: true,
});

/** Waits for a length of time, or until an instant that a formula gives. */
export function compileTime(definition: WaitDefinition, site: StepSite): CompiledStep {
  const begin = definition.until === undefined ? beginFor(definition.for) : beginUntil(definition.until, site);
  if (begin === undefined) return { output };
  const release = definition.release ?? false;
  const end: WaitStep['end'] = () => ({ status: 'passed', output: { outcome: 'elapsed' } });
  return { output, make: () => () => ({ kind: 'wait', release, begin, end }) };
}

function beginFor(text: string | undefined): WaitStep['begin'] | undefined {
  const afterMs = readDuration(text ?? '');
  if (afterMs === undefined) return undefined;
  return () => ({ ok: true, request: { kind: 'time', due: { afterMs } } });
}

function beginUntil(formula: string, site: StepSite): WaitStep['begin'] | undefined {
  const { compute, type } = compileValue(formula, `${site.at}.until`, site);
  const { kinds } = type;
  if (kinds !== undefined && kinds.size > 0 && !kinds.has('string')) {
    const message = 'Gives no time. Let the formula give a timestamp: `timestamp(record.starts_at)`.';
    site.findings.problems.push({ path: `${site.at}.until`, code: 'invalid_formula', message });
    return undefined;
  }
  if (compute === undefined) return undefined;
  return (context, environment) => {
    const until = compute(context, environment);
    if (!until.ok) return { ok: false, problem: { ...until.problem, code: 'wait_failed' } };
    const { value } = until;
    const atMs = typeof value === 'string' ? readInstant(value, environment.zone) : Number.NaN;
    if (Number.isNaN(atMs)) return { ok: false, problem: noInstant };
    return { ok: true, request: { kind: 'time', due: { atMs } } };
  };
}

/** @returns NaN where the text is no time, or means other instants in other places and no zone is given. */
function readInstant(text: string, zone: string | undefined): number {
  if (instantPattern.test(text)) return Date.parse(text);
  const written = zone === undefined ? undefined : parseWrittenTime(text);
  if (zone === undefined || written === undefined) return Number.NaN;
  return toTimestamp(text, zone).toMs();
}

const noInstant: RecordProblem = {
  code: 'wait_failed',
  message:
    "`until` gives no time with its offset, as 2026-01-31T08:00:00+01:00 is one. Check the field that it reads, or give the zone: `timestampIn(text, 'Europe/Berlin')`, or `timezone` of the integration.",
};
