import { isIP } from 'node:net';
import { z } from 'zod';
import { compilePolicy } from '../../connectors/drivers/shared/egress/policy.ts';
import type { WebhookFormat } from '../../core/enums.ts';
import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { ServiceContext } from '../shared/context.ts';
import { isUri } from '../shared/schemas.ts';

/**
 * Checks the address of an endpoint, as far as it says by itself where it leads: the guard checks again, with what a
 * name then resolves to, each time something is sent. http is for places that the operator opened.
 *
 * @throws {HubError} `invalid_request`
 */
export function checkUrl({ egress }: Pick<ServiceContext, 'egress'>, text: string, format: WebhookFormat): void {
  const error =
    format === 'email' ? findMailError(text) : isUri(text) ? findError(egress, URL.parse(text)) : invalidUrl;
  if (error !== undefined) throw invalidRequest(messages.bodyInvalid, [{ path: 'url', ...error }]);
}

function findError(egress: ServiceContext['egress'], url: URL | null): Omit<FieldError, 'path'> | undefined {
  if (url === null || url.username !== '' || url.password !== '' || url.href.includes('#')) return invalidUrl;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return notHttps;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const isLiteral = isIP(host) !== 0;
  const port = Number(url.port === '' ? { 'https:': 443, 'http:': 80 }[url.protocol] : url.port);
  const policy = compilePolicy(egress);
  // Only the name is checked here; whether its address is public needs a look-up.
  const place = { host, address: isLiteral ? host : '0.0.0.0', port };
  if (url.protocol === 'http:' && !policy.opens(place)) return notHttps;
  return isLiteral && !policy.permits(place) ? notAllowed : undefined;
}

/** Recipients of one endpoint. */
const recipientsMax = 20;

/** The addresses that a `mailto:` names. @see https://www.rfc-editor.org/rfc/rfc6068 */
export function readRecipients(url: string): string[] {
  return url.replace(/^mailto:/, '').split(',');
}

/** Stands for the addresses of those who may decide on what a message asks. */
const toApprovers = 'mailto:approvers';

export function goesToApprovers(url: string): boolean {
  return url === toApprovers;
}

function findMailError(text: string): Omit<FieldError, 'path'> | undefined {
  if (goesToApprovers(text)) return undefined;
  const recipients = readRecipients(text);
  const isRight = text.startsWith('mailto:') && recipients.length <= recipientsMax;
  return isRight && recipients.every((one) => z.email().safeParse(one).success) ? undefined : invalidMail;
}

const invalidMail = { code: 'invalid_url', message: messages.mailtoInvalid({ max: recipientsMax }) };
const invalidUrl = { code: 'invalid_url', message: messages.urlInvalid };
const notHttps = { code: 'not_https', message: messages.urlNotHttps };
const notAllowed = { code: 'address_not_allowed', message: messages.urlNotPublic };
