import type { z } from 'zod';
import { bodyChild, finallyChild, readUndone } from '../children.ts';
import { undoName } from '../flow.ts';
import { joinUncertain, type StepKind, withAll } from './step-kind.ts';

/** @param steps Schema of a list of steps. */
export function scopeShape<Step>(steps: z.ZodType<Step[]>) {
  return {
    scope: steps.optional().meta({
      description: 'Steps with one `on_error`: it takes over where one of them fails that has none of its own.',
    }),
    finally: steps.optional().meta({
      description: 'With `scope`: what items go through behind its steps, also where one of these failed.',
    }),
  };
}

export interface ScopeMembers<Step> {
  id: string;
  scope?: Step[] | undefined;
  finally?: Step[] | undefined;
  on_error?: 'fail' | 'continue' | 'undo' | Step[] | undefined;
}

/** Holds steps together that fail together. */
export function defineScope<Step>(): StepKind<ScopeMembers<Step>, Step> {
  return {
    name: 'scope',
    others: ['finally'],
    hasOutput: () => false,
    compile: ({ scope, finally: last, on_error: onError }, { names }) =>
      scope && {
        children: {
          names: (ends) => (ends.length === 0 ? names : { ...names, outputs: joinUncertain(names.outputs, ends) }),
          join: ([body, end]) => body && withAll(end ?? body, [body]),
          failed: (ends) => joinUncertain(names.outputs, ends),
        },
        make:
          ({ lists: [first, finallyFirst] }) =>
          () => ({
            kind: 'scope',
            as: undoName,
            join: 'all',
            undoes: onError === 'undo',
            shares: true,
            startOf: (child) => readUndone(child) ?? (child === finallyChild ? finallyFirst : first),
            split: () => ({ ok: true, children: [{ name: bodyChild, element: null }] }),
            hasFinally: last !== undefined && last.length > 0,
          }),
      },
    lists: ({ scope, finally: last = [] }) =>
      scope === undefined
        ? []
        : [
            { at: 'scope', steps: scope },
            { at: 'finally', steps: last },
          ],
    rewrite: ({ scope, finally: last }, by) => ({
      ...(scope && { scope: by.steps(scope) }),
      ...(last && { finally: by.steps(last) }),
    }),
    summarize: ({ scope }) => scope && { kind: 'scope' },
  };
}
