import { toTimestamp } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import { findConnectionLink } from '../../drizzle/find-connection-link.ts';
import { requireActiveOrganization } from '../access/organizations/organization-states.ts';
import { hashToken } from '../access/user-sessions/session-token.ts';
import type { ServiceContext, ServiceDeps } from '../shared/context.ts';
import { askDatabase, inTenant } from '../shared/transaction.ts';
import { isWellFormedLinkToken } from './link-token.ts';

/** What is known of the request of somebody who holds a link. */
export interface LinkVisit {
  services: ServiceDeps;
  requestId: string;
  address?: string | undefined;
}

/** A link that can be used, and what its holder may do: make one connection in one account. */
export interface OpenLink {
  ctx: ServiceContext;
  /** UUID. */
  id: string;
  accountId: string;
  serviceTypes: readonly string[];
  name: string | undefined;
  returnUrl: string | undefined;
  expiresAt: string;
  organization: { name: string; logo: string | undefined };
}

interface Row {
  account_id: string;
  service_types: string[];
  name: string | null;
  return_url: string | null;
  expires_at: string;
  organization: string;
  logo: string | null;
}

/** Finds the link of a token. @throws {HubError} `not_found` for one that is used, over or taken back; `organization_suspended` */
export async function openLink({ services, ...visit }: LinkVisit, token: string): Promise<OpenLink> {
  const { database, clock, pepper } = services;
  const hmac = isWellFormedLinkToken(token) ? hashToken(pepper.reveal(), token) : undefined;
  const found = hmac && (await askDatabase(() => findConnectionLink(database, hmac)));
  if (found === undefined) throw unknownLink();
  const { orgId, id } = found;
  const [row] = await inTenant({ database, orgId }, async (tx) => {
    await requireActiveOrganization(tx, orgId);
    return await tx.sql<Row[]>`
      select account_id, service_types, connection_links.name, return_url, expires_at,
             organizations.name as organization, organizations.logo
      from connection_links join organizations on organizations.id = connection_links.org_id
      where connection_links.org_id = ${orgId} and connection_links.id = ${id} and used_at is null
        and expires_at > ${toTimestamp(clock.now())}`;
  });
  if (row === undefined) throw unknownLink();
  const ctx: ServiceContext = {
    ...services,
    ...visit,
    orgId,
    kind: 'external',
    actor: toId('connectionLink', id),
    scopes: new Set(['connections:write', 'connections:test']),
    accounts: [row.account_id],
    requireIfMatch: false,
  };
  return {
    ctx,
    id,
    accountId: toId('account', row.account_id),
    serviceTypes: row.service_types,
    name: row.name ?? undefined,
    returnUrl: row.return_url ?? undefined,
    expiresAt: row.expires_at,
    organization: { name: row.organization, logo: row.logo ?? undefined },
  };
}

/**
 * Spends a link, in the transaction that stores its connection: of two who use it at once, one is refused.
 *
 * @param link UUIDs.
 * @throws {HubError} `not_found`
 */
export async function spendLink(
  { sql }: Transaction,
  link: { orgId: string; id: string; connectionId: string },
  nowMs: number,
): Promise<{ returnUrl: string | undefined }> {
  const now = toTimestamp(nowMs);
  const [row] = await sql<{ return_url: string | null }[]>`
    update connection_links set used_at = ${now}, connection_id = ${link.connectionId}
    where org_id = ${link.orgId} and id = ${link.id} and used_at is null and expires_at > ${now}
    returning return_url`;
  if (row === undefined) throw unknownLink();
  return { returnUrl: row.return_url ?? undefined };
}

/** Where the browser of somebody goes who has connected: with what came of it as parameters. */
export function toReturnUrl(returnUrl: string, link: { id: string; connectionId: string }): string {
  const url = new URL(returnUrl);
  url.searchParams.set('status', 'connected');
  url.searchParams.set('connection_id', link.connectionId);
  url.searchParams.set('link_id', link.id);
  return url.href;
}

export function unknownLink(): HubError {
  return new HubError('not_found', messages.connectionLinkUnknown);
}
