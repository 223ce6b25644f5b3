import type { FieldError } from '../../core/errors.ts';
import type { Definition } from '../definition.ts';
import { isSourceless } from '../is-whole.ts';

const ofRecords = /^Unknown field `(?:record|before|change)`/u;
const ofInput = /^Unknown field `input`/u;

/** Says of names that only other flows have what is read instead. */
export function suggestNames(problems: FieldError[], definition: Definition): void {
  const [wrong, why, allowed] = isSourceless(definition)
    ? ([
        ofRecords,
        'This integration has no `source`, and so no records. Read what the run was given, `input`, or what a step gave, `steps.ID`; or give a source.',
        ['input', 'steps', 'run', 'trigger', 'item'],
      ] as const)
    : ([
        ofInput,
        'The runs of this integration read its `source`, and are given nothing. Read `record`.',
        ['record'],
      ] as const);
  for (const [index, problem] of problems.entries()) {
    if (wrong.test(problem.message))
      problems[index] = { ...problem, message: `${problem.message} ${why}`, allowed: [...allowed] };
  }
}
