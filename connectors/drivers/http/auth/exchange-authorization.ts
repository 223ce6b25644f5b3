import { ConnectorError } from '../../../../core/connector-error.ts';
import type { JsonObject } from '../../../../core/json.ts';
import type { Connector } from '../../../kit/connector.ts';
import { FaultError, toConnectorError } from '../../../kit/fault.ts';
import { pickPublicFields, validateConfig } from '../../../kit/validate.ts';
import { compilePolicy } from '../../shared/egress/policy.ts';
import { refuseRequest } from '../../shared/refuse-request.ts';
import type { SessionContext } from '../../shared/session.ts';
import { toRefusedError, type Tokens } from '../../shared/token-store.ts';
import { createHostCheck, findBaseUrl, toOwnAddress } from '../base-url.ts';
import { type CodeMethod, findCodeMethod } from './authorization.ts';
import { fillFrom } from './fill.ts';
import { exchangeCode } from './obtain-oauth.ts';
import { readTlsIdentity } from './tls-identity.ts';
import { openTokenEndpoints } from './token-endpoints.ts';

/** The values of a callback. */
export interface Callback {
  code: string;
  redirectUri: string;
  codeVerifier: string;
  /** Parameters that the method keeps, by name. */
  kept: Readonly<Record<string, string>>;
}

/**
 * Exchanges the code of a callback for tokens.
 *
 * @returns the tokens, and the configuration with what the system reported about itself, mainly its own address.
 * @throws {ConnectorError} `auth_invalid` when the system refuses the code; `config` when its response has an
 *   unexpected form.
 */
export async function exchangeAuthorization(
  connector: Connector,
  context: Pick<SessionContext, 'config' | 'auth' | 'egress' | 'clock'>,
  callback: Callback,
): Promise<{ tokens: Tokens; config: JsonObject }> {
  const place = { connectorId: connector.id, operation: 'authorize' };
  const { config, clock } = context;
  const method = findCodeMethod(connector, context.auth.method);
  if (connector.transport !== 'http' || method === undefined) {
    throw new ConnectorError('config', 'This method of the connector needs no authorization by a person.', place);
  }
  const form = context.auth.credentials.reveal();
  const base = findBaseUrl(connector.http, { config, auth: pickPublicFields(method, form) });
  const endpoints = openTokenEndpoints(method, {
    policy: compilePolicy(context.egress),
    tls: readTlsIdentity(method, form),
    isAllowed: createHostCheck(base, base.url),
    clock,
  });
  try {
    const scope = { form, config, obtained: callback.kept };
    const { call } = endpoints;
    const toAddress = (address: string): string => toOwnAddress(address, base);
    const parameters = {
      code: callback.code,
      redirect_uri: callback.redirectUri,
      ...(method.apply.authorize.pkce ? { code_verifier: callback.codeVerifier } : {}),
    };
    const obtained = await exchangeCode(method.apply, scope, { call, clock, toAddress }, parameters);
    if (obtained.outcome === 'refused') throw toRefusedError(obtained.refusal);
    return { tokens: obtained.tokens, config: completeConfig(connector, method, config, obtained.tokens) };
  } catch (error) {
    throw error instanceof FaultError ? toConnectorError(error.fault, place) : error;
  } finally {
    await endpoints.close();
  }
}

function completeConfig(connector: Connector, method: CodeMethod, config: JsonObject, tokens: Tokens): JsonObject {
  const fill = fillFrom({ form: {}, config, obtained: tokens.values });
  const entries = Object.entries(method.apply.authorize.config).map(([name, text]): [string, string] => [
    name,
    fill(text),
  ]);
  const known = entries.filter(([, value]) => value !== '');
  const checked = validateConfig(connector, { ...config, ...Object.fromEntries(known) });
  if (!checked.ok) throw refuseRequest(connector, 'authorize', checked.errors);
  return checked.value;
}
