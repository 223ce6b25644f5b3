import { type CodeMethod, findCodeMethod } from '../../connectors/drivers/http/auth/authorization.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import { type BaseUrl, findBaseUrl } from '../../connectors/drivers/http/base-url.ts';
import { pickPublicFields, validateConfig, validateCredentials } from '../../connectors/kit/validate.ts';
import { invalidRequest } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { TenantContext } from '../shared/transaction.ts';
import { requireConnector } from './require-connector.ts';
import { messages } from '../../core/messages.ts';

/** Credentials and configuration that fit the forms of their connector. */
export interface CheckedForms {
  authMethod: string;
  credentials: JsonObject;
  config: JsonObject;
}

interface GivenForms {
  service_type: string;
  credentials: JsonObject;
  config?: JsonObject | undefined;
}

type FormsContext = TenantContext & { orgId: string };

/**
 * @throws {HubError} `invalid_request` when there is no such connector, its forms do not fit what was sent, or a person has
 *   to authorize what was sent first.
 */
export async function checkForms(ctx: FormsContext, input: GivenForms): Promise<CheckedForms> {
  const { connector, forms } = await check(ctx, input);
  if (findCodeMethod(connector, forms.authMethod) === undefined) return forms;
  throw invalidRequest(messages.authorizationRequired({ connector: connector.name }), [
    {
      path: 'credentials',
      code: 'authorization_required',
      message: messages.authorizationStart,
    },
  ]);
}

/** As `checkForms`, for credentials that a person is going to authorize, and for no others. @throws {HubError} as `checkForms` */
export async function checkAuthorizable(
  ctx: FormsContext,
  input: GivenForms,
): Promise<CheckedForms & { method: CodeMethod; base: BaseUrl }> {
  const { connector, forms } = await check(ctx, input);
  const method = findCodeMethod(connector, forms.authMethod);
  if (method !== undefined && connector.transport === 'http') {
    const auth = pickPublicFields(method, forms.credentials);
    return { ...forms, method, base: findBaseUrl(connector.http, { config: forms.config, auth }) };
  }
  throw invalidRequest(messages.authorizationNotUsed({ connector: connector.name }), [
    { path: 'credentials', code: 'not_authorizable', message: messages.authorizationNotUsedCreate },
  ]);
}

async function check(ctx: FormsContext, input: GivenForms): Promise<{ connector: Connector; forms: CheckedForms }> {
  const connector = await requireConnector(ctx, input.service_type);
  const credentials = validateCredentials(connector, input.credentials);
  const config = validateConfig(connector, input.config ?? {});
  if (credentials.ok && config.ok) {
    const forms = { authMethod: credentials.authMethod, credentials: credentials.value, config: config.value };
    return { connector, forms };
  }
  throw invalidRequest(messages.connectionInvalid({ connector: connector.name }), [
    ...(credentials.ok ? [] : credentials.errors),
    ...(config.ok ? [] : config.errors),
  ]);
}
