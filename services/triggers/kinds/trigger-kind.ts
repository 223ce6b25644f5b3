import type { Connector } from '../../../connectors/kit/define.ts';
import type { WorkflowStatus, WorkflowType } from '../../../core/enums.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import type { Trigger } from '../name-triggers.ts';

/** The triggers of definitions by their types. */
export type TriggersByType = { [Type in Trigger['type']]: Extract<Trigger, { type: Type }> };

/** A trigger of a stored integration. UUIDs. */
export interface TriggerPlace {
  orgId: string;
  integrationId: string;
  triggerId: string;
  /** That its workflow is to have, unless it is paused. */
  status: WorkflowStatus;
  now: string;
}

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
  check?(trigger: TriggersByType[Type], source: Connector | undefined): FieldError[];
  /** Stores what it needs besides its workflow, before that gets its new status. Default: nothing. */
  store?(
    tx: Transaction,
    place: TriggerPlace,
    trigger: TriggersByType[Type],
    definition: Definition,
  ): PromiseLike<unknown>;
}
