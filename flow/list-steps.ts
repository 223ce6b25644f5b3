import { toUndoId } from './flow.ts';
import type { StepDefinition } from './definition.ts';
import { listsOf } from './steps/kinds.ts';

/** A step, and where it stands. */
export interface ListedStep {
  step: StepDefinition;
  /** Path in the definition: `steps[2].on_error[0]`. */
  at: string;
  /** 1 for the steps of the flow itself. */
  depth: number;
}

/** Goes through all steps of a flow, those within others, and those that undo one, behind them. */
export function* listSteps(steps: readonly StepDefinition[], at = 'steps', depth = 1): Generator<ListedStep> {
  for (const [index, step] of steps.entries()) {
    const place = `${at}[${index}]`;
    yield { step, at: place, depth };
    const { undo } = step;
    if (undo !== undefined) yield { step: { id: toUndoId(step.id), ...undo }, at: `${place}.undo`, depth: depth + 1 };
    for (const list of listsOf(step)) yield* listSteps(list.steps, `${place}.${list.at}`, depth + 1);
  }
}
