import { z } from 'zod';
import { exchangeAuthorization } from '../connectors/drivers/http/auth/exchange-authorization.ts';
import type { Connector } from '../connectors/kit/connector.ts';
import type { RequestInput, RequestResult } from '../core/connection-requests.ts';
import { Secret } from '../core/secret.ts';
import { createSealer, sealCredentials } from '../vault/index.ts';
import type { SessionDeps, UnsavedCredentials } from './session-deps.ts';

/** What the API kept of an authorization, and what the callback brought; each sealed for its own request. */
const kept = z.object({ credentials: z.record(z.string(), z.json()), code_verifier: z.string() });
const callback = z.object({ code: z.string(), redirect_uri: z.string(), kept: z.record(z.string(), z.string()) });

/**
 * Exchanges the code of a callback, and seals what comes of it for the connection that the API will store.
 *
 * @throws {ConnectorError} as `exchangeAuthorization`.
 */
export async function authorizeConnection(
  { opener, publicKeys, egress, clock }: SessionDeps,
  connector: Connector,
  owner: { orgId: string; requestId: string },
  unsaved: UnsavedCredentials,
  input: RequestInput<'authorize'>,
): Promise<RequestResult<'authorize'>> {
  const { orgId } = owner;
  const began = { purpose: 'request', orgId, requestId: input.authorization_id } as const;
  const { credentials, code_verifier: codeVerifier } = kept.parse(
    await opener.open(began, Buffer.from(input.sealed, 'base64')),
  );
  const brought = callback.parse(await opener.open({ purpose: 'request', ...owner }, unsaved.sealed));
  const auth = { method: unsaved.authMethod, credentials: new Secret(credentials) };
  const { tokens, config } = await exchangeAuthorization(
    connector,
    { config: unsaved.config, auth, egress, clock },
    { code: brought.code, redirectUri: brought.redirect_uri, codeVerifier, kept: brought.kept },
  );
  const version = { orgId, connectionId: input.connection_id, version: input.version };
  const sealed = await sealCredentials(publicKeys, version, credentials);
  const sealer = await createSealer(publicKeys, { purpose: 'token', ...version, generation: 1 });
  return {
    credentials: sealed.sealed.toString('base64'),
    tokens: sealer.seal(tokens.values).toString('base64'),
    key_id: sealed.keyId,
    ...(tokens.renewAt === undefined ? {} : { renew_at: tokens.renewAt }),
    config,
  };
}
