import type { z } from 'zod';
import { toTimestamp } from '../../core/clock.ts';
import { HubError, invalidRequest } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import { pepperId } from '../access/api-keys/api-key.ts';
import { toDashboardUrl } from '../access/people/dashboard-url.ts';
import { hashToken } from '../access/user-sessions/session-token.ts';
import { requireAccount } from '../accounts/require-account.ts';
import { writeAudit } from '../audit-events/audit.ts';
import { renderConnector } from '../connectors/connector.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { inTenant } from '../shared/transaction.ts';
import {
  type connectionLinkInput,
  type ConnectionLinkRow,
  type newConnectionLinkRecord,
  toConnectionLinkRecord,
} from './connection-link.ts';
import { generateLinkToken } from './link-token.ts';

const hourMs = 3_600_000;
/** Links of an account that are open at once. */
const openMax = 100;

/**
 * Makes a link by which a customer of an account, who is no member, connects a system of theirs.
 *
 * @returns the only copy of the link, which works for one connection.
 * @throws {HubError} `invalid_request` for an account or a connector that there is not; `quota_exceeded` beyond 100 that
 *   are open.
 */
export async function createConnectionLink({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: z.output<typeof connectionLinkInput>;
}): Promise<z.infer<typeof newConnectionLinkRecord>> {
  requireScope(ctx, 'connections:write');
  await requireConnectors(ctx, input.service_types);
  const token = generateLinkToken();
  const pepper = ctx.pepper.reveal();
  const nowMs = ctx.clock.now();
  const { orgId } = ctx;
  const record = await inTenant(ctx, async (tx) => {
    const accountId = await requireAccount(tx, ctx, input.account_id);
    const row: ConnectionLinkRow = {
      id: newUuid(),
      account_id: accountId ?? '',
      service_types: [...new Set(input.service_types)],
      name: input.name ?? null,
      return_url: input.return_url ?? null,
      connection_id: null,
      created_by: ctx.actor,
      expires_at: toTimestamp(nowMs + input.expires_in_hours * hourMs),
      used_at: null,
      created_at: toTimestamp(nowMs),
    };
    const made = toConnectionLinkRecord(row, nowMs);
    const [inserted] = await Promise.all([
      tx.sql`
        insert into connection_links (org_id, id, account_id, service_types, name, return_url, pepper_id, token_hmac,
                                      created_by, expires_at, created_at)
        select ${orgId}, ${row.id}, ${accountId}, ${row.service_types}, ${row.name}, ${row.return_url}, ${pepperId(pepper)},
               ${hashToken(pepper, token)}, ${ctx.actor}, ${row.expires_at}, ${row.created_at}
        where (
          select count(*) from connection_links
          where org_id = ${orgId} and account_id = ${accountId} and used_at is null and expires_at > ${row.created_at}
        ) < ${openMax}`,
      writeAudit(tx, ctx, { action: 'connection_link.created', resourceId: made.id, after: made }),
    ]);
    if (inserted.count === 0) throw tooMany();
    return made;
  });
  return { ...record, url: `${toDashboardUrl(ctx.publicUrl)}/connect#${token}` };
}

async function requireConnectors(ctx: ServiceContext, ids: readonly string[]): Promise<void> {
  const known = await Promise.all(ids.map((id) => renderConnector(ctx, id)));
  const errors = known.flatMap((connector, index) =>
    connector === undefined
      ? [{ path: `service_types[${index}]`, code: 'unknown_connector', message: messages.connectorIdUnknown }]
      : [],
  );
  if (errors.length > 0) throw invalidRequest(messages.bodyInvalid, errors);
}

function tooMany(): HubError {
  return new HubError('quota_exceeded', messages.connectionLinksTooMany({ max: openMax }), {
    details: { quota: 'connection_links', limit: openMax },
  });
}
