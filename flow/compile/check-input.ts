import type { FieldError } from '../../core/errors.ts';
import { compilePaths } from '../../engine/compile/compile-paths.ts';
import { compileRunInput } from '../../engine/inputs/run-input.ts';
import { compileSchema } from '../../transforms/validation/index.ts';
import type { Definition } from '../definition.ts';
import { isSourceless } from '../is-whole.ts';

/** Checks what runs are given, and what only a flow without a source, or one with, can have. */
export function checkInput(definition: Definition): FieldError[] {
  const { source, input } = definition;
  if (!isSourceless(definition)) {
    const message =
      source?.payload === undefined
        ? 'What reads a source is given nothing. Leave `input` out, or the source.'
        : 'What is delivered is checked by `source.payload.schema`, and `input` in formulas. Leave `input` out here.';
    const stray = input === undefined ? [] : [{ path: 'input', code: 'unsupported', message }];
    return [...stray, ...checkGiven(definition)];
  }
  const problems: FieldError[] = [];
  const compiled = input?.schema && compileSchema(input.schema, 'input.schema', 'invalid_input', 'input');
  if (compiled?.ok === false) problems.push(...compiled.problems);
  compilePaths(input?.key ?? [], 'input.key', problems);
  return [...problems, ...checkStray(definition), ...(problems.length === 0 ? checkGiven(definition) : [])];
}

/** Without a source there is nothing to complete, and nothing that tells of changes. */
function checkStray({ enrich, triggers = [] }: Definition): FieldError[] {
  const code = 'unsupported';
  const completing =
    enrich === undefined
      ? []
      : [
          {
            path: 'enrich',
            code,
            message: 'Without `source` there is no record to complete. Look up in the steps: `operation: find`.',
          },
        ];
  const asking = triggers.flatMap(({ type }, index): FieldError[] => {
    if (type !== 'event' && type !== 'webhook') return [];
    const message =
      'Without `source` nothing tells of changes. Start runs by `schedule` or `after`, or give a source; one with `payload` takes deliveries.';
    return [{ path: `triggers[${index}].type`, code, message, allowed: ['manual', 'schedule', 'after'] }];
  });
  return [...completing, ...asking];
}

/** Checks what triggers give to their runs. */
export function checkGiven(definition: Definition): FieldError[] {
  const { triggers = [], input } = definition;
  const isTaken = isSourceless(definition);
  const read = compileRunInput(input);
  return triggers.flatMap((trigger, index): FieldError[] => {
    if (trigger.type !== 'schedule' && trigger.type !== 'after') return [];
    const path = `triggers[${index}].options.input`;
    const given = trigger.options?.input;
    if (!isTaken) {
      if (given === undefined) return [];
      const message =
        'Only the runs of an integration with `steps` and without `source` are given something. Leave `input` out.';
      return [{ path, code: 'unsupported', message }];
    }
    const found = read(given ?? {});
    if (found.ok) return [];
    return [{ path, code: given === undefined ? 'required' : 'invalid_value', message: found.message }];
  });
}
