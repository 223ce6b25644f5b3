import type { Json } from '../../../core/json.ts';
import { keyProblem, toKeyText } from '../../../engine/key-text.ts';
import { readDuration } from '../../../engine/schedule/duration.ts';
import type { RecordProblem } from '../../../transforms/problem.ts';
import { anyField, type FieldType } from '../../../transforms/schema/field-type.ts';
import { readFieldType } from '../../../transforms/schema/read-field-type.ts';
import { compileValue } from '../../compile/compile-value.ts';
import type { WaitEnding, WaitOutcome, WaitStep } from '../../flow.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import { lookBackDefault, type WaitDefinition } from './wait-definition.ts';
import { checkTimeout, dueAfter } from './timeout.ts';

/** Waits until something was delivered to an integration, as its key tells. */
export function compileEvent(definition: WaitDefinition, site: StepSite): CompiledStep {
  const { event, release = false, on_timeout: onTimeout = 'fail' } = definition;
  const { findings, at, flow } = site;
  checkTimeout(definition, ['fail', 'continue'], site);
  if (event === undefined) {
    const message = 'Say which delivery it waits for: `event` with the formula of its `key`.';
    findings.problems.push({ path: `${at}.event`, code: 'required', message });
    return { output: anyField };
  }
  const { integration_id: integration, look_back: lookBack = lookBackDefault } = event;
  const called = flow.calls.get(site.id);
  if (integration === undefined ? !flow.isAsked : called !== undefined && called.key === undefined) {
    const path = `${at}.event${integration === undefined ? '' : '.integration_id'}`;
    const message =
      'Nothing is delivered to this integration: it reads its source. Name one whose source has a `payload`.';
    findings.problems.push({ path, code: 'takes_no_input', message });
  }
  const output = outputOf(called?.payload, onTimeout === 'continue');
  const { compute } = compileValue(event.key, `${at}.event.key`, site);
  if (compute === undefined) return { output };
  const lookBackMs = readDuration(lookBack) ?? 0;
  const begin: WaitStep['begin'] = (context, environment) => {
    const made = compute(context, environment);
    if (!made.ok) return { ok: false, problem: { ...made.problem, code: 'wait_failed' } };
    const key = toKey(made.value);
    if (key === undefined) return { ok: false, problem: noKey };
    return { ok: true, request: { kind: 'event', due: dueAfter(definition), event: { integration, key, lookBackMs } } };
  };
  const end = ({ status, answer: { payload = {} } }: WaitEnding): WaitOutcome => {
    if (status === 'answered') {
      return payload === null ? { status: 'failed', problem: gone } : { status: 'passed', output: payload };
    }
    return onTimeout === 'continue' ? { status: 'passed', output: null } : { status: 'failed', problem: expired };
  };
  return { output, make: () => () => ({ kind: 'wait', release, begin, end, isEvent: true }) };
}

/** The text that keys are compared as. */
function toKey(value: Json): string | undefined {
  const text = toKeyText(Array.isArray(value) ? value : [value]);
  return text === undefined || keyProblem(text) !== undefined ? undefined : text;
}

const noKey: RecordProblem = {
  code: 'wait_failed',
  message: '`event.key` gives nothing that deliveries could be told apart by. Check the fields that it reads.',
};
const expired: RecordProblem = {
  code: 'event_expired',
  message: 'Nothing with this key was delivered in time. Retry the item to wait for it once more.',
};
const gone: RecordProblem = {
  code: 'event_gone',
  message: 'What was delivered has been deleted before the item went on. Retry the item to wait once more.',
};

function outputOf(schema: Parameters<typeof readFieldType>[0], mayBeNull: boolean): FieldType {
  const payload = schema === undefined ? anyField : readFieldType(schema);
  return { ...payload, mayLack: false, ...(mayBeNull ? { mayBeNull } : {}) };
}
