import { describe, expect, it } from 'vitest';
import { newUuid } from '../core/ids.ts';
import { useTenants } from '../test/harness/database/tenants.ts';
import { purge } from './purge.ts';

const hub = useTenants();
const { organizations } = hub;
const retention = { runDays: 365, runLogDays: 90 };

/** A connection with versions 1 to `current`, and a way back that ends so many seconds from now. */
async function addConnection(org: string, current: number, previous: number | null, seconds: number): Promise<string> {
  const id = newUuid();
  await hub.admin`
    insert into connections
      (org_id, id, name, service_type, config, credential_version, previous_credential_version, rollback_until)
    values (${org}, ${id}, 'c', 'http', '{}', ${current}, ${previous}, now() + ${seconds} * interval '1 second')`;
  await hub.admin`
    insert into connection_credentials (org_id, connection_id, version, auth_method, sealed, key_id)
    select ${org}, ${id}, n, 'bearer', '', 'k' from generate_series(1, 2) n`;
  return id;
}

async function readVersions(connectionId: string): Promise<unknown> {
  const versions = await hub.admin<{ version: number }[]>`
    select version from connection_credentials where connection_id = ${connectionId} order by version`;
  const [connection] = await hub.admin`
    select previous_credential_version as previous, rollback_until is null as closed from connections
    where id = ${connectionId}`;
  return { versions: versions.map(({ version }) => version), ...connection };
}

