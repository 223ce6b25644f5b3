import { compilePolicy } from '../../../connectors/drivers/shared/egress/policy.ts';
import type { SsoKind } from '../../../core/enums.ts';
import { type FieldError, invalidRequest } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { isUri } from '../../shared/schemas.ts';
import type { IdpMetadata } from './metadata/parse-metadata.ts';
import type { SsoConnectionInput } from './sso-connection.ts';

export interface SplitSettings {
  kind: SsoKind;
  /** What is stored in clear, and shown. */
  config: Record<string, unknown>;
  secret: string | undefined;
}

/**
 * Takes the secret out of what a caller sent of a provider, and checks addresses: https, or http where the operator opened it.
 *
 * @param options.hasSecret There is one already, of a connection that is there.
 * @param options.metadata What the provider says of itself, in place of what the caller sent.
 * @throws {HubError} `invalid_request`
 */
export function splitSettings(
  ctx: Pick<ServiceContext, 'egress'>,
  { oidc, saml }: Pick<SsoConnectionInput, 'oidc' | 'saml'>,
  { hasSecret = false, metadata }: { hasSecret?: boolean; metadata?: IdpMetadata | undefined } = {},
): SplitSettings {
  if (oidc !== undefined) {
    const { client_secret: secret, ...config } = oidc;
    refuse([
      checkUrl(ctx, 'oidc.issuer', config.issuer),
      secret === undefined && !hasSecret ? missing('oidc.client_secret') : undefined,
    ]);
    return { kind: 'oidc', config, secret };
  }
  if (saml === undefined) throw invalidRequest(messages.ssoKindUnclear, []);
  const { signing_key: secret, metadata_xml: _, ...sent } = saml;
  const config = { ...sent, ...metadata };
  const lacking = (['entity_id', 'sso_url', 'certificates'] as const).filter((name) => config[name] === undefined);
  const lacksKey = config.sign_requests && secret === undefined && !hasSecret;
  const lacksCertificate = config.sign_requests && config.signing_certificate === undefined;
  refuse([
    ...lacking.map((name) => missing(`saml.${name}`)),
    config.sso_url === undefined ? undefined : checkUrl(ctx, 'saml.sso_url', config.sso_url),
    config.metadata_url === undefined ? undefined : checkUrl(ctx, 'saml.metadata_url', config.metadata_url),
    lacksKey ? missing('saml.signing_key') : undefined,
    lacksCertificate ? missing('saml.signing_certificate') : undefined,
  ]);
  return { kind: 'saml', config, secret };
}

function refuse(errors: readonly (FieldError | undefined)[]): void {
  const found = errors.filter((error) => error !== undefined);
  if (found.length > 0) throw invalidRequest(messages.bodyInvalid, found);
}

function missing(path: string): FieldError {
  return { path, code: 'required', message: messages.fieldRequired };
}

export function checkUrl(
  { egress }: Pick<ServiceContext, 'egress'>,
  path: string,
  text: string,
): FieldError | undefined {
  const url = URL.parse(text);
  if (url === null || !isUri(text) || url.username !== '' || url.password !== '' || text.includes('#')) {
    return { path, code: 'invalid_url', message: messages.urlInvalid };
  }
  if (url.protocol === 'https:') return undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const address = host === 'localhost' ? '127.0.0.1' : host;
  const port = Number(url.port === '' ? 80 : url.port);
  const isOpen = url.protocol === 'http:' && compilePolicy(egress).opens({ host, address, port });
  return isOpen ? undefined : { path, code: 'not_https', message: messages.urlNotHttps };
}
