import { isIP } from 'node:net';
import { compilePolicy } from '../../connectors/kit/egress/policy.ts';
import { type FieldError, invalidRequest } from '../../core/errors.ts';
import type { ServiceContext } from '../context.ts';
import { isUri } from '../shapes.ts';

/**
 * Checks the addresses of an issuer. The guard checks again, with what the name then resolves to, when keys are fetched.
 *
 * http is for issuers on this machine only, and there only where the operator opened the port.
 *
 * @throws {HubError} `invalid_request`
 */
export function checkAddresses(
  ctx: Pick<ServiceContext, 'egress' | 'publicUrl'>,
  { issuer, jwks_uri: jwksUri }: { issuer: string; jwks_uri: string },
): void {
  const errors = [
    checkAddress(ctx, 'issuer', issuer),
    checkAddress(ctx, 'jwks_uri', jwksUri),
    trim(issuer) === trim(ctx.publicUrl)
      ? {
          path: 'issuer',
          code: 'own_issuer',
          message: 'Tokens of the hub itself are accepted without being registered.',
        }
      : undefined,
  ].filter((error) => error !== undefined);
  if (errors.length > 0) throw invalidRequest('The body is not valid.', errors);
}

function checkAddress(
  { egress }: Pick<ServiceContext, 'egress'>,
  path: 'issuer' | 'jwks_uri',
  text: string,
): FieldError | undefined {
  const url = URL.parse(text);
  if (url === null || !isUri(text) || url.username !== '' || url.password !== '' || text.includes('#')) {
    return { path, code: 'invalid_url', message: 'Must be a URL without user, password and fragment.' };
  }
  // https://www.rfc-editor.org/rfc/rfc8414#section-2: an issuer has no query.
  if (path === 'issuer' && text.includes('?')) {
    return { path, code: 'invalid_url', message: 'An issuer is a URL without query.' };
  }
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isOpenedLoopback(egress, url))) return undefined;
  return { path, code: 'not_https', message: 'Must be an https URL.' };
}

function isOpenedLoopback(egress: ServiceContext['egress'], url: URL): boolean {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const address = host === 'localhost' ? '127.0.0.1' : host;
  if (address !== '::1' && !(isIP(address) === 4 && address.startsWith('127.'))) return false;
  return compilePolicy(egress).opens({ host, address, port: Number(url.port === '' ? 80 : url.port) });
}

function trim(address: string): string {
  return address.replace(/\/+$/, '');
}
