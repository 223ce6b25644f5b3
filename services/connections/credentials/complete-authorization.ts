import { z } from 'zod';
import { freeJson } from '../../../core/json/free-json.ts';
import { findCodeMethod, readCallback } from '../../../connectors/drivers/http/auth/authorization.ts';
import { toTimestamp } from '../../../core/clock.ts';
import type { RequestResult } from '../../../core/connection-requests.ts';
import { HubError } from '../../../core/errors.ts';
import { newUuid, toId } from '../../../core/ids.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { type AuditContext, writeAudit } from '../../audit-events/audit.ts';
import type { ServiceDeps } from '../../shared/context.ts';
import { OauthError } from '../../access/oauth/oauth-error.ts';
import { inTenant } from '../../shared/transaction.ts';
import { askUpstream } from '../ask-upstream.ts';
import { spendLink, toReturnUrl } from '../../connection-links/open-link.ts';
import { isStateOf, readState } from './authorization-state.ts';
import { callbackPath } from './authorize-connection.ts';
import { firstVersion, insertConnection } from '../insert-connection.ts';
import { nextVersion, putCredentials } from './put-credentials.ts';
import { requireConnector } from '../require-connector.ts';
import { lockConnection } from '../select-connection.ts';
import { messages } from '../../../core/messages.ts';

const draft = z.object({
  name: z.string(),
  service_type: z.string(),
  config: z.record(z.string(), freeJson),
  account_id: z.string().nullable(),
});

/** An authorization that was begun, taken out of the table: it cannot be finished twice. */
interface PendingAuthorization {
  id: string;
  draft: z.infer<typeof draft>;
  authMethod: string;
  sealed: Buffer;
  actor: string;
  /** UUID of the connection to be, or that is authorized again. */
  connectionId: string;
  isNew: boolean;
  version: number;
  /** UUID of the link by which it was begun. */
  linkId: string | null;
}

export interface FinishedAuthorization {
  connection_id: string;
  status: 'active';
}

type Deps = Pick<ServiceDeps, 'database' | 'clock' | 'workers' | 'publicUrl' | 'publicKeys' | 'pepper'>;

/**
 * Finishes an authorization with what the browser brought back: has a worker exchange the code, and stores the
 * connection, `active`. The state is the only credential of the call, and good for one.
 *
 * @param parameters The query of the callback.
 * @throws {OauthError} `invalid_request` when the state is invalid, used or too old, the issuer is another, the person or
 *   the server said no.
 * @throws {HubError} as `Workers.ask`.
 */
export async function completeAuthorization({
  deps,
  input: { parameters, ...request },
}: {
  deps: Deps;
  input: { parameters: Readonly<Record<string, string>>; requestId: string; address?: string | undefined };
}): Promise<{ record: FinishedAuthorization; returnUrl: string | undefined }> {
  const state = readState(parameters['state'] ?? '');
  if (state === undefined) throw unknownState();
  const tenant = { database: deps.database, orgId: state.orgId };
  const pending = await inTenant(tenant, async (tx) => {
    const [row] = await tx.sql<Row[]>`
      delete from connection_authorizations where org_id = ${state.orgId} and id = ${state.id} and expires_at > now()
      returning id, state_hash, draft, connection_id, auth_method, sealed, actor, link_id`;
    // What was deleted is there again when this is thrown: a guess spends nothing.
    if (row === undefined || !isStateOf(row.state_hash, state)) throw unknownState();
    return toPending(tx, state.orgId, row);
  });
  const method = findCodeMethod(await requireConnector(tenant, pending.draft.service_type), pending.authMethod);
  if (method === undefined) throw unknownState();
  const callback = readCallback(method, parameters);
  if (!callback.ok) throw new OauthError('invalid_request', callback.message);
  const result = await exchange(deps, state.orgId, pending, callback);
  const { clock, pepper } = deps;
  const by = { orgId: state.orgId, actor: pending.actor, clock, pepper, ...request };
  const returnUrl = await inTenant(tenant, async (tx) => {
    await store(tx, by, pending, result);
    return spend(tx, by, pending);
  });
  return { record: { connection_id: toId('connection', pending.connectionId), status: 'active' }, returnUrl };
}

interface Row {
  id: string;
  state_hash: Buffer;
  draft: unknown;
  connection_id: string | null;
  auth_method: string;
  sealed: Buffer;
  actor: string;
  link_id: string | null;
}

