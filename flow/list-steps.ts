import { type ClosingName, toUndoId } from './flow.ts';
import type { Definition, StepDefinition } from './definition.ts';
import { listsOf } from './steps/kinds.ts';

/** A step, and where it stands. */
export interface ListedStep {
  step: StepDefinition;
  /** Path in the definition: `steps[2].on_error[0]`. */
  at: string;
  /** 1 for the steps of the flow itself. */
  depth: number;
}

/** Steps that a run goes through once at its end, as items of its own, by the names of these. */
export const closings = [
  { name: 'then', at: 'on_error.then', of: ({ on_error: policy }: Partial<Definition>) => policy?.then ?? [] },
  { name: 'finally', at: 'finally', of: ({ finally: last = [] }: Partial<Definition>) => last },
] as const satisfies readonly {
  name: ClosingName;
  at: string;
  of(definition: Partial<Definition>): StepDefinition[];
}[];

/** Goes through all steps of a definition, those that its runs end with behind the others. */
export function* listAllSteps(definition: Partial<Definition>): Generator<ListedStep> {
  yield* listSteps(definition.steps ?? []);
  for (const { at, of } of closings) yield* listSteps(of(definition), at);
}

/** Goes through all steps of a list, those within others, and those that undo one, behind them. */
export function* listSteps(steps: readonly StepDefinition[], at = 'steps', depth = 1): Generator<ListedStep> {
  for (const [index, step] of steps.entries()) {
    const place = `${at}[${index}]`;
    yield { step, at: place, depth };
    const { undo } = step;
    if (undo !== undefined) yield { step: { id: toUndoId(step.id), ...undo }, at: `${place}.undo`, depth: depth + 1 };
    for (const list of listsOf(step)) yield* listSteps(list.steps, `${place}.${list.at}`, depth + 1);
  }
}
