import { z } from 'zod';
import { startFindings } from '../../engine/compile/findings.ts';
import {
  type MappingDefaults,
  mappingDefaultsSchema,
  type MappingRule,
  mappingRuleSchema,
} from '../../transforms/rules.ts';
import type { StepSite } from '../steps/step-kind.ts';
import { type CompiledRules, compileStepRules, type StepRules } from './compile-rules.ts';
import { placeFindings } from './place-findings.ts';

const setMax = 100;

/** Members by which a step makes a record: rules, as those of a target, and values by formula. */
export const memberShape = {
  mapping: z.array(mappingRuleSchema).min(1).max(1000).optional().meta({ description: 'Rules, as those of a target.' }),
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
};

interface Members {
  mapping?: MappingRule[] | undefined;
  mapping_defaults?: MappingDefaults | undefined;
  set?: Readonly<Record<string, string>> | undefined;
}

/** How many rules there are. */
export function countMembers({ mapping = [], set = {} }: Members): number {
  return mapping.length + Object.keys(set).length;
}

/**
 * Compiles what makes a record.
 *
 * @param at Path of the object that has the members.
 * @param review What is known of what the record has to be, where the definition is looked at.
 */
export function compileMembers(
  { mapping: rules = [], set = {}, ...others }: Members,
  at: string,
  { names, flow, findings }: Pick<StepSite, 'names' | 'flow' | 'findings'>,
  review: StepRules['review'],
): CompiledRules {
  const { mapping_defaults: defaults = flow.defaults } = others;
  const members = Object.keys(set);
  const computed = Object.entries(set).map(([to, formula]) => ({ to, formula }));
  const found = startFindings();
  const compiled = compileStepRules({ rules: [...rules, ...computed], defaults, review }, names, found);
  // Members are rules behind those of the mapping.
  const toPath = (path: string): string =>
    path.replace(/^mapping\[(\d+)\](?:\.\w+)?/, (text, index) => {
      const name = members[Number(index) - rules.length];
      return name === undefined ? text : `set.${name}`;
    });
  placeFindings(findings, found, (path) => `${at}.${toPath(path)}`);
  return compiled;
}
