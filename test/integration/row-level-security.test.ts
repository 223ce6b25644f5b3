import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { type Database, openDatabase, withTenant, withTenantPipelined } from '../../drizzle/index.ts';
import { createForeignDatabase, createTestDatabase, type TestDatabase } from '../harness/database.ts';

let database: TestDatabase;
let admin: postgres.Sql;
let app: Database;
const [mine, other] = [newUuid(), newUuid()];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = postgres(database.adminUrl, { max: 1, onnotice: () => undefined });
  app = openDatabase(database.appUrl, { role: 'hub_app', max: 4 });
  await admin`insert into organizations (id, name) values (${mine}, 'mine'), (${other}, 'other')`;
  for (const org of [mine, other]) {
    await admin`insert into accounts (org_id, id, name, status) values (${org}, ${newUuid()}, 'account', 'active')`;
  }
});

afterAll(async () => {
  await Promise.all([admin.end(), app.close()]);
  await database.drop();
});

/** Their first column stands for a row of one tenant, and no tenant chooses it. */
const byGivenIds = ['ledger_stream_id_source_key_pk', 'ledger_target'];

/** A domain that was shown to be somebody's signs people in to one organization. */
const byDomain = ['sso_domains_verified'];

/** Of people, who may be members of several tenants; a person sees their own. */
const byPerson = [
  'passkeys_credential',
  'passkeys_user_id_id_pk',
  'recovery_codes_user_id_hmac_pk',
  'reset_links_user_id_issuer_pk',
  'second_factors_user_id_id_pk',
  'user_passwords_pkey',
  'users_email',
  'users_pkey',
];

/** Of the whole installation; no application role may touch them but through definer functions. */
const ofNoTenant = ['signing_keys', 'request_buckets'];
function fault(): never {
  throw new TypeError('No statement can be made of this.');
}

describe('test/integration/row-level-security', () => {
  it.each(['postgres', 'template1'])('lets no login of the hub into the database %s of the server', async (name) => {
    const foreign = await createForeignDatabase();
    for (const url of [database.appUrl, foreign.url]) {
      const sql = postgres(Object.assign(new URL(url), { pathname: `/${name}` }).href, { max: 1 });
      await expect(sql`select 1`).rejects.toThrow('permission denied for database');
      await sql.end();
    }
    await foreign.drop();
  });

  it('is forced on every table of a tenant, with the tenant leading every unique index', async () => {
    const unprotected = await admin`
      select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'public' and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)
        and c.relname <> all(${ofNoTenant})`;
    const indexes = await admin<{ name: string; definition: string }[]>`
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and indexdef like '%UNIQUE%' and tablename <> all(${['organizations', ...ofNoTenant]})`;

    expect(unprotected).toHaveLength(0);
    expect(indexes.length).toBeGreaterThan(10);
    const others = indexes.filter(({ definition }) => !definition.includes('(org_id'));
    expect(others.map(({ name }) => name).toSorted()).toEqual([...byGivenIds, ...byPerson, ...byDomain].toSorted());
  });

  it.each(ofNoTenant)('lets the application not read %s', async (table) => {
    await expect(app.sql`select count(*) from ${app.sql(table)}`).rejects.toMatchObject({ code: '42501' });
  });

  it('gives the application roles no way around it', async () => {
    const roles = await admin`
      select rolname from pg_roles where rolname in ('hub_app', 'hub_relay', 'hub_owner') and (rolsuper or rolbypassrls)`;
    const owned = await admin`
      select tablename from pg_tables where schemaname = 'public' and tableowner in ('hub_app', 'hub_relay')`;

    expect(roles).toHaveLength(0);
    expect(owned).toHaveLength(0);
  });

  it('shows nothing without a tenant, and each tenant its own rows', async () => {
    const without = await app.sql`select id from accounts`;
    const seen = await withTenant(app, mine, ({ sql }) => sql`select distinct org_id from accounts`);
    const pipelined = await withTenantPipelined(app, other, ({ sql }) =>
      sql`select distinct org_id from accounts`.execute(),
    );

    expect(without).toHaveLength(0);
    expect(seen.map((row) => row['org_id'])).toEqual([mine]);
    expect(pipelined.map((row) => row['org_id'])).toEqual([other]);
  });

  it('keeps tenants apart when their transactions share connections', async () => {
    const orgs = Array.from({ length: 400 }, (_, n) => (n % 2 === 0 ? mine : other));

    const seen = await Promise.all(
      orgs.map((org, n) =>
        n % 3 === 0
          ? withTenant(app, org, ({ sql }) => sql`select org_id from accounts`)
          : withTenantPipelined(app, org, ({ sql }) => sql`select org_id from accounts`.execute()),
      ),
    );

    expect(seen.map(([row]) => row?.['org_id'])).toEqual(orgs);
  });

  it('refuses a row of another tenant', async () => {
    const insert = withTenant(
      app,
      mine,
      ({ sql }) =>
        sql`insert into accounts (org_id, id, name, status) values (${other}, ${newUuid()}, 'planted', 'active')`,
    );

    await expect(insert).rejects.toMatchObject({ code: '42501' });
  });

  it('rolls a pipelined transaction back when one of its statements fails', async () => {
    const id = newUuid();
    const failing = withTenantPipelined(app, mine, ({ sql }) =>
      Promise.all([
        sql`insert into accounts (org_id, id, name, status) values (${mine}, ${id}, 'half', 'active')`.execute(),
        sql`select 1 / 0`.execute(),
      ]),
    );

    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await admin`select 1 from accounts where id = ${id}`).toHaveLength(0);
  });

  it.each([
    ['at once', () => fault()],
    ['by a promise', () => Promise.reject(new TypeError('No statement can be made of this.'))],
    ['deep within promises', async () => Promise.all([Promise.resolve(), (async () => fault())()])],
  ])('takes a pipelined transaction back when what makes its statements throws %s', async (_, make) => {
    const id = newUuid();
    const failing = withTenantPipelined(app, mine, ({ sql }) =>
      Promise.all([
        sql`insert into accounts (org_id, id, name, status) values (${mine}, ${id}, 'half', 'active')`.execute(),
        make(),
      ]),
    );

    await expect(failing).rejects.toThrow(TypeError);
    expect(await admin`select 1 from accounts where id = ${id}`).toHaveLength(0);
  });

  it('refuses a statement that comes after the pipelined others were sent', async () => {
    const late = withTenantPipelined(app, mine, async (tx) => {
      await tx.sql`select 1`.execute();
      return tx.sql`select 2`.execute();
    });

    await expect(late).rejects.toThrow('after the others were sent');
  });
});
