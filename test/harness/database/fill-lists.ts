import type postgres from 'postgres';
import { newUuid, toId } from '../../../core/ids.ts';

/** How many rows of each kind an organization gets; of what is not named, as many as `others`. */
export interface ListSizes {
  runs: number;
  auditEvents: number;
  integrations: number;
  items: number;
  others: number;
}

/** What the lists of one resource are asked of, by the beginning of their paths, in the form of the API. */
export type ListedIds = Record<string, string>;

/**
 * Fills an organization with rows of everything that is listed, over the last 90 days, straight into the tables: no trigger
 * of theirs fires.
 *
 * @param admin A superuser.
 * @param orgId UUID. It has one integration, which the others are copies of.
 * @returns ids that have many rows below them.
 */
export async function fillLists(admin: postgres.Sql, orgId: string, sizes: ListSizes): Promise<ListedIds> {
  const one = {
    integration: newUuid(),
    workflow: newUuid(),
    hook: newUuid(),
    run: newUuid(),
    endpoint: newUuid(),
    table: newUuid(),
  };
  await admin.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await fillNamed(sql, orgId, sizes.others);
    await fillIntegrations(sql, orgId, sizes, one);
    await fillRuns(sql, orgId, sizes, one);
    await fillEvents(sql, orgId, sizes, one);
    await fillMembers(sql, orgId, sizes.others);
  });
  const [used] = await admin<{ id: string }[]>`
    select connection_ids[1] as id from integration_revisions where org_id = ${orgId}::uuid limit 1`;
  return {
    '/connections/{id}': toId('connection', used?.id ?? newUuid()),
    '/integrations/{id}': toId('integration', one.integration),
    '/workflows/{id}': toId('workflow', one.workflow),
    '/runs/{id}': toId('run', one.run),
    '/webhook-endpoints/{id}': toId('webhookEndpoint', one.endpoint),
    '/lookup-tables/{id}': toId('lookupTable', one.table),
    '/calendars/{id}': toId('calendar', one.table),
    '/connectors/{id}': 'x_listed',
  };
}

const emptyCalendar = '{"timezone": "UTC", "icalendar_events": "in"}';

/** Rows `i` from 1 to `count` with a time each, the oldest first; their ids are made of it. */
function rowsOverTime(sql: postgres.ISql, count: number) {
  return sql`(
    select i, now() + shift as at, uuidv7(shift) as id
    from generate_series(1, ${count}::int) as i,
      lateral (select make_interval(secs => (i - ${count}::int) * 7776000.0 / ${count}::int) as shift) as past
  ) as made`;
}

async function fillNamed(sql: postgres.ISql, orgId: string, count: number): Promise<void> {
  const made = rowsOverTime(sql, count);
  await sql`
    insert into accounts (org_id, id, name, status, created_at, updated_at)
    select ${orgId}::uuid, id, 'Account ' || i, (array['active', 'inactive'])[1 + i % 2], at, at from ${made}`;
  await sql`
    insert into connections (org_id, id, name, service_type, status, config, credential_version, created_at, updated_at)
    select ${orgId}::uuid, id, 'Connection ' || i, (array['postgres', 'http', 's3'])[1 + i % 3], 'active', '{}', 1, at, at
    from ${made}`;
  await sql`
    insert into api_keys (org_id, id, name, pepper_id, key_hmac, last4, scopes, disabled_at, created_at, updated_at)
    select ${orgId}::uuid, id, 'Key ' || i, 'none', sha256(id::text::bytea), 'aaaa', array['runs:read'],
           case when i % 2 = 0 then at end, at, at
    from ${made}`;
  await sql`
    insert into api_key_uses (org_id, key_id, last_used_at, last_used_route)
    select org_id, id, created_at, 'listRuns' from api_keys where org_id = ${orgId}::uuid
    on conflict do nothing`;
  await sql`
    insert into oauth_clients (org_id, id, name, auth_method, pepper_id, scopes, created_at, updated_at)
    select ${orgId}::uuid, id, 'Client ' || i, 'client_secret_basic', 'none', array['runs:read'], at, at from ${made}`;
  await sql`
    insert into connection_links (org_id, id, account_id, service_types, pepper_id, token_hmac, created_by, expires_at, created_at)
    select ${orgId}::uuid, id, (select accounts.id from accounts where org_id = ${orgId}::uuid order by id limit 1),
           array['aws'], 'none', sha256(id::text::bytea), 'system', at + interval '7 days', at
    from ${made}`;
  await sql`
    insert into token_issuers (org_id, id, name, issuer, audience, jwks_uri, algorithms, scope_rules, created_at, updated_at)
    select ${orgId}::uuid, id, 'Issuer ' || i, 'https://' || id || '.example', 'hub', 'https://idp.example/keys', array['RS256'],
           '[{"claim":"role","value":"reader","scopes":["runs:read"]}]', at, at
    from ${made}`;
}

