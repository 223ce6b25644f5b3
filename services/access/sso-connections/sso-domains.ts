import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { z } from 'zod';
import { toTimestamp } from '../../../core/clock.ts';
import { HubError, notFound } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { codeOf } from '../../../drizzle/failures.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { requireScope } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireSsoConnection } from './select-sso-connections.ts';
import { type DomainRow, type SsoDomainRecord, type SsoConnectionRow, toDomainRecord } from './sso-connection.ts';
import { ssoScopes } from './sso-scopes.ts';

const domainsMax = 50;
const timeoutMs = 3000;

/** Labels of letters, digits and dashes, at least two. @see https://www.rfc-editor.org/rfc/rfc1123#section-2.1 */
const domainPattern = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;

const domainName = z.string().max(253).regex(domainPattern, messages.domainInvalid).toLowerCase();

export const ssoDomainInput = z
  .strictObject({
    domain: domainName.meta({
      description: 'What stands behind the @ of addresses, in ASCII.',
      examples: ['example.com'],
    }),
  })
  .meta({ id: 'SsoDomainInput' });

export const ssoDomainPatch = z
  .strictObject({
    enforced: z.boolean().meta({
      description:
        'People of the domain can sign in to the organization by this connection only, and other sessions of theirs end. ' +
        'Owners with a second factor keep their password, for the case that the provider fails.',
    }),
  })
  .meta({ id: 'SsoDomainPatch' });

interface DomainPath {
  id: string;
  domain: string;
}

/** Adds a domain, and says which TXT record shows whose it is. @throws {HubError} `not_found`; `conflict`; `invalid_state` */
export async function addSsoDomain({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: DomainPath;
}): Promise<SsoDomainRecord> {
  requireScope(ctx, ssoScopes.write);
  return inTenant(ctx, async (tx) => {
    const connection = await requireSsoConnection(tx, ctx.orgId, input.id, 'lock');
    if (connection.domains.length >= domainsMax) {
      throw new HubError('invalid_state', messages.ssoDomainsTooMany({ max: domainsMax }));
    }
    const token = randomBytes(18).toString('base64url');
    const row = { domain: input.domain, token, verified_at: null, enforced: false };
    const added = await tx.sql`
      insert into sso_domains (org_id, sso_connection_id, domain, token)
      values (${ctx.orgId}, ${connection.id}, ${row.domain}, ${token}) on conflict (org_id, domain) do nothing returning 1`;
    if (added.length === 0) throw new HubError('conflict', messages.ssoDomainTaken);
    await note(tx, ctx, { action: 'sso_connection.domain_added', path: input });
    return toDomainRecord(row);
  });
}

/**
 * Looks for the domain's TXT record.
 *
 * @throws {HubError} `not_found`; `invalid_state` where the record is not there; `conflict` where another organization has
 *   shown the domain before.
 */
export async function verifySsoDomain({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: DomainPath;
}): Promise<SsoDomainRecord> {
  requireScope(ctx, ssoScopes.write);
  const asked = await inTenant(ctx, async (tx) =>
    findDomain(await requireSsoConnection(tx, ctx.orgId, input.id), input.domain),
  );
  if (asked.verified_at !== null) return toDomainRecord(asked);
  const { txt_name: name, txt_value: value } = toDomainRecord(asked);
  const resolve = ctx.resolveTxt ?? resolveTxt;
  const records = await resolve(name).catch(() => []);
  if (!records.some((parts) => parts.join('') === value)) {
    throw new HubError('invalid_state', messages.ssoDomainUnproven({ name }));
  }
  try {
    return await inTenant(ctx, async (tx) => {
      const row = findDomain(await requireSsoConnection(tx, ctx.orgId, input.id, 'lock'), input.domain);
      const now = toTimestamp(ctx.clock.now());
      await Promise.all([
        tx.sql`
          update sso_domains set verified_at = ${now} where org_id = ${ctx.orgId} and domain = ${row.domain}`,
        note(tx, ctx, { action: 'sso_connection.domain_verified', path: input }),
      ]);
      return toDomainRecord({ ...row, verified_at: now });
    });
  } catch (error) {
    if (codeOf(error) === '23505') throw new HubError('conflict', messages.ssoDomainElsewhere, { cause: error });
    throw error;
  }
}

async function resolveTxt(name: string): Promise<string[][]> {
  return new Resolver({ timeout: timeoutMs, tries: 2 }).resolveTxt(name);
}

/** Enforces single sign-on for a domain, or lets passwords in again. @throws {HubError} `not_found`; `invalid_state` */
export async function updateSsoDomain({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: DomainPath & { enforced: boolean };
}): Promise<SsoDomainRecord> {
  requireScope(ctx, ssoScopes.write);
  return inTenant(ctx, async (tx) => {
    const { sql } = tx;
    const row = findDomain(await requireSsoConnection(tx, ctx.orgId, input.id, 'lock'), input.domain);
    if (row.enforced === input.enforced) return toDomainRecord(row);
    if (input.enforced && row.verified_at === null) throw new HubError('invalid_state', messages.ssoDomainUnverified);
    await Promise.all([
      sql`update sso_domains set enforced = ${input.enforced} where org_id = ${ctx.orgId} and domain = ${row.domain}`,
      // Owners may have no other way back in.
      ...(input.enforced
        ? [
            sql`
              delete from user_sessions as session using users
              where session.org_id = ${ctx.orgId} and session.sso_connection_id is null and users.id = session.user_id
                and split_part(users.email, '@', 2) = ${row.domain} and not exists (
                  select 1 from role_grants
                  where role_grants.org_id = ${ctx.orgId} and role_grants.user_id = users.id and role = 'owner'
                )`,
          ]
        : []),
      note(tx, ctx, {
        action: input.enforced ? 'sso_connection.domain_enforced' : 'sso_connection.domain_relaxed',
        path: input,
      }),
    ]);
    return toDomainRecord({ ...row, enforced: input.enforced });
  });
}

/** Takes a domain away: its people sign in by the connection no more. @throws {HubError} `not_found` */
export async function removeSsoDomain({ ctx, input }: { ctx: ServiceContext; input: DomainPath }): Promise<void> {
  requireScope(ctx, ssoScopes.write);
  await inTenant(ctx, async (tx) => {
    const row = findDomain(await requireSsoConnection(tx, ctx.orgId, input.id, 'lock'), input.domain);
    await Promise.all([
      tx.sql`delete from sso_domains where org_id = ${ctx.orgId} and domain = ${row.domain}`,
      note(tx, ctx, { action: 'sso_connection.domain_removed', path: input }),
    ]);
  });
}

function findDomain({ domains }: SsoConnectionRow, domain: string): DomainRow {
  const found = domains.find((row) => row.domain === domain);
  if (found === undefined) throw notFound();
  return found;
}

function note(
  tx: Parameters<typeof writeAudit>[0],
  ctx: ServiceContext,
  { action, path }: { action: `sso_connection.${string}`; path: DomainPath },
) {
  return writeAudit(tx, ctx, { action, resourceId: path.id, changes: { domain: path.domain } });
}
