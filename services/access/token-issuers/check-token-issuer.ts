import { isIP } from 'node:net';
import { compilePolicy } from '../../../connectors/drivers/shared/egress/policy.ts';
import { type FieldError, invalidRequest } from '../../../core/errors.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { isUri } from '../../shared/schemas.ts';
import { checkAudience } from './audience.ts';
import { messages } from '../../../core/messages.ts';

/** Of an issuer, what is checked beyond its shape. */
interface Terms {
  issuer: string;
  audience: string;
  jwks_uri: string;
}

/**
 * Checks the addresses and the audience of an issuer, where they are new. The guard checks addresses again, with what a
 * name then resolves to, when keys are fetched.
 *
 * http and private addresses are for what the operator opened, http on this machine only.
 *
 * @throws {HubError} `invalid_request`
 */
export function checkTokenIssuer(
  ctx: Pick<ServiceContext, 'egress' | 'publicUrl' | 'orgId'>,
  { issuer, audience, jwks_uri: jwksUri }: Terms,
  before?: Terms,
): void {
  const errors = [
    issuer === before?.issuer ? undefined : checkAddress(ctx, 'issuer', issuer),
    jwksUri === before?.jwks_uri ? undefined : checkAddress(ctx, 'jwks_uri', jwksUri),
    audience === before?.audience ? undefined : checkAudience(ctx.orgId, audience),
    trim(issuer) === trim(ctx.publicUrl) ? ownIssuer : undefined,
  ].filter((error) => error !== undefined);
  if (errors.length > 0) throw invalidRequest(messages.bodyInvalid, errors);
}

const ownIssuer = {
  path: 'issuer',
  code: 'own_issuer',
  message: messages.issuerIsHub,
};

function checkAddress(
  { egress }: Pick<ServiceContext, 'egress'>,
  path: 'issuer' | 'jwks_uri',
  text: string,
): FieldError | undefined {
  const url = URL.parse(text);
  if (url === null || !isUri(text) || url.username !== '' || url.password !== '' || text.includes('#')) {
    return { path, code: 'invalid_url', message: messages.urlInvalid };
  }
  // https://www.rfc-editor.org/rfc/rfc8414#section-2: an issuer has no query.
  if (path === 'issuer' && text.includes('?')) {
    return { path, code: 'invalid_url', message: messages.issuerHasQuery };
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const address = host === 'localhost' ? '127.0.0.1' : host;
  const port = Number(url.port === '' ? { 'https:': 443, 'http:': 80 }[url.protocol] : url.port);
  const policy = compilePolicy(egress);
  const isOpenedLoopback = isLoopback(address) && policy.opens({ host, address, port });
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOpenedLoopback)) {
    return { path, code: 'not_https', message: messages.urlNotHttps };
  }
  // An issuer is a name and is never called.
  if (path === 'issuer' || isIP(host) === 0 || policy.permits({ host, address, port })) return undefined;
  return { path, code: 'address_not_allowed', message: messages.urlNotPublic };
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'));
}

function trim(address: string): string {
  return address.replace(/\/+$/, '');
}
