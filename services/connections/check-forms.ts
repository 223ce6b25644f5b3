import { validateConfig, validateCredentials } from '../../connectors/kit/validate.ts';
import { invalidRequest } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import { requireConnector } from './require-connector.ts';

/** Credentials and configuration that fit the forms of their connector. */
export interface CheckedForms {
  authMethod: string;
  credentials: JsonObject;
  config: JsonObject;
}

/** @throws {HubError} `invalid_request` when there is no such connector, or its forms do not fit what was sent. */
export function checkForms(input: {
  service_type: string;
  credentials: JsonObject;
  config?: JsonObject | undefined;
}): CheckedForms {
  const connector = requireConnector(input.service_type);
  const credentials = validateCredentials(connector, input.credentials);
  const config = validateConfig(connector, input.config ?? {});
  if (credentials.ok && config.ok) {
    return { authMethod: credentials.authMethod, credentials: credentials.value, config: config.value };
  }
  throw invalidRequest(`This is not what a connection to ${connector.name} needs.`, [
    ...(credentials.ok ? [] : credentials.errors),
    ...(config.ok ? [] : config.errors),
  ]);
}
