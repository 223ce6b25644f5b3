import type { Workflow } from '../../client/operations.data.ts';

/** Ids that triggers get by themselves: they say no more than the kind of trigger does. */
const given = new Set(['manual', 'schedule', 'event', 'webhook', 'after']);

/** The integration of a trigger, and the trigger's own id where somebody chose it: `People (weekly)`. */
export function nameWorkflow({ name, trigger_id: id }: Pick<Workflow, 'name' | 'trigger_id'>): string {
  const suffix = ` (${id})`;
  return given.has(id) && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}
