import type { Connector } from '../../../connectors/kit/connector.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { Definition } from '../../../flow/definition.ts';
import { manualTriggerId, type Trigger, triggerIdOf } from '../../triggers/name-triggers.ts';
import { checkTrigger } from '../../triggers/kinds/trigger-kinds.ts';
import { messages } from '../../../core/messages.ts';

/**
 * Checks that what shall start an integration can, as the kind of each trigger says, and that each has an id of its own.
 *
 * @param connector Of the source's connection; absent while there is none.
 */
export function checkTriggers(definition: Definition, connector: Connector | undefined): FieldError[] {
  const { triggers = [] } = definition;
  return triggers.flatMap((trigger, index): FieldError[] => {
    const at = `triggers[${index}]`;
    const duplicate = checkId(trigger, triggers.slice(0, index), at);
    if (duplicate !== undefined) return [duplicate];
    return checkTrigger(trigger, connector, definition).map((problem) => ({
      ...problem,
      path: `${at}.${problem.path}`,
    }));
  });
}

/** The trigger by hand has no id to tell two of them apart, and its id is taken whether it is listed or not. */
function checkId(trigger: Trigger, before: readonly Trigger[], at: string): FieldError | undefined {
  const id = triggerIdOf(trigger);
  const isTaken = before.some((other) => triggerIdOf(other) === id);
  const code = 'duplicate_trigger';
  if (trigger.type === 'manual') {
    if (!isTaken) return undefined;
    return { path: `${at}.type`, code, message: messages.triggerListedTwice };
  }
  if (!isTaken && id !== manualTriggerId) return undefined;
  return { path: `${at}.id`, code, message: messages.triggerIdTaken({ id }) };
}