/** Half of the integrations belong to one account, each other account has a few, and the busy one belongs to none. */
async function fillIntegrations(
  sql: postgres.ISql,
  orgId: string,
  { integrations, others }: ListSizes,
  one: { integration: string; workflow: string; hook: string; table: string },
): Promise<void> {
  await sql`
    create temp table model on commit drop as
    select revision.definition, revision.connection_ids, integrations.service_types
    from integrations join integration_revisions as revision on revision.org_id = integrations.org_id
      and revision.integration_id = integrations.id and revision.revision = integrations.revision
    where integrations.org_id = ${orgId}::uuid limit 1`;
  await sql`
    create temp table owners on commit drop as
    select row_number() over (order by id) as place, id from accounts where org_id = ${orgId}::uuid`;
  await sql`
    insert into integrations (org_id, id, account_id, name, status, revision, active_revision, service_types, created_at, updated_at)
    select ${orgId}::uuid, made.id, owners.id, 'Integration ' || i, (array['active', 'inactive'])[1 + i % 2], 1, 1, service_types,
           at, at
    from ${rowsOverTime(sql, integrations)} cross join model
    join owners on place = case when i % 2 = 0 then ${others}::int else 1 + i % ${others}::int end
    union all
    select ${orgId}::uuid, ${one.integration}::uuid, null, 'Busy', 'active', ${others}::int, ${others}::int, service_types, now(),
           now()
    from model`;
  await sql`drop table owners`;
  await sql`
    insert into integration_revisions (org_id, integration_id, revision, definition, connection_ids, calendar_ids)
    select ${orgId}::uuid, id, revision, definition, connection_ids,
      case when right(id::text, 1) in ('0', '1') then array[${one.table}::uuid] else '{}'::uuid[] end
    from model, (
      select id, 1 as revision from integrations where org_id = ${orgId}::uuid and revision = 1
      union all select ${one.integration}::uuid, generate_series(1, ${others}::int)
    ) as listed
    on conflict do nothing`;
  await sql`drop table model`;
  await sql`
    insert into integration_uses (org_id, used_id, integration_id, active)
    select org_id, unnest(connection_ids || calendar_ids), integration_id, true from integration_revisions
    where org_id = ${orgId}::uuid
    on conflict do nothing`;
  await sql`
    insert into workflows (org_id, id, integration_id, trigger_key, type, status, created_at, updated_at)
    select ${orgId}::uuid, uuidv7(created_at - now()), id, 'manual', 'manual', 'active', created_at, created_at
    from integrations where org_id = ${orgId}::uuid
    union all select ${orgId}::uuid, ${one.workflow}::uuid, ${one.integration}::uuid, '0', 'webhook', 'active', now(), now()
    on conflict do nothing`;
  await sql`
    insert into hooks (org_id, id, integration_id, workflow_id)
    select org_id, case when id = ${one.workflow}::uuid then ${one.hook}::uuid else gen_random_uuid() end, integration_id, id
    from workflows where org_id = ${orgId}::uuid`;
  await sql`
    insert into hook_events (org_id, id, hook_id, name, received_at)
    select ${orgId}::uuid, id, ${one.hook}::uuid, 'changed', at from ${rowsOverTime(sql, others)}`;
  await sql`
    insert into schedules (org_id, workflow_id, integration_id, trigger, accounted_until)
    select org_id, id, integration_id, '{"type": "schedule", "every": "daily"}', now() from workflows
    where org_id = ${orgId}::uuid`;
  await sql`
    insert into schedule_ticks (org_id, id, workflow_id, scheduled_at, status, created_at)
    select ${orgId}::uuid, id, ${one.workflow}::uuid, at, 'ran', at from ${rowsOverTime(sql, others)}`;
  await sql`
    insert into lookup_tables (org_id, id, name, version, entry_count, created_at, updated_at)
    select ${orgId}::uuid, id, 'Table ' || i, 1, 0, at, at from ${rowsOverTime(sql, others)}
    union all select ${orgId}::uuid, ${one.table}::uuid, 'Long', ${others}::int, 0, now(), now()`;
  await sql`
    insert into calendars (org_id, id, name, timezone, times, created_at, updated_at)
    select ${orgId}::uuid, id, 'Calendar ' || i, 'UTC', ${emptyCalendar}::text::jsonb, at, at from ${rowsOverTime(sql, others)}
    union all select ${orgId}::uuid, ${one.table}::uuid, 'One', 'UTC', ${emptyCalendar}::text::jsonb, now(), now()`;
  await sql`
    insert into lookup_table_versions (org_id, table_id, version, entries, entry_count, created_by, created_at)
    select ${orgId}::uuid, ${one.table}::uuid, i, '{}', 0, 'system', at from ${rowsOverTime(sql, others)}`;
  await sql`
    insert into custom_connectors (org_id, id, service_type, name, version, created_at, updated_at)
    values (${orgId}::uuid, ${one.table}::uuid, 'x_listed', 'Listed', ${others}::int, now(), now())`;
  await sql`
    insert into custom_connector_versions (org_id, connector_id, version, definition, created_by, created_at)
    select ${orgId}::uuid, ${one.table}::uuid, i, '{}', 'system', at from ${rowsOverTime(sql, others)}`;
}

