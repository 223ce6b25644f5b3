import type { FieldError } from '../core/errors.ts';
import { suggest } from '../core/names/suggest.ts';
import type { Definition, StepDefinition } from './definition.ts';
import { listAllSteps } from './list-steps.ts';
import { findKind } from './steps/kinds.ts';

/** A step that has another id than in the revision before. */
interface RenamedStep {
  from: string;
  to: string;
}

/**
 * Finds the steps that a definition renames, by their `was`. One that is named so in the revision before, too, was renamed by an
 * earlier revision: a definition may go on saying so.
 *
 * @param before The revision before.
 * @returns also what is wrong with it, with paths into the definition.
 */
export function findRenamed(
  before: Partial<Definition>,
  after: Partial<Definition>,
): { renamed: RenamedStep[]; problems: FieldError[] } {
  const known = new Map([...listAllSteps(before)].map(({ step }) => [step.id, step]));
  const renamed: RenamedStep[] = [];
  const problems: FieldError[] = [];
  for (const { step, at } of listAllSteps(after)) {
    const { id, was } = step;
    if (was === undefined || known.has(id)) continue;
    const former = known.get(was);
    const problem = former === undefined ? describeUnknown(was, known.keys()) : checkSame(former, step);
    if (problem === undefined) renamed.push({ from: was, to: id });
    else problems.push({ path: `${at}.was`, ...problem });
  }
  return { renamed, problems };
}

function describeUnknown(was: string, known: Iterable<string>): Omit<FieldError, 'path'> {
  const meant = suggest(was, known);
  const which = meant === undefined ? 'Leave `was` out if the step is a new one.' : `Did you mean "${meant}"?`;
  const message = `The revision before has no step with this id. ${which}`;
  return { code: 'unknown_step', message, ...(meant === undefined ? {} : { allowed: [meant] }) };
}

function checkSame(former: StepDefinition, step: StepDefinition): Omit<FieldError, 'path'> | undefined {
  if (findKind(former)?.name === findKind(step)?.name) return undefined;
  const message = `The step "${former.id}" is of another kind, whose state this one cannot have. Leave \`was\` out.`;
  return { code: 'other_kind', message };
}

/** Refuses a step that was one which is there still, and two that were the same. */
export function checkWas(definition: Partial<Definition>): FieldError[] {
  const steps = [...listAllSteps(definition)];
  const ids = new Set(steps.map(({ step }) => step.id));
  const claims = new Map<string, string>();
  return steps.flatMap(({ step: { was }, at }) => {
    if (was === undefined) return [];
    const path = `${at}.was`;
    const earlier = claims.get(was);
    claims.set(was, earlier ?? at);
    if (ids.has(was)) {
      const message = `The step "${was}" is still there. Leave \`was\` out, or remove that one.`;
      return [{ path, code: 'still_there', message }];
    }
    if (earlier === undefined) return [];
    return [
      { path, code: 'duplicate_was', message: `Another step was "${was}" (${earlier}). Only one can have been.` },
    ];
  });
}