describe('worker/purge', () => {
  it('deletes credentials that can no longer be restored, of every tenant, and no others', async () => {
    for (const org of organizations) {
      const past = await addConnection(org, 2, 1, -1);
      const rolledBack = await addConnection(org, 1, null, -1);
      const present = await addConnection(org, 2, 1, 3600);

      await purge(hub.relay, retention);

      expect(await readVersions(past)).toEqual({ versions: [2], previous: null, closed: true });
      expect(await readVersions(rolledBack)).toEqual({ versions: [1], previous: null, closed: true });
      expect(await readVersions(present)).toEqual({ versions: [1, 2], previous: 1, closed: false });
    }
  });

  it('takes all credentials of a deleted connection away when its time is over', async () => {
    const gone = await addConnection(organizations[0], 2, 1, -1);
    const leaving = await addConnection(organizations[0], 2, 1, 3600);
    await hub.admin`update connections set deleted_at = now() where id in ${hub.admin([gone, leaving])}`;

    await purge(hub.relay, retention);

    expect(await readVersions(gone)).toMatchObject({ versions: [], closed: true });
    expect(await readVersions(leaving)).toMatchObject({ versions: [1, 2], closed: false });
  });

  it.each([
    ['connection_requests', '10 minutes'],
    ['idempotency_keys', '24 hours'],
    ['spent_tokens', '0 seconds'],
    ['connection_authorizations', '0 seconds'],
    ['events', '30 days'],
    ['request_buckets', '1 hour'],
    ['run_logs', '90 days'],
    ['hook_events', '30 days'],
    ['user_sessions', '0 seconds'],
    ['spent_assertions', '0 seconds'],
    ['sso_tests', '0 seconds'],
    ['reset_links', '0 seconds'],
    ['integration_drafts', '30 days'],
    ['invitations', '30 days'],
    ['connection_links', '30 days'],
    ['run_stats', '400 days'],
  ])('takes rows of %s away after %s, of every tenant, and leaves younger ones', async (table, age) => {
    const shifts = ['-30 seconds', '1 minute'];
    await hub.admin`delete from ${hub.admin(table)}`;
    for (const org of organizations)
      for (const [n, shift] of shifts.entries()) await addRow(table, org, n, [age, shift]);

    await purge(hub.relay, retention);

    expect((await hub.admin`select 1 from ${hub.admin(table)}`).length).toBe(organizations.length);
    const left = await hub.admin<{ text: string }[]>`select t::text as text from ${hub.admin(table)} t`;
    for (const { text } of left) expect(text).toContain('young');
  });

  it('takes delegations away 30 days after they have ended, of every tenant', async () => {
    const kept: string[] = [];
    for (const org of organizations) {
      for (const days of [31, 29]) {
        const [id, ...people] = [newUuid(), newUuid(), newUuid()];
        for (const person of people) {
          await hub.admin`insert into users (id, name) values (${person}, 'p')`;
          await hub.admin`
            insert into memberships (org_id, user_id, status, invited_by) values (${org}, ${person}, 'active', 'system')`;
        }
        await hub.admin`
          insert into approval_delegations (org_id, id, user_id, delegate_id, starts_at, ends_at)
          values (${org}, ${id}, ${people[0] ?? ''}, ${people[1] ?? ''}, now() - interval '1 year', now() - ${days} * interval '1 day')`;
        if (days < 30) kept.push(id);
      }
    }

    await purge(hub.relay, retention);

    const left = await hub.admin<{ id: string }[]>`select id from approval_delegations`;
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
  });

  it('says that there is more until all of it is gone', async () => {
    await hub.admin`delete from request_buckets`;
    await hub.admin`
      insert into request_buckets (bucket, milli_tokens, refilled_at)
      select n, 0, now() - interval '2 hours' - n * interval '1 ms' from generate_series(1, 1500) n`;

    expect(await purge(hub.relay, retention)).toBe('more');
    expect(await hub.admin`select 1 from request_buckets`).toHaveLength(500);
    expect(await purge(hub.relay, retention)).toBe('idle');
    expect(await hub.admin`select 1 from request_buckets`).toHaveLength(0);
  });

  it('throws the rest away where one kind cannot be', async () => {
    await hub.admin`revoke delete on run_logs from hub_relay`;
    await hub.admin`insert into request_buckets (bucket, milli_tokens, refilled_at) values ('old', 0, now() - interval '2 hours')`;
    try {
      await expect(purge(hub.relay, retention)).rejects.toThrow(AggregateError);
    } finally {
      await hub.admin`grant delete on run_logs to hub_relay`;
    }
    expect(await hub.admin`select 1 from request_buckets where bucket = 'old'`).toHaveLength(0);
  });

  it('takes deliveries and attempts away with their events', async () => {
    const [org] = organizations;
    const [endpoint, event] = [newUuid(), newUuid()];
    await addEndpoint(org, endpoint, 60);
    await hub.admin`
      insert into events (org_id, id, type, snapshot, occurred_at)
      values (${org}, ${event}, 'run.failed', '{}', now() - interval '31 days')`;
    await hub.admin`
      insert into webhook_deliveries (org_id, endpoint_id, event_id, seq) values (${org}, ${endpoint}, ${event}, 1)`;
    await hub.admin`
      insert into webhook_attempts (org_id, endpoint_id, event_id, number, at, duration_ms, url)
      values (${org}, ${endpoint}, ${event}, 1, now(), 1, '')`;

    await purge(hub.relay, retention);

    expect(await hub.admin`select 1 from webhook_deliveries where event_id = ${event}`).toHaveLength(0);
    expect(await hub.admin`select 1 from webhook_attempts where event_id = ${event}`).toHaveLength(0);
  });

  it('takes a secret away when its overlap is over, of every tenant', async () => {
    const endpoints = organizations.flatMap((org) => [-60, 60].map((seconds) => ({ org, seconds, id: newUuid() })));
    for (const { org, id, seconds } of endpoints) await addEndpoint(org, id, seconds);

    await purge(hub.relay, retention);

    for (const { id, seconds } of endpoints) {
      const [row] = await hub.admin`select previous_sealed is not null as kept from webhook_endpoints where id = ${id}`;
      expect(row).toEqual({ kept: seconds > 0 });
    }
  });

  it('takes credentials of a hook away when their overlap is over, of every tenant', async () => {
    for (const org of organizations) {
      const [past, present] = [await addHook(org, -60), await addHook(org, 60)];

      await purge(hub.relay, retention);

      const rows = await hub.admin<{ id: string; kept: boolean }[]>`
        select id, previous_sealed is not null as kept from hooks where id in (${past}, ${present})`;
      expect(new Map(rows.map(({ id, kept }) => [id, kept]))).toEqual(
        new Map([
          [past, false],
          [present, true],
        ]),
      );
    }
  });
});

