import { startFindings } from '../../../engine/compile/findings.ts';
import { readDuration } from '../../../engine/schedule/duration.ts';
import { compileEnrichments, type Enrichment, type SearchedObject } from '../../../engine/stages/enrichment.ts';
import { anyField, fieldOf, type FieldType } from '../../../transforms/schema/field-type.ts';
import { readFieldType } from '../../../transforms/schema/read-field-type.ts';
import { compileValue } from '../../compile/compile-value.ts';
import { compileWhen } from '../../compile/compile-when.ts';
import { placeFindings } from '../../compile/place-findings.ts';
import type { Check, FormulaResult, WaitEnding, WaitOutcome, WaitStep } from '../../flow.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import { checkEveryDefault, checkEveryMin, type CheckDefinition, type WaitDefinition } from './wait-definition.ts';
import { checkTimeout, dueAfter } from './timeout.ts';

/** The name by which `until` reads what was found. */
const resultName = 'result';

/** Waits until a record of another system is as a condition says; it is looked up again and again. */
export function compileCheck(definition: WaitDefinition, site: StepSite): CompiledStep {
  const { check, until, release = false, on_timeout: onTimeout = 'fail' } = definition;
  checkTimes(definition, site);
  const described = site.flow.checks.get(site.id);
  const found: FieldType = { ...readFieldType(described?.schema), mayBeNull: true, mayLack: false };
  const output = outputOf(found, onTimeout === 'continue');
  if (check === undefined || until === undefined) return { output };
  const by = compileBy(check, site);
  const names = { ...site.names, elements: new Map(site.names.elements).set(resultName, found) };
  const isMet = compileWhen(until, `${site.at}.until`, { ...site, names });
  const enrichment = described && compileSearch(check, described, site);
  const endsAfterMs = afterOf(definition);
  if (by === undefined || isMet === undefined || enrichment === undefined || endsAfterMs === undefined) {
    return { output };
  }
  const compiled: Check = {
    enrichment,
    everyMs: readDuration(definition.every ?? checkEveryDefault) ?? 0,
    by,
    isMet: (context, result, environment) => isMet({ ...context, [resultName]: result }, environment),
  };
  const begin: WaitStep['begin'] = (context, environment) => {
    const value = by(context, environment);
    if (!value.ok) return value;
    return { ok: true, request: { kind: 'check', due: { afterMs: 0 }, endsAfterMs } };
  };
  const end = ({ status, answer: { result = null } }: WaitEnding): WaitOutcome => {
    if (status === 'met') return { status: 'passed', output: { outcome: 'met', result } };
    return onTimeout === 'continue'
      ? { status: 'passed', output: { outcome: 'expired', result: null } }
      : { status: 'failed', problem: notMet };
  };
  return { output, make: () => () => ({ kind: 'wait', release, begin, end, check: compiled }) };
}

function checkTimes(definition: WaitDefinition, site: StepSite): void {
  checkTimeout(definition, ['fail', 'continue'], site);
  const { timeout, every } = definition;
  const { at, findings } = site;
  if (timeout === undefined) {
    const message = 'A check is asked until its time is up: give it a `timeout`, such as `14d`.';
    findings.problems.push({ path: `${at}.timeout`, code: 'required', message });
  }
  const everyMs = readDuration(every ?? checkEveryDefault) ?? 0;
  if (everyMs < (readDuration(checkEveryMin) ?? 0)) {
    const message = `A check is asked once in ${checkEveryMin} at most. Let it be asked less often.`;
    findings.problems.push({ path: `${at}.every`, code: 'too_often', message });
  }
}

function afterOf(definition: WaitDefinition): number | undefined {
  const due = dueAfter(definition);
  return due !== undefined && 'afterMs' in due ? due.afterMs : undefined;
}

/** Of the value that is looked up: ids are texts in one system and numbers in another. */
function compileBy({ by }: CheckDefinition, site: StepSite): Check['by'] | undefined {
  const { compute, type } = compileValue(by, `${site.at}.check.by`, site);
  const { kinds } = type;
  const fits = kinds === undefined || kinds.size === 0 || [...kinds].some((kind) => valueKinds.has(kind));
  if (!fits) {
    const message = 'Gives no text or number. Let the formula give the value to find by.';
    site.findings.problems.push({ path: `${site.at}.check.by`, code: 'invalid_formula', message });
  }
  if (compute === undefined) return undefined;
  return (context, environment): FormulaResult => {
    const made = compute(context, environment);
    if (!made.ok) return { ok: false, problem: { ...made.problem, code: 'wait_failed' } };
    const { value } = made;
    const isValue = (typeof value === 'string' && value !== '') || typeof value === 'number';
    return isValue ? { ok: true, value: String(value) } : { ok: false, problem: noValue };
  };
}

const valueKinds: ReadonlySet<string> = new Set(['string', 'integer', 'number']);

/** Records are found as those are that complete others: many in one call, where the system takes that. */
function compileSearch(
  { key, connection_id: connection, object }: CheckDefinition,
  described: SearchedObject,
  site: StepSite,
): Enrichment | undefined {
  const search = { as: resultName, connection_id: connection, object, by: 'by', key, on_missing: 'null' } as const;
  const found = startFindings();
  const recordType = { kind: 'object', members: new Map(), others: undefined } as const;
  const { enrichments } = compileEnrichments([search], [described], {
    recordType,
    taken: [],
    problems: found.problems,
  });
  placeFindings(site.findings, found, (path) => path.replace('enrich[0]', `${site.at}.check`));
  return found.problems.length === 0 ? enrichments[0] : undefined;
}

const noValue = {
  code: 'wait_failed',
  message: '`check.by` gives no text or number to find by. Check the fields that it reads.',
};
const notMet = {
  code: 'check_expired',
  message: 'What the step waits for did not happen in time. Retry the item to wait for it once more.',
};

function outputOf(found: FieldType, mayExpire: boolean): FieldType {
  const members: [string, FieldType][] = [
    ['outcome', fieldOf(['string'], { values: ['met', 'expired'] })],
    ['result', { ...anyField, ...found, mayBeNull: mayExpire || found.mayBeNull }],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
