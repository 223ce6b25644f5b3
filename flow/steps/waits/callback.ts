import { anyField, fieldOf, type FieldType } from '../../../transforms/schema/field-type.ts';
import { readFieldType } from '../../../transforms/schema/read-field-type.ts';
import { compileSchema } from '../../../transforms/validation/index.ts';
import type { WaitEnding, WaitOutcome } from '../../flow.ts';
import type { CompiledStep, StepSite } from '../step-kind.ts';
import type { WaitDefinition } from './wait-definition.ts';
import { checkTimeout, dueAfter } from './timeout.ts';

/** Waits until another system has posted to the address of the wait. */
export function compileCallback(definition: WaitDefinition, site: StepSite): CompiledStep {
  checkTimeout(definition, ['fail', 'continue'], site);
  const { schema, release = false, on_timeout: onTimeout = 'fail' } = definition;
  const compiled = schema && compileSchema(schema, `${site.at}.schema`, 'invalid_body');
  const output = outputOf(definition);
  if (compiled?.ok === false) {
    site.findings.problems.push(...compiled.problems);
    return { output };
  }
  const request = { kind: 'callback', due: dueAfter(definition) } as const;
  const end = ({ status, answer: { body = null, received_at: at = null } }: WaitEnding): WaitOutcome => {
    if (status === 'answered') return { status: 'passed', output: { outcome: 'answered', body, received_at: at } };
    return onTimeout === 'continue'
      ? { status: 'passed', output: { outcome: 'expired', body: null, received_at: null } }
      : { status: 'failed', problem: unanswered };
  };
  return { output, make: () => () => ({ kind: 'wait', release, begin: () => ({ ok: true, request }), end }) };
}

const unanswered = {
  code: 'callback_expired',
  message: 'The other system did not call back in time. Retry the item to wait for it once more.',
};

function outputOf({ schema, on_timeout: onTimeout }: WaitDefinition): FieldType {
  const body = schema === undefined ? anyField : readFieldType(schema);
  const isAnswered = onTimeout !== 'continue';
  const members: [string, FieldType][] = [
    ['outcome', fieldOf(['string'], { values: ['answered', 'expired'] })],
    ['body', { ...body, mayLack: false, ...(isAnswered ? {} : { mayBeNull: true }) }],
    ['received_at', fieldOf(['string'], { mayBeNull: !isAnswered })],
  ];
  return fieldOf(['object'], { members: new Map(members), isClosed: true });
}