/** An endpoint whose secret was rotated; the one before is good for so many seconds. */
async function addEndpoint(org: string, id: string, seconds: number): Promise<void> {
  await hub.admin`
    insert into webhook_endpoints
      (org_id, id, name, url, events, ordering, sealed, key_id, secret_version, previous_sealed, previous_expires_at)
    values (${org}, ${id}, 'e', '', '{}', 'none', '', 'k', 2, '', now() + ${seconds} * interval '1 second')`;
}

/** A hook; the credentials before its present ones are good for so many seconds. */
async function addHook(org: string, seconds: number): Promise<string> {
  const [integration, workflow, hook] = [newUuid(), newUuid(), newUuid()];
  await hub.admin`insert into integrations (org_id, id, name, status, revision) values (${org}, ${integration}, 'i', 'draft', 1)`;
  await hub.admin`
    insert into workflows (org_id, id, integration_id, trigger_key, type, status)
    values (${org}, ${workflow}, ${integration}, 'webhook', 'webhook', 'active')`;
  await hub.admin`
    insert into hooks (org_id, id, integration_id, workflow_id, sealed, previous_sealed, previous_expires_at)
    values (${org}, ${hook}, ${integration}, ${workflow}, '', '', now() + ${seconds} * interval '1 second')`;
  return hook;
}

