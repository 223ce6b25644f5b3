import { toId } from '../../core/ids.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { ServiceContext } from '../shared/context.ts';
import { fromTime } from '../shared/rows.ts';
import { hasScope } from '../shared/scopes.ts';
import { type AttentionRecord, toAttention } from './attention.ts';

/** How long before their end people are told of credentials, and for how long after it. */
const soon = '30 days';
const foundMax = 50;

interface EndingRow {
  id: string;
  name: string;
  ends_at: string;
  has_ended: boolean;
}

/** Connections whose credentials end within 30 days, or have, and API keys that do; as far as the caller may see them. */
export async function findEndingCredentials(tx: Transaction, ctx: ServiceContext): Promise<AttentionRecord[]> {
  const [connections, keys] = await Promise.all([
    hasScope(ctx.scopes, 'connections:read') ? findConnections(tx, ctx) : [],
    hasScope(ctx.scopes, 'api_keys:read') && ctx.accounts === undefined ? findKeys(tx, ctx) : [],
  ]);
  return [
    ...connections.map((row) => toMatter('credentials_ending', 'connection', row)),
    ...keys.map((row) => toMatter('api_key_ending', 'apiKey', row)),
  ];
}

function findConnections({ sql }: Transaction, { orgId }: ServiceContext): PromiseLike<EndingRow[]> {
  return sql<EndingRow[]>`
    select connections.id, name, used.expires_at as ends_at, used.expires_at <= clock_timestamp() as has_ended
    from connections join connection_credentials as used
      on used.org_id = connections.org_id and used.connection_id = connections.id and used.version = connections.credential_version
    where connections.org_id = ${orgId} and deleted_at is null and status <> 'disabled'
      and used.expires_at < clock_timestamp() + ${soon}::interval
    order by used.expires_at limit ${foundMax}`.execute();
}

/** Keys that have ended do no harm any more; those that another one replaces, and those made for a short time, are meant to end. */
function findKeys({ sql }: Transaction, { orgId }: ServiceContext): PromiseLike<EndingRow[]> {
  return sql<EndingRow[]>`
    select id, name, expires_at as ends_at, false as has_ended from api_keys
    where org_id = ${orgId} and disabled_at is null and expires_at > clock_timestamp()
      and expires_at < clock_timestamp() + ${soon}::interval and expires_at - created_at > ${soon}::interval
      and not exists (select 1 from api_keys as newer where newer.org_id = ${orgId} and newer.rotated_from = api_keys.id)
    order by expires_at limit ${foundMax}`.execute();
}

function toMatter(
  kind: 'credentials_ending' | 'api_key_ending',
  of: 'connection' | 'apiKey',
  { id, name, ends_at: at, has_ended: hasEnded }: EndingRow,
): AttentionRecord {
  const since = fromTime(at);
  const cause = messages.credentialsEnd({ day: since.slice(0, 10), hasEnded });
  return toAttention(kind, { subject: { id: toId(of, id), name }, cause, since });
}
