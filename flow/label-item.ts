import type { RunEnvironment } from '../engine/run-environment.ts';
import type { Flow, ItemContext } from './flow.ts';

const labelMax = 200;

/** Names an item for people; `undefined` where the flow names none, or the formula gives neither text nor number. */
export function labelItem(
  { label }: Pick<Flow, 'label'>,
  context: ItemContext,
  environment: RunEnvironment,
): string | undefined {
  const given = label?.(context, environment);
  if (given?.ok !== true) return undefined;
  const { value } = given;
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text.replaceAll(/\p{Cc}/gu, ' ').slice(0, labelMax);
}