/** A tenth of the runs stands below one integration; none has failed and none came of a webhook, the worst case of a filter. */
async function fillRuns(
  sql: postgres.ISql,
  orgId: string,
  { runs, integrations, items, others }: ListSizes,
  one: { integration: string; workflow: string; run: string },
): Promise<void> {
  await sql`
    create temp table flows on commit drop as
    select row_number() over (order by integration_id) as place, integration_id, id as workflow_id
    from workflows where org_id = ${orgId}::uuid and type = 'manual'`;
  await sql`create index on flows (place)`;
  await sql`
    insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, read, skipped, pages,
                      admitted_at, queued_at, started_at, finished_at, created_at, updated_at)
    select ${orgId}::uuid, made.id, case when i % 10 = 0 then ${one.integration}::uuid else flows.integration_id end,
           flows.workflow_id, 1, (array['manual', 'retry'])[1 + i % 2],
           case when i % 100 = 0 then 'canceled' else 'succeeded' end, '{}'::jsonb, 100, 100, 1, at, at, at, at, at, at
    from ${rowsOverTime(sql, runs)} join flows on place = 1 + i % ${integrations}::int
    union all
    select ${orgId}::uuid, ${one.run}::uuid, ${one.integration}::uuid, ${one.workflow}::uuid, 1, 'manual', 'succeeded', '{}'::jsonb, 100, 100, 1, now(),
           now(), now(), now(), now(), now()`;
  await sql`drop table flows`;
  await sql`
    insert into run_stats (org_id, hour, integration_id, status, runs, read)
    select org_id, date_trunc('hour', finished_at, 'UTC'), integration_id, status, count(*), sum(read)
    from runs where org_id = ${orgId}::uuid group by 1, 2, 3, 4`;
  await sql`
    insert into streams (org_id, integration_id, stream, run_id)
    select ${orgId}::uuid, integration_id, 'main', (array_agg(id))[1] from (
      select integration_id, id from runs where org_id = ${orgId}::uuid order by id desc limit ${others}::int
    ) as last group by integration_id`;
  await sql`
    insert into run_logs (org_id, id, run_id, level, code, message, created_at)
    select ${orgId}::uuid, gen_random_uuid(), id, 'info', 'waiting', 'Waits.', created_at from runs
    where org_id = ${orgId}::uuid order by id desc limit ${others}::int`;
  await sql`
    insert into dead_letters (org_id, id, integration_id, run_id, stream, source_key, code, message, masked, sealed,
                              resolved_by, created_at)
    select ${orgId}::uuid, id, ${one.integration}::uuid, ${one.run}::uuid, 'main', i::text, 'convert_failed', 'Not a number.', '{}', '',
           case when i % 2 = 0 then id end, at
    from ${rowsOverTime(sql, others)}`;
  await sql`
    insert into items (org_id, id, integration_id, run_id, key, seq, change, status, ended_at, created_at, updated_at)
    select ${orgId}::uuid, id, ${one.integration}::uuid, case when i <= ${others}::int then ${one.run}::uuid else id end, i::text, 1,
      'created', 'succeeded', at, at, at
    from ${rowsOverTime(sql, items)}`;
  await sql`
    insert into waits (org_id, id, integration_id, run_id, item_id, step, kind, status, message, approvers, quorum, parked_at, created_at)
    select org_id, id, integration_id, run_id, id, 'ok', 'approval', case when seq % 2 = 0 then 'open' else 'approved' end,
           'May they?', array['anyone'], 1, created_at, created_at
    from items where org_id = ${orgId}::uuid and integration_id = ${one.integration}::uuid
    order by id desc limit ${others}::int`;
}

