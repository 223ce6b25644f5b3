import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { listDestinations } from './check-destinations.ts';
import type { Connector } from './connector.ts';
import { listSecretFields } from './validate.ts';

/** Names of the parameters by which a change of configuration would send credentials somewhere else. */
export function listMovedDestinations(connector: Connector, before: JsonObject, after: JsonObject): string[] {
  return listDestinations(connector).filter(
    (name) => canonicalJson(before[name] ?? null) !== canonicalJson(after[name] ?? null),
  );
}

/** True when an auth method of a connector has anything to keep secret. */
export function hasSecrets(connector: Connector, authMethod: string): boolean {
  const method = connector.auth.find(({ id }) => id === authMethod);
  return method === undefined || listSecretFields(method).length > 0;
}
