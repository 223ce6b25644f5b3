import type { Definition } from '../../flow/definition.ts';

export type Trigger = NonNullable<Definition['triggers']>[number];

/** Of the trigger that every integration has, listed or not: the one that is started by hand. */
export const manualTriggerId = 'manual';

/** The id that runs and revisions know a trigger by, within its integration. */
export function triggerIdOf(trigger: Trigger): string {
  return sentId(trigger) ?? trigger.type;
}

function sentId(trigger: Trigger): string | undefined {
  return trigger.type === 'manual' ? undefined : trigger.id;
}

/**
 * Gives each trigger an id of its own, which later revisions keep: its type, or `webhook-2`, … where that is taken. Ids that
 * equal the type stay left out. Ids that were sent are kept, also where two are the same.
 */
export function nameTriggers(triggers: readonly Trigger[]): Trigger[] {
  const taken = new Set([manualTriggerId, ...triggers.flatMap((trigger) => sentId(trigger) ?? [])]);
  return triggers.map((trigger) => {
    if (trigger.type === 'manual' || trigger.id !== undefined) return trigger;
    const id = findFree(trigger.type, taken);
    taken.add(id);
    return id === trigger.type ? trigger : { ...trigger, id };
  });
}

function findFree(type: string, taken: ReadonlySet<string>): string {
  if (!taken.has(type)) return type;
  for (let number = 2; ; number += 1) {
    const id = `${type}-${number}`;
    if (!taken.has(id)) return id;
  }
}
