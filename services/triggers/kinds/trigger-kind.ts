import type { Connector } from '../../../connectors/kit/connector.ts';
import type { WorkflowStatus, WorkflowType } from '../../../core/enums.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { Secret } from '../../../core/secret.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import type { Trigger } from '../name-triggers.ts';

/** The triggers of definitions by their types. */
export type TriggersByType = { [Type in Trigger['type']]: Extract<Trigger, { type: Type }> };

/** A stored integration. UUIDs. */
export interface IntegrationChange {
  orgId: string;
  integrationId: string;
  now: string;
}

/** An integration whose triggers are stored. */
export interface FollowedChange extends IntegrationChange {
  /** What keys of the API are derived from. */
  pepper: Secret<string>;
}

/** A trigger of a stored integration. */
export interface TriggerPlace extends FollowedChange {
  triggerId: string;
  /** That its workflow is to have, unless it is paused. */
  status: WorkflowStatus;
}

/** @param triggerIds Of the triggers that are there and end so; none of an integration that is deleted. */
export type EndTriggers = (
  tx: Transaction,
  place: IntegrationChange,
  triggerIds: readonly string[],
) => PromiseLike<unknown>;

/** All that the hub does differently for one kind of trigger. Add one to `trigger-kinds.ts`. */
export interface TriggerKind<Type extends Trigger['type']> {
  /** What its workflow is called. */
  workflowType: WorkflowType;
  /**
   * Looks for what its shape does not tell. Default: nothing is wrong.
   *
   * @param source Connector of the source; absent while there is none.
   * @returns problems, by paths within the trigger.
   */
  check?(trigger: TriggersByType[Type], source: Connector | undefined, definition: Definition): FieldError[];
  /** Stores what it needs besides its workflow, before that gets its new status. Default: nothing. */
  store?(
    tx: Transaction,
    place: TriggerPlace,
    trigger: TriggersByType[Type],
    definition: Definition,
  ): PromiseLike<unknown>;
  /**
   * End what it stored for triggers that are not there any more; kinds may share them. Default: nothing.
   */
  ends?: readonly EndTriggers[];
  /** Goes on after a pause, once its workflow has its new status. Default: nothing. */
  resume?(tx: Transaction, place: IntegrationChange & { workflowId: string }): PromiseLike<unknown>;
}
