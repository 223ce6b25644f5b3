import type { FieldError } from '../../core/errors.ts';
import { onlyStep } from '../../engine/definition.ts';
import type { Definition } from '../definition.ts';
import { listAllSteps } from '../list-steps.ts';
import { checkWas } from '../renamed-steps.ts';

/** Steps of one flow, those within others included. */
export const stepsMax = 1000;
/** Lists of steps within each other; 1 for a flow without any. */
export const depthMax = 20;

/** Checks ids, number and depth of the steps of a flow. */
export function checkSteps(definition: Definition): FieldError[] {
  const problems: FieldError[] = [];
  const places = new Map<string, string>();
  let count = 0;
  for (const { step, at, depth } of listAllSteps(definition)) {
    count += 1;
    if (step.id === onlyStep) {
      const message = `\`${onlyStep}\` is what the hub calls the reading of the source. Choose another id.`;
      problems.push({ path: `${at}.id`, code: 'reserved_id', message });
    }
    const earlier = places.get(step.id);
    if (earlier === undefined) places.set(step.id, at);
    else {
      const message = `Another step has the id "${step.id}" (${earlier}). Choose one of its own.`;
      problems.push({ path: `${at}.id`, code: 'duplicate_id', message });
    }
    if (depth === depthMax + 1) {
      const message = `Steps are nested deeper than ${depthMax} levels; use \`when\` instead of a condition, or move steps to another integration.`;
      problems.push({ path: at, code: 'nested_too_deep', message });
    }
  }
  if (count > stepsMax) {
    const message = `A flow has at most ${stepsMax} steps, those within others included; this one has ${count}.`;
    problems.push({ path: 'steps', code: 'too_many_steps', message });
  }
  return [...problems, ...checkWas(definition)];
}
