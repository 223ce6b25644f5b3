import { readDuration } from '../../../engine/schedule/duration.ts';
import { anyField, fieldOf, type FieldType } from '../../../transforms/schema/field-type.ts';
import { readFieldType } from '../../../transforms/schema/read-field-type.ts';
import { compileWhen } from '../../compile/compile-when.ts';
import type { Check, WaitEnding, WaitOutcome, WaitStep } from '../../flow.ts';
import { compileBy, compileSearch, noValue } from '../searches/search.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import { checkEveryDefault, checkEveryMin, type WaitDefinition } from './wait-definition.ts';
import { checkTimeout, dueAfter } from './timeout.ts';

/** The name by which `until` reads what was found. */
const resultName = 'result';

/** Of an item that has nothing to find by. */
const code = 'wait_failed';

/** Waits until a record of another system is as a condition says; it is looked up again and again. */
export function compileCheck(definition: WaitDefinition, site: StepSite): CompiledStep {
  const { check, until, release = false, on_timeout: onTimeout = 'fail' } = definition;
  checkTimes(definition, site);
  const described = site.flow.searched.get(site.id);
  const found: FieldType = { ...readFieldType(described?.schema), mayBeNull: true, mayLack: false };
  const output = outputOf(found, onTimeout === 'continue');
  if (check === undefined || until === undefined) return { output };
  const at = `${site.at}.check`;
  const by = compileBy(check, { at, code }, site);
  const names = { ...site.names, elements: new Map(site.names.elements).set(resultName, found) };
  const isMet = compileWhen(until, `${site.at}.until`, { ...site, names });
  const enrichment = described && compileSearch(check, described, { ...site, at });
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
    if (value.value === null) return { ok: false, problem: noValue(code) };
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
