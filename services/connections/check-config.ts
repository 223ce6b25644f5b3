import { hasSecrets, listMovedDestinations } from '../../connectors/kit/destinations.ts';
import { validateConfig } from '../../connectors/kit/validate.ts';
import { invalidRequest } from '../../core/errors.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { fromJsonb } from '../shared/rows.ts';
import type { TenantContext } from '../shared/transaction.ts';
import { requireConnector } from './require-connector.ts';
import type { LockedConnection } from './select-connection.ts';
import { messages } from '../../core/messages.ts';

export interface CheckedConfig {
  config: JsonObject;
  /** Names of the parameters by which requests now go somewhere else. */
  moved: readonly string[];
}

/**
 * Checks a new configuration against the connector's form.
 *
 * Who may change a connection need not know its secrets, and must not learn them by having them sent to a system of
 * his own: where they would go somewhere else, they have to come along.
 *
 * @returns it with its defaults; the present one where nothing changes.
 * @throws {HubError} `invalid_request` when it does not fit, or would send stored secrets somewhere else.
 */
export async function checkConfig(
  ctx: TenantContext & { orgId: string },
  connection: LockedConnection,
  config: JsonObject,
): Promise<CheckedConfig> {
  const before = fromJsonb(connection.config);
  if (canonicalJson(config) === canonicalJson(before)) return { config: before, moved: [] };
  const connector = await requireConnector(ctx, connection.service_type);
  const checked = validateConfig(connector, config);
  if (!checked.ok) throw invalidRequest(messages.connectionInvalid({ connector: connector.name }), checked.errors);
  const moved = listMovedDestinations(connector, before, checked.value);
  if (moved.length === 0 || !hasSecrets(connector, connection.auth_method)) return { config: checked.value, moved };
  const errors = moved.map((name) => ({
    path: `config.${name}`,
    code: 'credentials_required',
    message: messages.destinationNeedsCredentials,
  }));
  throw invalidRequest(messages.credentialsNotMoved, errors);
}
