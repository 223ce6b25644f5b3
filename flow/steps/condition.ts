import { z } from 'zod';
import { compileWhen } from '../compile/compile-when.ts';
import type { PureStep } from '../flow.ts';
import type { CompiledStep, Links, StepKind, StepSite } from './step-kind.ts';

const branchesMax = 100;

/** A condition as a formula of flows. */
export const whenSchema = z.string().min(1).max(10_000);

/** @param steps Schema of a list of steps. */
export function conditionShape<Step>(steps: z.ZodType<Step[]>) {
  const branch = z
    .strictObject({
      when: whenSchema.meta({
        description: 'A formula that gives true for items of this branch.',
        example: "change == 'created'",
      }),
      steps: steps.meta({ description: 'What these items go through.' }),
    })
    .meta({ id: 'FlowBranch', description: 'A condition, and what items go through for which it is true.' });
  return {
    condition: z
      .array(branch)
      .min(1)
      .max(branchesMax)
      .optional()
      .meta({ description: 'Branches, in their order: an item goes through the first whose condition is true.' }),
    else: steps.optional().meta({ description: 'With `condition`: what items go through that no branch takes.' }),
  };
}

export interface ConditionMembers<Step> {
  id: string;
  condition?: { when: string; steps: Step[] }[] | undefined;
  else?: Step[] | undefined;
}

type Branches = readonly { when: string }[];

/** Lets an item go on in the first branch whose condition is true. */
export function defineCondition<Step>(): StepKind<ConditionMembers<Step>, Step> {
  return {
    name: 'condition',
    others: ['else'],
    hasOutput: () => false,
    compile: ({ condition }, site) => condition && compileBranches(condition, site),
    lists: ({ condition, else: otherwise = [] }) =>
      condition === undefined
        ? []
        : [
            ...condition.map(({ steps }, index) => ({ at: `condition[${index}].steps`, steps })),
            { at: 'else', steps: otherwise },
          ],
    rewrite: ({ condition, else: otherwise }, by) => ({
      ...(condition && { condition: condition.map((branch) => ({ ...branch, steps: by.steps(branch.steps) })) }),
      ...(otherwise && { else: by.steps(otherwise) }),
    }),
    summarize: ({ condition }) => condition && { kind: 'condition', branches: condition.length },
  };
}

function compileBranches(branches: Branches, site: StepSite): CompiledStep {
  const tests = branches.map(({ when }, index) => compileWhen(when, `${site.at}.condition[${index}].when`, site));
  const usable = tests.filter((test) => test !== undefined);
  if (usable.length < tests.length) return {};
  const toRun = ({ lists }: Links): PureStep['run'] => {
    const otherwise = lists[tests.length];
    return (context, environment) => {
      for (const [index, test] of usable.entries()) {
        const holds = test(context, environment);
        if (typeof holds === 'object') return { status: 'failed', problem: holds };
        if (holds) return { status: 'passed', goto: lists[index] };
      }
      return { status: 'passed', goto: otherwise };
    };
  };
  return {
    make: (links) => {
      const run = toRun(links);
      return () => ({ kind: 'condition', run });
    },
  };
}
