import type { FieldError } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { compileSchema, type ValidateRecord } from '../transforms/validation/index.ts';
import type { Definition } from './definition.ts';

/** The code of records that are not what the source's schema says. */
export const invalidSource = 'invalid_source_record';

interface Validators {
  read: ValidateRecord | undefined;
  written: ValidateRecord | undefined;
}

/** Compiles the schemas that a definition gives for the records of its ends. */
export function compileValidators(
  { source, target }: Pick<Definition, 'source' | 'target'>,
  problems: FieldError[],
): Validators {
  const compile = (schema: JsonObject | undefined, at: string, code: string): ValidateRecord | undefined => {
    const compiled = schema && compileSchema(schema, at, code);
    if (compiled?.ok === true) return compiled.validate;
    problems.push(...(compiled?.problems ?? []));
    return undefined;
  };
  return {
    read: compile(source?.validate?.schema, 'source.validate.schema', invalidSource),
    written: compile(target?.validate?.schema, 'target.validate.schema', 'invalid_target_record'),
  };
}
