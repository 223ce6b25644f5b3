import type { Definition } from './definition.ts';
import { listAllSteps } from './list-steps.ts';
import { isWrite, type WriteActionDefinition } from './steps/action.ts';
import type { FindDefinition } from './steps/searches/find.ts';
import type { ListDefinition } from './steps/searches/list.ts';
import type { CheckDefinition } from './steps/waits/wait-definition.ts';

/** What a step writes to. */
export interface WrittenEnd {
  /** Of the step. */
  id: string;
  /** Path in the definition: `steps[2].action`. */
  at: string;
  action: WriteActionDefinition;
}

/** What a step looks up: itself, or while its items wait. */
export interface SearchedEnd {
  /** Of the step. */
  id: string;
  /** Path in the definition: `steps[2].action`, `steps[3].wait.check`. */
  at: string;
  kind: 'find' | 'list' | 'check';
  search: FindDefinition | ListDefinition | CheckDefinition;
}

/** Lists what the steps of a definition write to. */
export function listWrittenEnds(definition: Partial<Definition>): WrittenEnd[] {
  return [...listAllSteps(definition)].flatMap(({ step: { id, action }, at }) =>
    action === undefined || !isWrite(action) ? [] : [{ id, at: `${at}.action`, action }],
  );
}

/** Lists what the steps of a definition look up. */
export function listSearchedEnds(definition: Partial<Definition>): SearchedEnd[] {
  return [...listAllSteps(definition)].flatMap(({ step: { id, action, wait }, at }): SearchedEnd[] => {
    if (wait?.check !== undefined) return [{ id, at: `${at}.wait.check`, kind: 'check', search: wait.check }];
    return action === undefined || isWrite(action)
      ? []
      : [{ id, at: `${at}.action`, kind: action.operation, search: action }];
  });
}