/** Spends the link of who began it. @returns where the browser goes. @throws {OauthError} where it was used meanwhile. */
async function spend(
  tx: Transaction,
  { orgId, clock }: AuditContext,
  { linkId, connectionId }: PendingAuthorization,
): Promise<string | undefined> {
  if (linkId === null) return undefined;
  const { returnUrl } = await spendLink(tx, { orgId, id: linkId, connectionId }, clock.now()).catch(
    (error: unknown) => {
      throw error instanceof HubError && error.code === 'not_found' ? unknownState() : error;
    },
  );
  if (returnUrl === undefined) return undefined;
  return toReturnUrl(returnUrl, {
    id: toId('connectionLink', linkId),
    connectionId: toId('connection', connectionId),
  });
}

async function toPending(tx: Transaction, orgId: string, row: Row): Promise<PendingAuthorization> {
  const { id, auth_method: authMethod, sealed, actor, connection_id: known, link_id: linkId } = row;
  const version = known === null ? firstVersion : await nextVersion(tx, orgId, known);
  const connectionId = known ?? newUuid();
  return {
    id,
    draft: draft.parse(row.draft),
    authMethod,
    sealed,
    actor,
    connectionId,
    isNew: known === null,
    version,
    linkId,
  };
}

/** What a system's refusal is answered with. */
const refused: ReadonlySet<string> = new Set(['upstream_error', 'invalid_state']);

async function exchange(
  deps: Deps,
  orgId: string,
  pending: PendingAuthorization,
  { code, kept }: { code: string; kept: Record<string, string> },
): Promise<RequestResult<'authorize'>> {
  const { service_type: serviceType, config } = pending.draft;
  try {
    return await askUpstream(
      { workers: deps.workers, orgId },
      {
        kind: 'authorize',
        about: {
          unsaved: { service_type: serviceType, auth_method: pending.authMethod, config },
          credentials: { code, redirect_uri: deps.publicUrl + callbackPath, kept },
        },
        input: {
          authorization_id: pending.id,
          sealed: pending.sealed.toString('base64'),
          connection_id: pending.connectionId,
          version: pending.version,
        },
      },
    );
  } catch (thrown) {
    if (!(thrown instanceof HubError) || !refused.has(thrown.code)) throw thrown;
    throw new OauthError('invalid_request', thrown.message);
  }
}

async function store(
  tx: Transaction,
  by: AuditContext,
  pending: PendingAuthorization,
  result: RequestResult<'authorize'>,
): Promise<void> {
  const { orgId } = by;
  const nowMs = by.clock.now();
  const { authMethod, connectionId, version } = pending;
  const sealed = Buffer.from(result.credentials, 'base64');
  const next = { authMethod, sealed, keyId: result.key_id, config: result.config };
  if (pending.isNew) {
    const { account_id: accountId, ...named } = pending.draft;
    await insertConnection(tx, by, { ...named, ...next, id: connectionId, accountId, now: toTimestamp(nowMs) });
  } else {
    const resourceId = toId('connection', connectionId);
    const current = await lockConnection(tx, orgId, resourceId);
    // Sealed for that version: another that was stored meanwhile would have its place.
    if ((await nextVersion(tx, orgId, connectionId)) !== version) throw replacedMeanwhile();
    await putCredentials(tx, orgId, current, { ...next, version }, nowMs);
    await writeAudit(tx, by, {
      action: 'connection.credentials_replaced',
      resourceId,
      before: { auth_method: current.auth_method, version: current.credential_version },
      after: { auth_method: authMethod, version },
      changes: { auth_method: authMethod, version },
    });
  }
  const renewAt = result.renew_at === undefined ? null : toTimestamp(result.renew_at);
  await tx.sql`
    insert into connection_tokens (org_id, connection_id, version, generation, sealed, key_id, renew_at)
    values (${orgId}, ${connectionId}, ${version}, 1, ${Buffer.from(result.tokens, 'base64')}, ${result.key_id}, ${renewAt})`;
}

/** The one response to a state that is invalid or no longer valid. */
export function unknownState(): OauthError {
  return new OauthError('invalid_request', messages.authorizationGone);
}

function replacedMeanwhile(): OauthError {
  return new OauthError('invalid_request', messages.authorizationOvertaken);
}
