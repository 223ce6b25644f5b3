import type { AuthMethod } from '../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { renderBaseUrl } from '../../connectors/drivers/http/base-url.ts';
import { toJsonSchema } from '../../connectors/kit/json-schema.ts';
import type { JsonObject } from '../../core/json.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';

/** Values of a connection that reaches nobody: configuration and credentials as the forms give examples of them. */

/** @param all Also fields that may be left out, where they have an example. */
export function sampleConfig(connector: HttpConnector, all: boolean): JsonObject {
  const { config } = sampleForms(connector);
  if (all) return config;
  const { required } = toJsonSchema(connector.config);
  return Object.fromEntries(
    Object.entries(config).filter(([name]) => Array.isArray(required) && required.includes(name)),
  );
}

/** The connector's first way to sign in, but that it sends nothing: recordings say nothing of credentials. */
export function unsigned(connector: HttpConnector): { method: AuthMethod; credentials: JsonObject } {
  const [first] = connector.auth;
  if (first === undefined) throw new TypeError(`${connector.id} has no way to sign in.`);
  const { credentials } = sampleForms(connector);
  return { method: { ...first, apply: { kind: 'none' } }, credentials };
}

/** The base address of such a connection. */
export function renderSampleUrl(connector: HttpConnector, all: boolean): string {
  const { credentials } = unsigned(connector);
  return renderBaseUrl(connector.http, { config: sampleConfig(connector, all), auth: credentials });
}
