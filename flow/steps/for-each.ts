import { z } from 'zod';
import { anyField, fieldOf, type FieldType } from '../../transforms/schema/field-type.ts';
import { parsePath } from '../../core/paths.ts';
import { elementsMax, elementsMaxDefault, splitList } from '../../engine/split-list.ts';
import { compileValue, type CompiledValue } from '../compile/compile-value.ts';
import { isReservedName } from '../compile/names.ts';
import type { SplitStep } from '../flow.ts';
import { whenSchema } from './condition.ts';
import { type CompiledStep, type StepKind, type StepSite, withCertain } from './step-kind.ts';

/** @param steps Schema of a list of steps. */
export function forEachShape<Step>(steps: z.ZodType<Step[]>) {
  return {
    for_each: whenSchema.optional().meta({
      description:
        'A formula that gives a list: its elements go through `steps`, each on its own. Null is an empty list.',
      example: 'record.groups',
    }),
    as: z
      .string()
      .regex(
        /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
        'Must be a word of letters, digits and underscores that begins with a letter: group.',
      )
      .optional()
      .meta({ description: 'With `for_each`: the name by which `steps` read the element.', example: 'group' }),
    key: whenSchema.optional().meta({
      description:
        'With `for_each`: a formula that names the element, by a text or number that no other element of the list has. Required where `steps` write: what was written for an element is known by it.',
      example: 'group.id',
    }),
    max: z
      .int()
      .min(1)
      .max(elementsMax)
      .optional()
      .meta({ description: `With \`for_each\`: longer lists fail the step. Default: ${elementsMaxDefault}.` }),
    collect: whenSchema.optional().meta({
      description:
        'With `for_each`: a formula over what `steps` gave. Its values for the elements that succeeded, in the order of the list, are the output of the step.',
      example: 'steps.member.id',
    }),
    steps: steps.optional().meta({ description: 'With `for_each`: what each element goes through.' }),
  };
}

export interface ForEachMembers<Step> {
  id: string;
  for_each?: string | undefined;
  as?: string | undefined;
  key?: string | undefined;
  max?: number | undefined;
  collect?: string | undefined;
  steps?: Step[] | undefined;
}

/**
 * Takes each element of a list through steps of its own.
 *
 * @param writes Whether a step of some writes to a system, those within others included.
 */
export function defineForEach<Step>(writes: (steps: readonly Step[]) => boolean): StepKind<ForEachMembers<Step>, Step> {
  return {
    name: 'for_each',
    others: ['as', 'key', 'max', 'collect', 'steps'],
    hasOutput: ({ collect }) => collect !== undefined,
    compile: (step, site) => {
      const { for_each: list, steps = [] } = step;
      return list === undefined ? undefined : compileLoop({ ...step, list, writes: writes(steps) }, site);
    },
    lists: ({ for_each: list, steps = [] }) => (list === undefined ? [] : [{ at: 'steps', steps }]),
    rewrite: ({ steps }, by) => (steps === undefined ? {} : { steps: by.steps(steps) }),
    summarize: ({ for_each: list, max = elementsMaxDefault }) =>
      list === undefined ? undefined : { kind: 'for_each', max },
  };
}

interface Loop extends Pick<ForEachMembers<unknown>, 'as' | 'key' | 'max' | 'collect' | 'steps'> {
  list: string;
  writes: boolean;
}

function compileLoop(
  { list, as, key, max = elementsMaxDefault, collect, steps = [], writes }: Loop,
  site: StepSite,
): CompiledStep {
  const { id, at, names } = site;
  checkLoop({ as, key, steps, writes }, site);
  const elements = compileValue(list, `${at}.for_each`, site);
  const element = elementOf(elements.type, `${at}.for_each`, site);
  const keyPaths = key !== undefined && parsePath(key).ok ? names.keyPaths && [...names.keyPaths, key] : undefined;
  const isName = as !== undefined && !isReservedName(as);
  const elementNames = isName ? new Map(names.elements).set(as, element) : names.elements;
  const inner = { ...names, keyPaths, elements: elementNames };
  const naming = key === undefined ? undefined : compileValue(key, `${at}.key`, { ...site, names: inner });
  let collected: CompiledValue | undefined;
  return {
    children: {
      names: () => inner,
      failed: () => names.outputs,
      join: ([end]) => {
        if (collect === undefined) return names.outputs;
        const behind = { ...inner, outputs: end ?? inner.outputs };
        collected = compileValue(collect, `${at}.collect`, { ...site, names: behind });
        return withCertain(names.outputs, id, fieldOf(['array'], { items: collected.type }));
      },
    },
    make: ({ lists: [first] }) => {
      const name = naming?.compute;
      const isUsable =
        (key === undefined || name !== undefined) && (collect === undefined || collected?.compute !== undefined);
      if (elements.compute === undefined || !isUsable) return undefined;
      const split = toSplit({ list: elements.compute, name, as, max });
      const step = {
        kind: 'for_each' as const,
        join: 'all' as const,
        shares: false,
        as,
        startOf: () => first,
        split,
        collect: collected?.compute,
      };
      return () => step;
    },
  };
}

/** Finds what a loop lacks, and a name for its element that means something else. */
function checkLoop({ as, key, steps, writes }: Pick<Loop, 'as' | 'key' | 'steps' | 'writes'>, site: StepSite): void {
  const { at, names, findings } = site;
  const report = (path: string, code: string, message: string): void => {
    findings.problems.push({ path: `${at}.${path}`, code, message });
  };
  if (as === undefined) report('as', 'required', 'Give the name by which the steps read the element: `as: element`.');
  else if (isReservedName(as))
    report('as', 'reserved_name', `\`${as}\` means something else in formulas. Choose another name.`);
  else if (names.elements.has(as))
    report('as', 'duplicate_name', `A loop around has the name \`${as}\` for its elements. Choose another one.`);
  if (steps?.length === 0 || steps === undefined)
    report('steps', 'required', 'Give the steps that each element goes through.');
  if (key === undefined && writes) {
    const example = as === undefined ? 'element.id' : `${as}.id`;
    const message = `This loop writes: give a formula that names the element, such as \`${example}\`. What was written for an element is known by it, wherever in the list it stands.`;
    report('key', 'required', message);
  }
}

/** Type of the elements of a list. */
function elementOf({ kinds, items = anyField }: FieldType, path: string, { findings }: StepSite): FieldType {
  if (kinds === undefined || kinds.size === 0 || kinds.has('array')) return { ...items, mayLack: false };
  const message = `A loop goes through a list; this formula gives ${[...kinds].join(' or ')}.`;
  findings.problems.push({ path, code: 'not_a_list', message });
  return anyField;
}

type Compute = NonNullable<CompiledValue['compute']>;

interface Splitting {
  list: Compute;
  name: Compute | undefined;
  as: string | undefined;
  max: number;
}

function toSplit({ list, name, as = '', max }: Splitting): SplitStep['split'] {
  return (context, environment) => {
    const given = list(context, environment);
    if (!given.ok) return given;
    const split = splitList(given.value, max, (element, index) =>
      name === undefined ? { ok: true, value: index } : name({ ...context, [as]: element }, environment),
    );
    if (!split.ok) return split;
    return { ok: true, children: split.elements.map(({ name: text, element }) => ({ name: text, element })) };
  };
}
