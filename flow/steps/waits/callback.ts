import { anyField, fieldOf, type FieldType } from '../../../transforms/schema/field-type.ts';
import type { WaitEnding, WaitOutcome } from '../../flow.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import type { WaitDefinition } from './wait-definition.ts';
import { checkTimeout, dueAfter } from './timeout.ts';

const output = fieldOf(['object'], {
  members: new Map<string, FieldType>([
    ['outcome', fieldOf(['string'], { values: ['answered', 'expired'] })],
    ['body', { ...anyField, mayLack: false }],
  ]),
  isClosed: true,
});

/** Waits until another system has posted to the address of the wait. */
export function compileCallback(definition: WaitDefinition, site: StepSite): CompiledStep {
  checkTimeout(definition, ['fail', 'continue'], site);
  const { release = false, on_timeout: onTimeout = 'fail' } = definition;
  const request = { kind: 'callback', due: dueAfter(definition) } as const;
  const end = ({ status, answer: { body = null } }: WaitEnding): WaitOutcome => {
    if (status === 'answered') return { status: 'passed', output: { outcome: 'answered', body } };
    return onTimeout === 'continue'
      ? { status: 'passed', output: { outcome: 'expired', body: null } }
      : { status: 'failed', problem: unanswered };
  };
  return { output, make: () => () => ({ kind: 'wait', release, begin: () => ({ ok: true, request }), end }) };
}

const unanswered = {
  code: 'callback_expired',
  message: 'The other system did not call back in time. Retry the item to wait for it once more.',
};
