import type { Connector } from '../../../connectors/kit/connector.ts';
import type { WorkflowType } from '../../../core/enums.ts';
import type { FieldError } from '../../../core/errors.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { changesByDefault } from '../../../engine/definition.ts';
import { toPollSchedule } from '../../../engine/triggers/event-trigger.ts';
import { checkDebounce } from '../../../engine/triggers/webhook-trigger.ts';
import type { ItemChange } from '../../../flow/flow.ts';
import { checkSchedule } from '../../../engine/schedule/check-schedule.ts';
import { passOverPaused } from '../../schedules/pass-over.ts';
import { endSchedules, storeSchedule } from '../../schedules/store-schedule.ts';
import { type Trigger, triggerIdOf } from '../name-triggers.ts';
import { startAllWaitingEvents } from '../start-waiting-events.ts';
import { endHooks, storeHook } from '../store-hook.ts';
import { checkSubscribe } from '../subscriptions/check-subscribe.ts';
import { endSubscriptions, storeSubscription } from '../subscriptions/store-subscription.ts';
import type { IntegrationChange, TriggerKind, TriggerPlace, TriggersByType } from './trigger-kind.ts';
import { messages } from '../../../core/messages.ts';

const kinds: { readonly [Type in Trigger['type']]: TriggerKind<Type> } = {
  manual: { workflowType: 'manual' },
  schedule: {
    workflowType: 'scheduled',
    check: checkSchedule,
    store: (tx, place, trigger, { timezone }) =>
      storeSchedule(tx, place, timezone === undefined ? trigger : { timezone, ...trigger }),
    ends: [endSchedules],
    resume: passOverPaused,
  },
  event: {
    workflowType: 'event',
    check: (trigger, connector, { source }) => [
      ...checkSchedule(toPollSchedule(trigger)).map((problem) => ({ ...problem, path: 'poll' })),
      ...checkChanges(trigger, source?.changes),
      ...checkSubscribe(trigger, connector, source),
    ],
    store: async (tx, place, trigger, definition) => {
      await storeSchedule(tx, place, toPollSchedule(trigger));
      await storeHook(tx, place, definition);
      await storeSubscription(tx, place, trigger.subscribe, definition);
    },
    ends: [endSchedules, endHooks, endSubscriptions],
    resume: async (tx, place) => {
      await passOverPaused(tx, place);
      await startWaiting(tx, place);
    },
  },
  webhook: {
    workflowType: 'webhook',
    check: (trigger, source, definition) => {
      const problems = [
        ...checkDebounce(trigger, definition.source?.payload !== undefined),
        ...checkSubscribe(trigger, source, definition.source),
      ];
      if (trigger.receive !== undefined || source === undefined || source.webhook !== undefined) return problems;
      const message = messages.triggerNotSupported({ connector: source.name });
      return [
        ...problems,
        {
          path: 'type',
          code: 'trigger_not_supported',
          message,
          allowed: Object.keys(kinds).filter((type) => type !== 'webhook'),
        },
      ];
    },
    store: async (tx, place, trigger, definition) => {
      await storeHook(tx, place, definition, trigger);
      await storeSubscription(tx, place, trigger.subscribe, definition);
    },
    ends: [endHooks, endSubscriptions],
    resume: startWaiting,
  },
  // Which runs it follows stands among the links of its integration.
  after: { workflowType: 'after' },
};

function startWaiting(tx: Transaction, { orgId, integrationId, now }: IntegrationChange): Promise<void> {
  return startAllWaitingEvents(tx, orgId, { integrationId }, now);
}

/** A run makes no items of changes that the flow does not want. */
function checkChanges(
  { changes: picked = [] }: TriggersByType['event'],
  wanted: readonly ItemChange[] = changesByDefault,
): FieldError[] {
  return picked.flatMap((change, index) => {
    if (wanted.includes(change)) return [];
    const message = messages.triggerChangeUnwanted({ change });
    return [{ path: `changes[${index}]`, code: 'unexpected', message, allowed: [...wanted] }];
  });
}

export function workflowTypeOf({ type }: Trigger): WorkflowType {
  return kinds[type].workflowType;
}

/** What a trigger needs that its shape does not tell; see `TriggerKind.check`. */
export function checkTrigger<Type extends Trigger['type']>(
  trigger: TriggersByType[Type] & { type: Type },
  source: Connector | undefined,
  definition: Definition,
): FieldError[] {
  return kinds[trigger.type].check?.(trigger, source, definition) ?? [];
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
  const ends = new Set(Object.values(kinds).flatMap((kind) => kind.ends ?? []));
  await Promise.all(
    [...ends].map((end) => {
      const lasting = triggers.filter(({ type }) => kinds[type].ends?.includes(end) === true);
      return end(tx, place, lasting.map(triggerIdOf));
    }),
  );
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
