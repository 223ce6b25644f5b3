import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askAws, awsCredentials, installMoto, startMoto } from '../lab/moto.ts';
import { type PeerHub, startPeerHub } from '../lab/peer-hub.ts';
import type { Peer } from '../lab/start-peer.ts';

const python = await installMoto();

let hub: PeerHub;
let server: Peer;
let url: string;
let ask: (code: string) => Promise<unknown>;

beforeAll(async () => {
  if (python === undefined) return;
  [hub, server] = await Promise.all([startPeerHub(), startMoto(python)]);
  url = `http://127.0.0.1:${server.port}`;
  ask = (code) => askAws({ python, url }, code);
});

afterAll(async () => {
  if (python === undefined) return;
  await server.stop();
  await hub.close();
});

/** @see https://docs.getmoto.org/ */
describe.skipIf(python === undefined)('test/integration/aws-more-peers', { timeout: 120_000 }, () => {
  it('copies people and groups of a table into an identity store once', async () => {
    const store = 'd-1234567890';
    await ask(
      `answer = of('identitystore').create_group(IdentityStoreId='${store}', DisplayName='Owners & "admins"')['GroupId']`,
    );
    const center = await hub.connect('aws_identity_center', awsCredentials, {
      identity_store_id: store,
      instance_arn: 'arn:aws:sso:::instance/ssoins-1234567890abcdef',
      base_url: url,
    });
    expect((await hub.api.request('POST', `/v1/connections/${center}/test`)).data['ok']).toBe(true);
    await hub.sql`create table people (id serial primary key, login text, name text)`;
    await hub.sql`insert into people (login, name) values ('ann', 'Ann'), ('o''neil', 'Liam'), ('zoë', 'Zoë')`;
    const made = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'People',
        source: { connection_id: hub.tables, object: 'people', key: ['id'] },
        target: { connection_id: center, object: 'users', operation: 'create', match_on: ['UserName'] },
        mapping: [
          { to: 'UserName', from: 'login' },
          { to: 'DisplayName', from: 'name' },
          { to: 'Name', formula: "{ 'GivenName': name, 'FamilyName': 'X' }" },
        ],
      },
    });
    expect(made.error?.details.errors).toBeUndefined();
    await hub.sql`create table teams (id text primary key, name text)`;
    const teams = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Teams',
        source: { connection_id: center, object: 'groups' },
        target: { connection_id: hub.tables, object: 'teams', match_on: ['id'] },
        mapping: [
          { to: 'id', from: 'GroupId' },
          { to: 'name', from: 'DisplayName' },
        ],
      },
    });

    expect(await hub.run(made.data.id)).toMatchObject({ read: 3, created: 3, failed: 0 });
    expect(await hub.run(made.data.id)).toMatchObject({ read: 3, created: 0 });
    expect(await hub.run(teams.data.id)).toMatchObject({ read: 1, created: 1, failed: 0 });
    expect(
      await ask(
        `answer = sorted(u['UserName'] for u in of('identitystore').list_users(IdentityStoreId='${store}')['Users'])`,
      ),
    ).toEqual(['ann', "o'neil", 'zoë']);
    expect([...(await hub.sql`select name from teams`)]).toEqual([{ name: 'Owners & "admins"' }]);
  });

  it('imports findings into a security hub, and copies them back', async () => {
    await ask(`answer = of('securityhub').enable_security_hub()`);
    const security = await hub.connect('aws_security_hub', awsCredentials, { base_url: url });
    const arn = `arn:aws:securityhub:${awsCredentials.region}:123456789012:product/123456789012/default`;
    await hub.sql`create table findings (id text primary key, title text, at timestamptz default '2026-11-20T10:00:00Z')`;
    await hub.sql`create table findings_back (id text primary key, title text)`;
    await hub.sql`insert into findings select 'f-' || n, 'Öffentlich ' || n from generate_series(1, 8) n`;
    const out = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Findings',
        source: { connection_id: hub.tables, object: 'findings', key: ['id'] },
        target: { connection_id: security, object: 'findings', match_on: ['Id', 'ProductArn'] },
        mapping: [
          { to: 'Id', from: 'id' },
          { to: 'ProductArn', value: arn },
          { to: 'SchemaVersion', value: '2018-10-08' },
          { to: 'GeneratorId', value: 'scanner' },
          { to: 'AwsAccountId', value: '123456789012' },
          { to: 'Types', value: ['Software and Configuration Checks'] },
          { to: 'CreatedAt', value: '2026-11-20T10:00:00Z' },
          { to: 'UpdatedAt', value: '2026-11-20T10:00:00Z' },
          { to: 'Severity', value: { Label: 'HIGH' } },
          { to: 'Title', from: 'title' },
          { to: 'Description', from: 'title' },
          { to: 'Resources', value: [{ Type: 'AwsAccount', Id: 'AWS::::Account:123456789012' }] },
        ],
      },
    });
    expect(out.error?.details.errors).toBeUndefined();
    const back = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'Back',
        source: { connection_id: security, object: 'findings' },
        target: { connection_id: hub.tables, object: 'findings_back', match_on: ['id'] },
        mapping: [
          { to: 'id', from: 'Id' },
          { to: 'title', from: 'Title' },
        ],
      },
    });

    expect(await hub.run(out.data.id)).toMatchObject({ read: 8, failed: 0 });
    expect(await hub.run(out.data.id)).toMatchObject({ read: 8, created: 0, updated: 0 });
    // More than go into a page.
    await ask(`
one = of('securityhub').get_findings(MaxResults=1)['Findings'][0]
answer = [of('securityhub').batch_import_findings(Findings=[{**one, 'Id': 'g-%d' % i} for i in range(n, n + 55)])['FailedCount'] for n in (0, 55)]`);
    expect(await hub.run(back.data.id)).toMatchObject({ created: 118, failed: 0 });
    expect([...(await hub.sql`select * from findings_back where id = 'f-7'`)]).toEqual([
      { id: 'f-7', title: 'Öffentlich 7' },
    ]);
  });

  it('reads the accounts of an organization, and the regions of each, as one list', async () => {
    const own = '123456789012';
    const other = String(
      await ask(`
of('organizations').create_organization(FeatureSet='ALL')
answer = of('organizations').create_account(AccountName='Other', Email='other@acme.example')['CreateAccountStatus']['AccountId']
for account in (None, answer):
    of('iam', account=account).create_user(UserName='ann')
    for region in ('eu-central-1', 'us-west-2', 'ap-south-1'):
        of('logs', region, account).create_log_group(logGroupName='/app')`),
    );
    const named = await hub.connect('aws', awsCredentials, {
      base_url: url,
      regions: ['us-west-2', 'eu-central-1'],
      roles: [`arn:aws:iam::${own}:role/hub`, `arn:aws:iam::${other}:role/hub/reader EXTERNAL-7`],
    });
    const organization = await hub.connect('aws', awsCredentials, {
      base_url: url,
      organization_role: 'hub EXTERNAL-7',
      regions: ['all'],
    });
    const copy = async (connection: string, object: string, key: string): Promise<string> => {
      const fields = ['account_id', 'region', key];
      const table = `${object}_${connection === named ? 'named' : 'all'}`;
      await hub.sql`
        create table ${hub.sql(table)} (
          account_id text, region text, ${hub.sql(key)} text, primary key (account_id, region, ${hub.sql(key)})
        )`;
      const target = { connection_id: hub.tables, object: table, match_on: fields };
      return hub.copy({ connection_id: connection, object }, target, fields);
    };
    const listed = async (table: string): Promise<unknown[]> =>
      (await hub.sql`select account_id || ' ' || region as place from ${hub.sql(table)} order by 1`).map(
        ({ place }) => place,
      );
    const some = await copy(named, 'log_groups', 'logGroupName');
    const all = await copy(organization, 'log_groups', 'logGroupName');
    const users = await copy(organization, 'users', 'UserName');
    await hub.sql`create table accounts ("Id" text primary key)`;
    const accounts = await hub.copy(
      { connection_id: organization, object: 'accounts' },
      { connection_id: hub.tables, object: 'accounts', match_on: ['Id'] },
      ['Id'],
    );
    const inBoth = (regions: string[]): string[] =>
      [own, other].toSorted().flatMap((account) => regions.map((region) => `${account} ${region}`));

    expect((await hub.api.request('POST', `/v1/connections/${organization}/test`)).data).toMatchObject({ ok: true });
    expect(await hub.run(some)).toMatchObject({ read: 4, created: 4, failed: 0 });
    expect(await hub.run(some)).toMatchObject({ read: 4, created: 0, updated: 0, failed: 0 });
    expect(await listed('log_groups_named')).toEqual(inBoth(['eu-central-1', 'us-west-2']));
    expect(await hub.run(all)).toMatchObject({ read: 6, created: 6, failed: 0 });
    expect(await listed('log_groups_all')).toEqual(inBoth(['ap-south-1', 'eu-central-1', 'us-west-2']));
    expect(await hub.run(users)).toMatchObject({ read: 2, created: 2, failed: 0 });
    expect(await listed('users_all')).toEqual(inBoth(['global']));
    // Members of an organization cannot list it.
    expect(await hub.run(accounts)).toMatchObject({ read: 2, created: 2, failed: 0 });
  });
});
