import { z } from 'zod';
import { compileMembers, countMembers, memberShape } from '../compile/compile-members.ts';
import type { PureStep } from '../flow.ts';
import type { CompiledStep, StepKind, StepSite } from './step-kind.ts';

export const transformSchema = z
  .strictObject(memberShape)
  .refine(({ mapping, set }) => mapping !== undefined || set !== undefined, 'Give `mapping`, `set`, or both.')
  .meta({ id: 'FlowTransform', description: 'Computes values, which later steps read as `steps.ID`.' });

export type TransformDefinition = z.infer<typeof transformSchema>;

export interface TransformMembers {
  id: string;
  transform?: TransformDefinition | undefined;
}

/** Computes values for later steps. */
export const transform: StepKind<TransformMembers> = {
  name: 'transform',
  hasOutput: () => true,
  compile: ({ transform: definition }, site) => definition && compileTransform(definition, site),
  rewrite: ({ transform: definition }, { rules }) =>
    definition?.mapping === undefined ? {} : { transform: { ...definition, mapping: rules(definition.mapping) } },
  summarize: ({ transform: definition }) =>
    definition && { kind: 'transform', type: 'mapping', rules: countMembers(definition) },
};

function compileTransform(definition: TransformDefinition, site: StepSite): CompiledStep {
  const review = site.flow.review && { target: undefined, write: undefined };
  const { mapping, type } = compileMembers(definition, `${site.at}.transform`, site, review);
  if (mapping === undefined) return { output: type };
  const toRun =
    (next: string | undefined): PureStep['run'] =>
    (context, environment) => {
      const mapped = mapping.apply(context, environment);
      return mapped.ok
        ? { status: 'passed', output: mapped.value, goto: next }
        : { status: 'failed', problem: mapped.problem };
    };
  return {
    output: type,
    make: ({ next }) => {
      const run = toRun(next);
      return () => ({ kind: 'transform', run });
    },
  };
}