async function fillMembers(sql: postgres.ISql, orgId: string, count: number): Promise<void> {
  await sql`
    create temp table people on commit drop as
    select id, 'Person ' || i as name, id || '@example.com' as email, at from ${rowsOverTime(sql, count)}`;
  await sql`
    insert into users (id, email, name, created_at, updated_at) select id, email, name, at, at from people`;
  await sql`
    insert into memberships (org_id, user_id, status, invited_by, created_at, updated_at)
    select ${orgId}::uuid, id, 'active', 'system', at, at from people`;
  await sql`
    insert into role_grants (org_id, user_id, role) select ${orgId}::uuid, id, 'viewer' from people`;
  await sql`
    insert into user_sessions (org_id, id, user_id, pepper_id, token_hmac, methods, elevated_at, last_seen_at, expires_at)
    select ${orgId}::uuid, gen_random_uuid(), id, 'none', sha256(id::text::bytea), array['password'], at, at, now() from people`;
  await sql`drop table people`;
}

async function fillEvents(
  sql: postgres.ISql,
  orgId: string,
  { auditEvents, others }: ListSizes,
  one: { integration: string; endpoint: string },
): Promise<void> {
  await sql`
    insert into audit_events (org_id, id, actor, action, resource_type, resource_id, after, created_at, sequence, hash)
    select ${orgId}::uuid, id, 'key_' || i % 10, (array['connection.updated', 'run.canceled'])[1 + i % 2],
           (array['connection', 'run'])[1 + i % 2], 'conn_' || i % 1000, '{"name":"filled","status":"active"}', at, i,
           sha256(i::text::bytea)
    from ${rowsOverTime(sql, auditEvents)}`;
  await sql`
    insert into webhook_endpoints (org_id, id, name, url, events, ordering, sealed, key_id, secret_version, created_at,
                                   updated_at)
    select ${orgId}::uuid, id, 'Endpoint ' || i, 'https://receiver.example/', array['*'], 'none', '', 'none', 1, at, at
    from ${rowsOverTime(sql, others)}
    union all
    select ${orgId}::uuid, ${one.endpoint}::uuid, 'Busy', 'https://receiver.example/', array['*'], 'none', ''::bytea, 'none', 1, now(),
           now()`;
  await sql`
    insert into webhook_queues (org_id, endpoint_id) select ${orgId}::uuid, id from webhook_endpoints where org_id = ${orgId}::uuid`;
  await sql`
    insert into events (org_id, id, type, snapshot, occurred_at)
    select ${orgId}::uuid, made.id, 'integration.activated', to_jsonb(busy), at
    from ${rowsOverTime(sql, others)} join integrations as busy on busy.org_id = ${orgId}::uuid and busy.id = ${one.integration}::uuid`;
  await sql`
    insert into webhook_deliveries (org_id, endpoint_id, event_id, seq, status, attempts, due_at, delivered_at)
    select ${orgId}::uuid, ${one.endpoint}::uuid, id, seq, 'delivered', 1, occurred_at, occurred_at from events
    where org_id = ${orgId}::uuid`;
  await sql`
    insert into webhook_attempts (org_id, endpoint_id, event_id, number, at, duration_ms, url, status)
    select org_id, endpoint_id, event_id, 1, due_at, 10, 'https://receiver.example/', 204 from webhook_deliveries
    where org_id = ${orgId}::uuid`;
}
