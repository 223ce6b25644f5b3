import { z } from 'zod';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import type { Connector } from './define.ts';
import { listSecretFields } from './validate.ts';

/** Names of the parameters that decide where credentials are sent, and how well they are protected on the way. */
export function listDestinationFields(connector: Connector): string[] {
  const fields: [string, unknown][] = Object.entries(connector.config.shape);
  return fields
    .filter(([, field]) => field instanceof z.ZodType && field.meta()?.['destination'] === true)
    .map(([name]) => name);
}

/** Names of the parameters by which a change of configuration would send credentials somewhere else. */
export function listMovedDestinations(connector: Connector, before: JsonObject, after: JsonObject): string[] {
  return listDestinationFields(connector).filter(
    (name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  );
}

/** True when an auth method of a connector has anything to keep secret. */
export function hasSecrets(connector: Connector, authMethod: string): boolean {
  const method = connector.auth.find(({ id }) => id === authMethod);
  return method === undefined || listSecretFields(method).length > 0;
}
