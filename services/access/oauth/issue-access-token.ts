import { toId } from '../../../core/ids.ts';
import { hasScope } from '../../shared/scopes.ts';
import { isScope } from '../scope-sets.ts';
import { signAccessToken } from './access-token.ts';
import { authenticateClient, type AuthenticatedClient } from './authenticate-client.ts';
import type { ClientCredentials } from './client-credentials.ts';
import type { OauthDeps } from './oauth-deps.ts';
import { OauthError } from './oauth-error.ts';
import { accessTokenSeconds } from './signing-keys.ts';
import { messages } from '../../../core/messages.ts';

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export interface IssuedToken {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

/**
 * Issues an access token by the client credentials grant.
 *
 * Stores nothing of the token: it is known by its signature. Without `scope` it carries all scopes of the client.
 *
 * @throws {OauthError}
 * @throws {HubError} `service_unavailable` when the database cannot be asked.
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
 */
export async function issueAccessToken({
  deps,
  input,
}: {
  deps: OauthDeps;
  input: { credentials: ClientCredentials; scope: string | undefined };
}): Promise<{ client: AuthenticatedClient; token: IssuedToken }> {
  const client = await authenticateClient(deps, input.credentials);
  const scope = restrictScope(client.scopes, input.scope);
  const accessToken = await signAccessToken(deps, {
    clientId: client.actor,
    orgId: toId('organization', client.orgId),
    scope,
    now: deps.clock.now(),
  });
  const token = { access_token: accessToken, token_type: 'Bearer' as const, expires_in: accessTokenSeconds, scope };
  return { client, token };
}

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-3.3 */
function restrictScope(granted: ReadonlySet<string>, asked: string | undefined): string {
  if (asked === undefined) return [...granted].join(' ');
  const wanted = [...new Set(asked.split(' '))];
  if (wanted.every((scope) => isScope(scope) && hasScope(granted, scope))) return wanted.join(' ');
  throw new OauthError('invalid_scope', messages.scopeNotGranted);
}
