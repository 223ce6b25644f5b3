import type { MappingResult } from '../transforms/compile-mapping.ts';
import type { ActionStep, ItemContext } from './flow.ts';

/** What an action would write of an item: the mapped record, held against the schema that the action gives. */
export function mapItem({ plan: { stages } }: ActionStep, context: ItemContext): MappingResult {
  let result: MappingResult = { ok: true, value: context };
  for (const stage of stages) {
    if (!result.ok) return result;
    if (stage.kind === 'map') result = stage.map(result.value);
    else if (stage.kind === 'validate') {
      const problem = stage.validate(result.value);
      if (problem !== undefined) return { ok: false, problem };
    }
  }
  return result;
}
