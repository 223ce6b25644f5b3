import type { StepDefinition } from '../definition.ts';
import { listsOf } from '../steps/kinds.ts';

/** Steps that one item waits for callbacks at: those of a list, without what its children go through. */
export function* listCallbacks(steps: readonly StepDefinition[]): Generator<string> {
  for (const step of steps) {
    if (step.wait?.for === 'callback') yield step.id;
    const own = listsOf(step).filter(({ at }) => step.condition !== undefined || at === 'on_error');
    for (const list of own) yield* listCallbacks(list.steps);
  }
}
