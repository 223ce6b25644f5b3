import type { Connector } from '../../../connectors/kit/connector.ts';
import type { WorkflowType } from '../../../core/enums.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { checkSchedule } from '../../../engine/schedule/check-schedule.ts';
import { passOverPaused } from '../../schedules/pass-over.ts';
import { endSchedules, storeSchedule } from '../../schedules/store-schedule.ts';
import { type Trigger, triggerIdOf } from '../name-triggers.ts';
import { startAllWaitingEvents } from '../start-waiting-events.ts';
import { endHooks, storeHook } from '../store-hook.ts';
import type { IntegrationChange, TriggerKind, TriggerPlace, TriggersByType } from './trigger-kind.ts';
import { messages } from '../../../core/messages.ts';

const kinds: { readonly [Type in Trigger['type']]: TriggerKind<Type> } = {
  manual: { workflowType: 'manual' },
  schedule: {
    workflowType: 'scheduled',
    check: checkSchedule,
    store: storeSchedule,
    end: endSchedules,
    resume: passOverPaused,
  },
  webhook: {
    workflowType: 'webhook',
    check: (_trigger, source) => {
      if (source === undefined || source.webhook !== undefined) return [];
      const message = messages.triggerNotSupported({ connector: source.name });
      return [
        {
          path: 'type',
          code: 'trigger_not_supported',
          message,
          allowed: Object.keys(kinds).filter((type) => type !== 'webhook'),
        },
      ];
    },
    store: (tx, place, _trigger, { source }) => storeHook(tx, place, source?.connection_id),
    end: endHooks,
    resume: (tx, { orgId, integrationId, now }) => startAllWaitingEvents(tx, orgId, { integrationId }, now),
  },
};

export function workflowTypeOf({ type }: Trigger): WorkflowType {
  return kinds[type].workflowType;
}

/** What a trigger needs that its shape does not tell; see `TriggerKind.check`. */
export function checkTrigger<Type extends Trigger['type']>(
  trigger: TriggersByType[Type] & { type: Type },
  source: Connector | undefined,
): FieldError[] {
  return kinds[trigger.type].check?.(trigger, source) ?? [];
}

/** Stores what a trigger needs besides its workflow; see `TriggerKind.store`. */
export async function storeTrigger<Type extends Trigger['type']>(
  tx: Transaction,
  place: TriggerPlace,
  trigger: TriggersByType[Type] & { type: Type },
  definition: Definition,
): Promise<void> {
  await kinds[trigger.type].store?.(tx, place, trigger, definition);
}

/** Ends what was stored for triggers that are not there any more; see `TriggerKind.end`. */
export async function endTriggers(
  tx: Transaction,
  place: IntegrationChange,
  triggers: readonly Trigger[],
): Promise<void> {
  const ends = Object.entries(kinds).map(async ([type, kind]) => {
    await kind.end?.(tx, place, triggers.filter((trigger) => trigger.type === type).map(triggerIdOf));
  });
  await Promise.all(ends);
}

/** Lets a workflow that was paused go on; see `TriggerKind.resume`. */
export async function resumeTrigger(
  tx: Transaction,
  type: WorkflowType,
  place: IntegrationChange & { workflowId: string },
): Promise<void> {
  const kind = Object.values(kinds).find(({ workflowType }) => workflowType === type);
  await kind?.resume?.(tx, place);
}
