import { toTimestamp } from '../../../core/clock.ts';
import { toId } from '../../../core/ids.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import { writeAudit } from '../../audit-events/audit.ts';
import { type Change, listChanges, parseChange } from '../../shared/change.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { isWider, outlives, requireWithinLimits } from '../credential-limits.ts';
import { createNetworkList } from '../../shared/networks.ts';
import { fromTime } from '../../shared/rows.ts';
import { hasScope, requireScope, requireScopesOf, type Scope, sortScopes } from '../../shared/scopes.ts';
import { inTenant } from '../../shared/transaction.ts';
import { requireVersion } from '../../shared/versions.ts';
import { type ApiKeyState, apiKeyState, requireFuture } from './api-key-input.ts';
import { type ApiKeyRecord, toApiKeyRecord, type UsedApiKeyRow } from './api-key-record.ts';
import { requireUndoable } from './require-undoable.ts';
import { requireApiKey } from './select-api-keys.ts';

const members = Object.keys(apiKeyState.shape);

/**
 * Changes an API key, which takes effect within a second. A change that changes nothing leaves no trace.
 *
 * @throws {HubError} `not_found`; `invalid_request`; `insufficient_scope` when the key may do more than the caller, before
 *   or after; `forbidden` when it is widened beyond the end or the networks of the caller, which may be the key itself;
 *   `resource_in_use` when the request uses the key and could not undo the change with it.
 */
export async function updateApiKey({
  ctx,
  input,
}: {
  ctx: ServiceContext;
  input: Change;
}): Promise<{ record: ApiKeyRecord; version: number }> {
  requireScope(ctx, 'api_keys:write');
  const row = await inTenant(ctx, async (tx) => {
    const current = await requireApiKey(tx, ctx.orgId, input.id, 'lock');
    requireScopesOf(ctx, sortScopes(current.scopes));
    const before = toSettings(current);
    const record = { ...toApiKeyRecord(current, ctx.clock.now()), disabled: before.disabled_at !== null };
    const change = withoutUses(input.change);
    const settings = toNext(
      before,
      parseChange(apiKeyState, record, members, { ...input, change }, () => requireVersion(ctx, current.row_version)),
      ctx,
    );
    requireScopesOf(ctx, settings.scopes);
    if (settings.expires_at !== before.expires_at) requireFuture(ctx, settings.expires_at);
    if (givesMore(before, settings)) requireWithinLimits(ctx, settings);
    if (locksOut(ctx, before, settings)) requireUndoable(ctx, current.id);
    return store(tx, ctx, current, settings);
  });
  return { record: toApiKeyRecord(row, ctx.clock.now()), version: row.row_version };
}

/** What can be changed of a key. */
interface Settings {
  name: string;
  scopes: Scope[];
  expires_at: string | null;
  allowed_cidrs: string[] | null;
  disabled_at: string | null;
}

function toSettings(row: UsedApiKeyRow): Settings {
  return {
    name: row.name,
    scopes: sortScopes(row.scopes),
    expires_at: row.expires_at === null ? null : fromTime(row.expires_at),
    allowed_cidrs: row.allowed_cidrs,
    disabled_at: row.disabled_at === null ? null : fromTime(row.disabled_at),
  };
}

function toNext(before: Settings, state: ApiKeyState, ctx: ServiceContext): Settings {
  return {
    name: state.name,
    scopes: state.scopes,
    expires_at: state.expires_at ?? null,
    allowed_cidrs: state.allowed_cidrs ?? null,
    disabled_at: state.disabled ? (before.disabled_at ?? toTimestamp(ctx.clock.now())) : null,
  };
}

/** A key may have been used since its record was read: what tells of that is passed over, whatever it says. */
function withoutUses({ last_used_at: _at, last_used_route: _route, ...change }: JsonObject): JsonObject {
  return change;
}

/** True when a key with these settings may do anything that it could not before. */
function givesMore(before: Settings, next: Settings): boolean {
  const isEnabled = before.disabled_at !== null && next.disabled_at === null;
  const held = new Set<string>(before.scopes);
  return isEnabled || isWider(before, next) || !next.scopes.every((scope) => hasScope(held, scope));
}

/** True when a key with these settings could not be used for the same request again, or could not put off its end. */
function locksOut(ctx: ServiceContext, before: Settings, next: Settings): boolean {
  const { address } = ctx;
  const reaches =
    next.allowed_cidrs === null || (address !== undefined && createNetworkList(next.allowed_cidrs).has(address));
  const endsSooner = outlives(before.expires_at, next.expires_at);
  return next.disabled_at !== null || endsSooner || !reaches || !hasScope(new Set(next.scopes), 'api_keys:write');
}

async function store(
  tx: Transaction,
  ctx: ServiceContext,
  current: UsedApiKeyRow,
  next: Settings,
): Promise<UsedApiKeyRow> {
  const changed = new Set(listChanges(toSettings(current), next));
  if (changed.size === 0) return current;
  const changes = Object.fromEntries(Object.entries(next).filter(([name]) => changed.has(name)));
  const now = toTimestamp(ctx.clock.now());
  await Promise.all([
    tx.sql`
      update api_keys set name = ${next.name}, scopes = ${next.scopes}, expires_at = ${next.expires_at},
             allowed_cidrs = ${next.allowed_cidrs}, disabled_at = ${next.disabled_at}, updated_at = ${now},
             row_version = row_version + 1
      where org_id = ${ctx.orgId} and id = ${current.id}`,
    writeAudit(tx, ctx, {
      action: 'api_key.updated',
      resourceId: toId('apiKey', current.id),
      before: toSettings(current),
      after: next,
      changes,
    }),
  ]);
  return { ...current, ...next, updated_at: now, row_version: current.row_version + 1 };
}
