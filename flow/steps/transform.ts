import { z } from 'zod';
import { mappingDefaultsSchema, mappingRuleSchema } from '../../transforms/rules.ts';
import { startFindings } from '../../engine/compile/findings.ts';
import { compileStepRules } from '../compile/compile-rules.ts';
import { placeFindings } from '../compile/place-findings.ts';
import type { PureStep } from '../flow.ts';
import type { CompiledStep, StepKind, StepSite } from './step-kind.ts';

const setMax = 100;

export const transformSchema = z
  .strictObject({
    mapping: z
      .array(mappingRuleSchema)
      .min(1)
      .max(1000)
      .optional()
      .meta({ description: 'Rules, as those of a target.' }),
    mapping_defaults: mappingDefaultsSchema.optional().meta({
      description: 'Policies for rules that have none of their own. Default: those of the integration.',
    }),
    set: z
      .record(
        z
          .string()
          .regex(
            /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
            'Must be a word of letters, digits and underscores that begins with a letter: full_name.',
          ),
        z.string().min(1).max(10_000),
      )
      .refine((members) => Object.keys(members).length <= setMax, `At most ${setMax} members.`)
      .optional()
      .meta({
        description: 'Values by formula, each a member of the output.',
        example: { full_name: "record.first_name + ' ' + record.last_name" },
      }),
  })
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
    definition && {
      kind: 'transform',
      type: 'mapping',
      rules: (definition.mapping?.length ?? 0) + Object.keys(definition.set ?? {}).length,
    },
};

function compileTransform(
  { mapping: rules = [], set = {}, ...others }: TransformDefinition,
  site: StepSite,
): CompiledStep {
  const { at, names, flow } = site;
  const { mapping_defaults: defaults = flow.defaults } = others;
  const members = Object.keys(set);
  const computed = Object.entries(set).map(([to, formula]) => ({ to, formula }));
  const findings = startFindings();
  const review = flow.review && { target: undefined, write: undefined };
  const { mapping, type } = compileStepRules({ rules: [...rules, ...computed], defaults, review }, names, findings);
  // Members are rules behind those of the mapping.
  const toPath = (path: string): string =>
    path.replace(/^mapping\[(\d+)\](?:\.\w+)?/, (text, index) => {
      const name = members[Number(index) - rules.length];
      return name === undefined ? text : `set.${name}`;
    });
  placeFindings(site.findings, findings, (path) => `${at}.transform.${toPath(path)}`);
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
