import { getConnector } from '../../connectors/registry.ts';
import type { FieldError } from '../../core/errors.ts';
import type { Definition } from '../../engine/definition.ts';

/**
 * Checks that what shall start a flow can: the source's vendor pushes events, and each trigger is there once.
 *
 * @param serviceType Of the source's connection; absent while there is none.
 */
export function checkTriggers({ triggers = [] }: Definition, serviceType: string | undefined): FieldError[] {
  const connector = serviceType === undefined ? undefined : getConnector(serviceType);
  return triggers.flatMap(({ type }, index): FieldError[] => {
    const path = `triggers[${index}].type`;
    if (triggers.findIndex((other) => other.type === type) < index) {
      return [{ path, code: 'duplicate_trigger', message: 'This trigger is there already.' }];
    }
    if (type !== 'webhook' || connector === undefined || connector.webhook !== undefined) return [];
    const message = `${connector.name} pushes no events. GET /connectors/{id} shows the triggers of a connector.`;
    return [{ path, code: 'trigger_not_supported', message, allowed: ['manual'] }];
  });
}
