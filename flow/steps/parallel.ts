import { z } from 'zod';
import type { SplitStep } from '../flow.ts';
import { type CompiledStep, joinUncertain, type StepKind, type StepSite, withAll } from './step-kind.ts';

const branchesMax = 20;

/** @param steps Schema of a list of steps. */
export function parallelShape<Step>(steps: z.ZodType<Step[]>) {
  const branch = z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'Must be a word of letters, digits and underscores: mail.')
        .meta({ description: 'A word that no other branch has.', example: 'mail' }),
      steps: steps.meta({ description: 'What the branch goes through.' }),
    })
    .meta({ id: 'FlowParallelBranch', description: 'Steps that items go through beside those of other branches.' });
  return {
    parallel: z
      .array(branch)
      .min(1)
      .max(branchesMax)
      .optional()
      .meta({ description: 'Branches that do not wait for each other.' }),
    join: z.enum(['all', 'any']).optional().meta({
      description:
        'With `parallel`: go on when all branches have ended (default), or when one has come to a good end, which cancels the others.',
    }),
  };
}

export interface ParallelMembers<Step> {
  id: string;
  parallel?: { name: string; steps: Step[] }[] | undefined;
  join?: 'all' | 'any' | undefined;
}

/** Takes an item through several lists of steps, none of which waits for another. */
export function defineParallel<Step>(): StepKind<ParallelMembers<Step>, Step> {
  return {
    name: 'parallel',
    others: ['join'],
    hasOutput: () => false,
    compile: ({ parallel, join = 'all' }, site) =>
      parallel &&
      compileBranches(
        parallel.map(({ name }) => name),
        join,
        site,
      ),
    lists: ({ parallel = [] }) => parallel.map(({ steps }, index) => ({ at: `parallel[${index}].steps`, steps })),
    rewrite: ({ parallel }, by) =>
      parallel === undefined
        ? {}
        : { parallel: parallel.map((branch) => ({ ...branch, steps: by.steps(branch.steps) })) },
    summarize: ({ parallel, join = 'all' }) => parallel && { kind: 'parallel', branches: parallel.length, join },
  };
}

function compileBranches(branches: readonly string[], mode: SplitStep['join'], site: StepSite): CompiledStep {
  const { at, names, findings } = site;
  for (const [index, name] of branches.entries()) {
    if (branches.indexOf(name) === index) continue;
    const message = `Another branch has the name "${name}". Choose one of its own.`;
    findings.problems.push({ path: `${at}.parallel[${index}].name`, code: 'duplicate_name', message });
  }
  const children = branches.map((name) => ({ name, element: null }));
  return {
    children: {
      names: () => names,
      join: (ends) => (mode === 'all' ? withAll(names.outputs, ends) : joinUncertain(names.outputs, ends)),
      failed: (ends) => joinUncertain(names.outputs, ends),
    },
    make: ({ lists }) => {
      const step: Omit<SplitStep, 'id' | 'order' | 'next'> = {
        kind: 'parallel',
        as: undefined,
        join: mode,
        shares: true,
        startOf: (child) => lists[branches.indexOf(child)],
        split: () => ({ ok: true, children }),
      };
      return () => step;
    },
  };
}
