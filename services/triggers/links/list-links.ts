import type { FollowedOutcome, LinkKind } from '../../../core/enums.ts';
import { outcomesByDefault } from '../../../engine/triggers/after-trigger.ts';
import type { Definition } from '../../../flow/definition.ts';
import { listAllSteps } from '../../../flow/list-steps.ts';
import { triggerIdOf } from '../name-triggers.ts';

/** Another integration that a definition names, whose runs start its own, or the other way around. */
export interface Link {
  kind: LinkKind;
  /** Id of the trigger, or of the step. */
  name: string;
  /** Path of the reference in the definition. */
  at: string;
  /** Id of the other integration; what was sent, where nothing has that name. */
  other: string;
  /** Ends of the other's runs that start one; none of a step. */
  outcomes: readonly FollowedOutcome[];
}

/** The parts of a definition that name other integrations. */
export type LinkingParts = Partial<Pick<Definition, 'triggers' | 'steps' | 'on_error' | 'finally'>>;

/** The other integrations that a definition names. */
export function listLinks(definition: LinkingParts): Link[] {
  return [...listFollowed(definition), ...listCalled(definition)];
}

function listFollowed({ triggers = [] }: LinkingParts): Link[] {
  return triggers.flatMap((trigger, index): Link[] => {
    if (trigger.type !== 'after') return [];
    const { integration_id: other, outcomes = outcomesByDefault } = trigger;
    return [{ kind: 'after', name: triggerIdOf(trigger), at: `triggers[${index}].integration_id`, other, outcomes }];
  });
}

/** The other integrations that steps call, or whose deliveries they wait for. */
export function listCalled(definition: LinkingParts): Link[] {
  return [...listAllSteps(definition)].flatMap(({ step, at }): Link[] => {
    const named = [
      { kind: 'call', at: `${at}.call`, of: step.call },
      { kind: 'sync', at: `${at}.sync`, of: step.sync },
      { kind: 'event', at: `${at}.wait.event`, of: step.wait?.event },
    ] as const;
    return named.flatMap(({ kind, at: place, of }): Link[] => {
      const other = of?.integration_id;
      if (other === undefined) return [];
      return [{ kind, name: step.id, at: `${place}.integration_id`, other, outcomes: [] }];
    });
  });
}
