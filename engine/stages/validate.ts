import type { FieldError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { compileSchema, type ValidateRecord } from '../../transforms/validation/index.ts';
import type { TargetDefinition } from '../definition.ts';
import { fail } from './page.ts';
import type { StageBase } from './stage-base.ts';

/** Holds records against the schema that the definition gives for one of its ends. */
export interface ValidateStage extends StageBase {
  kind: 'validate';
  /** `source`: records as they are read. `target`: as they are written. */
  of: 'source' | 'target';
  validate: ValidateRecord;
}

/** Compiles the schemas that a definition gives for the records of its ends. */
export function compileValidation(
  { source, target }: { [end in ValidateStage['of']]?: Pick<TargetDefinition, 'validate'> | undefined },
  problems: FieldError[],
): Record<ValidateStage['of'], ValidateStage[]> {
  const compile = (
    of: ValidateStage['of'],
    schema: JsonObject | undefined,
    create: (validate: ValidateRecord) => ValidateStage,
  ): ValidateStage[] => {
    const compiled = schema && compileSchema(schema, `${of}.validate.schema`, `invalid_${of}_record`);
    if (compiled?.ok === true) return [create(compiled.validate)];
    problems.push(...(compiled?.problems ?? []));
    return [];
  };
  return {
    source: compile('source', source?.validate?.schema, validateSource),
    target: compile('target', target?.validate?.schema, validateTarget),
  };
}

/** A record that is not valid stands for its key all the same: which of several counts is not decided here. */
function validateSource(validate: ValidateRecord): ValidateStage {
  return {
    kind: 'validate',
    of: 'source',
    decides: 'validation',
    validate,
    run: (subjects) => {
      for (const subject of subjects) subject.problem ??= validate(subject.input);
      return [...subjects];
    },
  };
}

function validateTarget(validate: ValidateRecord): ValidateStage {
  return {
    kind: 'validate',
    of: 'target',
    decides: 'mapping',
    validate,
    run: (subjects, { page }) =>
      subjects.filter(({ sourceKey, record, input }) => {
        const problem = validate(input);
        if (problem !== undefined) fail(page, { sourceKey, field: undefined, ...problem, record });
        return problem === undefined;
      }),
  };
}