async function addRow(
  table: string,
  org: string,
  n: number,
  [age = '', shift = '']: readonly string[],
): Promise<unknown> {
  const mark = n === 0 ? 'old' : 'young';
  switch (table) {
    case 'connection_requests':
      return hub.admin`
        insert into connection_requests (org_id, id, kind, input, created_at)
        values (${org}, ${newUuid()}, 'test', ${hub.admin.json({ mark })}, now() - ${age}::interval + ${shift}::interval)`;
    case 'idempotency_keys':
      return hub.admin`
        insert into idempotency_keys (org_id, route, key, fingerprint, status, answer, created_at)
        values (${org}, 'r', ${mark}, '', 200, '', now() - ${age}::interval + ${shift}::interval)`;
    case 'spent_tokens':
      return hub.admin`
        insert into spent_tokens (org_id, kind, client_id, jti, expires_at)
        values (${org}, 'access_token', ${newUuid()}, ${mark}, now() - ${age}::interval + ${shift}::interval)`;
    case 'connection_authorizations':
      return hub.admin`
        insert into connection_authorizations (org_id, id, state_hash, draft, auth_method, sealed, actor, expires_at)
        values (${org}, ${newUuid()}, '', ${hub.admin.json({ mark })}, 'a', '', 'key', now() - ${age}::interval + ${shift}::interval)`;
    case 'events':
      return hub.admin`
        insert into events (org_id, id, type, snapshot, occurred_at)
        values (${org}, ${newUuid()}, ${mark}, '{}', now() - ${age}::interval + ${shift}::interval)`;
    case 'hook_events':
      return hub.admin`
        insert into hook_events (org_id, id, hook_id, name, received_at)
        values (${org}, ${newUuid()}, ${await addHook(org, 60)}, ${mark}, now() - ${age}::interval + ${shift}::interval)`;
    case 'run_logs':
      return hub.admin`
        insert into run_logs (org_id, id, run_id, level, code, message, created_at)
        values (${org}, ${newUuid()}, ${await addRun(org)}, 'info', ${mark}, 'm', now() - ${age}::interval + ${shift}::interval)`;
    case 'invitations':
      return hub.admin`
        insert into invitations (org_id, id, grants, pepper_id, token_hmac, invited_by, expires_at)
        values (${org}, ${newUuid()}, '[]', ${mark}, ${newUuid()}, 'system', now() - ${age}::interval + ${shift}::interval)`;
    case 'integration_drafts': {
      const [person, integration] = [newUuid(), newUuid()];
      await hub.admin`insert into users (id, name) values (${person}, 'p')`;
      await hub.admin`
        insert into memberships (org_id, user_id, status, invited_by) values (${org}, ${person}, 'active', 'system')`;
      await hub.admin`
        insert into integrations (org_id, id, name, status, revision) values (${org}, ${integration}, 'i', 'draft', 1)`;
      return hub.admin`
        insert into integration_drafts (org_id, integration_id, user_id, definition, base, base_etag, updated_at)
        values (${org}, ${integration}, ${person}, '{}', '{}', ${mark}, now() - ${age}::interval + ${shift}::interval)`;
    }
    case 'reset_links': {
      const person = newUuid();
      await hub.admin`insert into users (id, name) values (${person}, 'p')`;
      return hub.admin`
        insert into reset_links (user_id, issuer, org_id, pepper_id, token_hmac, made_by, expires_at)
        values (${person}, 'member', ${org}, ${mark}, ${newUuid()}, 'system', now() - ${age}::interval + ${shift}::interval)`;
    }
    case 'spent_assertions':
      return hub.admin`
        insert into spent_assertions (org_id, sso_connection_id, hash, expires_at)
        values (${org}, ${newUuid()}, ${mark}, now() - ${age}::interval + ${shift}::interval)`;
    case 'sso_tests': {
      const connection = newUuid();
      await hub.admin`
        insert into sso_connections (org_id, id, kind, name, config, provisioning, role_rules)
        values (${org}, ${connection}, 'oidc', 'c', '{}', 'jit', '[]')`;
      return hub.admin`
        insert into sso_tests (org_id, id, sso_connection_id, actor, expires_at)
        values (${org}, ${newUuid()}, ${connection}, ${mark}, now() - ${age}::interval + ${shift}::interval)`;
    }
    case 'connection_links': {
      const account = newUuid();
      await hub.admin`insert into accounts (org_id, id, name, status) values (${org}, ${account}, 'a', 'active')`;
      return hub.admin`
        insert into connection_links (org_id, id, account_id, service_types, pepper_id, token_hmac, created_by, expires_at)
        values (${org}, ${newUuid()}, ${account}, '{aws}', ${mark}, ${newUuid()}, 'system',
                now() - ${age}::interval + ${shift}::interval)`;
    }
    case 'run_stats': {
      const integration = newUuid();
      await hub.admin`
        insert into integrations (org_id, id, name, status, revision) values (${org}, ${integration}, 'i', 'draft', 1)`;
      return hub.admin`
        insert into run_stats (org_id, hour, integration_id, status)
        values (${org}, now() - ${age}::interval + ${shift}::interval, ${integration}, ${mark})`;
    }
    case 'user_sessions': {
      const userId = newUuid();
      await hub.admin`insert into users (id, name) values (${userId}, 'Ada')`;
      return hub.admin`
        insert into user_sessions (org_id, id, user_id, pepper_id, token_hmac, methods, elevated_at, last_seen_at, expires_at)
        values (${org}, ${newUuid()}, ${userId}, ${mark}, ${newUuid()}, '{}', now(), now(),
                now() - ${age}::interval + ${shift}::interval)`;
    }
    default:
      return hub.admin`
        insert into request_buckets (bucket, milli_tokens, refilled_at)
        values (${`${mark} ${org}`}, 0, now() - ${age}::interval + ${shift}::interval)`;
  }
}

async function addRun(org: string): Promise<string> {
  const [integration, workflow, run] = [newUuid(), newUuid(), newUuid()];
  await hub.admin`insert into integrations (org_id, id, name, status, revision) values (${org}, ${integration}, 'i', 'draft', 1)`;
  await hub.admin`
    insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at)
    values (${org}, ${run}, ${integration}, ${workflow}, 1, 'manual', 'succeeded', '{}', now())`;
  return run;
}
