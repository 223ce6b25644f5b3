import type { ClientCredentials } from '../../services/access/oauth/client-credentials.ts';
import { invalidClient, OauthError } from '../../services/access/oauth/oauth-error.ts';
import type { Form } from './read-form.ts';
import { messages } from '../../core/messages.ts';

const basic = /^basic +([A-Za-z0-9+/]+={0,2})$/i;

/** @see https://www.rfc-editor.org/rfc/rfc7523#section-2.2 */
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Finds how a client authenticates itself.
 *
 * @throws {OauthError} `invalid_client` where it does not; `invalid_request` where it does so in several ways at once.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3
 */
export function readCredentials(authorization: string | undefined, form: Form): ClientCredentials {
  const clientId = form.get('client_id');
  const secret = form.get('client_secret');
  const assertion = form.get('client_assertion');
  const type = form.get('client_assertion_type');
  const ways = [authorization, secret, assertion ?? type].filter((way) => way !== undefined);
  if (ways.length > 1) throw new OauthError('invalid_request', messages.clientMethodsSeveral);
  if (authorization !== undefined) return readBasic(authorization, clientId);
  if (assertion !== undefined && type === assertionType) return { method: 'private_key_jwt', clientId, assertion };
  if (secret !== undefined && clientId !== undefined) return { method: 'client_secret_post', clientId, secret };
  throw invalidClient();
}

function readBasic(authorization: string, alsoNamed: string | undefined): ClientCredentials {
  const text = Buffer.from(basic.exec(authorization)?.[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const clientId = decodeFormText(text.slice(0, Math.max(colon, 0)));
  const secret = decodeFormText(text.slice(colon + 1));
  if (colon === -1 || clientId === undefined || secret === undefined) throw invalidClient();
  if (alsoNamed !== undefined && alsoNamed !== clientId) {
    throw new OauthError('invalid_request', messages.clientIdsDiffer);
  }
  return { method: 'client_secret_basic', clientId, secret };
}

/** Both halves of the header are form-encoded first. @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3.1 */
function decodeFormText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
