import type { Definition, StepDefinition } from './definition.ts';
import { listAllSteps } from './list-steps.ts';
import { findKind } from './steps/kinds.ts';
import type { StepSummary } from './steps/step-kind.ts';

/** What becomes of an item whose step fails. */
interface HandlerSummary {
  kind: 'error_handler';
  action: 'continue' | 'steps' | 'undo';
}

/** Tells what steps do, in the order in which items come to them, each with the id of the step. */
export function describeSteps(definition: Definition): ((StepSummary | HandlerSummary) & { step: string })[] {
  return [...listAllSteps(definition)].flatMap(({ step }) => {
    const summaries = [findKind(step)?.summarize(step), describeHandler(step)];
    return summaries.flatMap((summary) => (summary === undefined ? [] : [{ ...summary, step: step.id }]));
  });
}

function describeHandler({ on_error: onError = 'fail' }: StepDefinition): HandlerSummary | undefined {
  if (onError === 'fail') return undefined;
  return { kind: 'error_handler', action: typeof onError === 'string' ? onError : 'steps' };
}
