import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PeerHub, startPeerHub } from '../lab/peer-hub.ts';
import { askAws, awsCredentials, installMoto, startMoto } from '../lab/moto.ts';
import type { Peer } from '../lab/start-peer.ts';

const python = await installMoto();
const credentials = awsCredentials;
const { region } = credentials;

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
describe.skipIf(python === undefined)('test/integration/aws-peer', { timeout: 120_000 }, () => {
  it('copies users and memberships of an account, over several pages, and removes what is gone', async () => {
    await ask(`
iam = of('iam')
for i in range(230): iam.create_user(UserName='user%03d' % i)
iam.create_group(GroupName='admins')
for i in range(130): iam.add_user_to_group(GroupName='admins', UserName='user%03d' % i)
answer = None`);
    const aws = await hub.connect('aws', credentials, { base_url: url });
    expect((await hub.api.request('POST', `/v1/connections/${aws}/test`)).data['ok']).toBe(true);
    await hub.sql`create table users ("UserName" text primary key, "Arn" text, "CreateDate" timestamptz)`;
    await hub.sql`create table members ("GroupName" text, "UserName" text, primary key ("GroupName", "UserName"))`;
    const users = await hub.copy(
      { connection_id: aws, object: 'users' },
      {
        connection_id: hub.tables,
        object: 'users',
        match_on: ['UserName'],
        on_missing: 'delete',
      },
      ['UserName', 'Arn', 'CreateDate'],
    );
    const members = await hub.copy(
      { connection_id: aws, object: 'group_members' },
      { connection_id: hub.tables, object: 'members', match_on: ['GroupName', 'UserName'] },
      ['GroupName', 'UserName'],
    );

    expect(await hub.run(users)).toMatchObject({ read: 230, created: 230, failed: 0 });
    expect(await hub.run(members)).toMatchObject({ read: 130, created: 130, failed: 0 });
    expect(await hub.run(users)).toMatchObject({ read: 230, created: 0, updated: 0 });
    const rows = await hub.sql`select "UserName" as name, "Arn" as arn from users order by 1`;
    expect([...rows]).toEqual(
      await ask(`
pages = of('iam').get_paginator('list_users').paginate()
answer = sorted(({'name': u['UserName'], 'arn': u['Arn']} for page in pages for u in page['Users']), key=lambda u: u['name'])`),
    );

    await ask(`answer = of('iam').delete_user(UserName='user229')`);
    // Gone is what two readings miss.
    expect(await hub.run(users)).toMatchObject({ read: 229, deleted: 0 });
    expect(await hub.run(users)).toMatchObject({ read: 229, deleted: 1, failed: 0 });
    expect(await hub.sql`select count(*)::int as count from users`).toEqual([{ count: 229 }]);
  });

  it('copies the units of an organization, whatever unit they are in', async () => {
    const made = await ask(`
org = of('organizations')
org.create_organization(FeatureSet='ALL')
root = org.list_roots()['Roots'][0]['Id']
def below(parent, name):
    unit = org.create_organizational_unit(ParentId=parent, Name=name)['OrganizationalUnit']['Id']
    units.append({'id': unit, 'name': name, 'parent': parent})
    return unit
units = []
below(below(below(root, 'Prod'), 'Europe'), 'Web')
below(root, 'Test')
for i in range(25): below(units[0]['id'], 'Team %02d' % i)
answer = sorted(units, key=lambda u: u['name'])`);
    const aws = await hub.connect('aws', credentials, { base_url: url });
    await hub.sql`create table units ("Id" text primary key, "Name" text, "ParentId" text)`;
    const units = await hub.copy(
      { connection_id: aws, object: 'organizational_units' },
      { connection_id: hub.tables, object: 'units', match_on: ['Id'] },
      ['Id', 'Name', 'ParentId'],
    );

    expect(await hub.run(units)).toMatchObject({ read: 29, created: 29, failed: 0 });
    const rows = await hub.sql`select "Id" as id, "Name" as name, "ParentId" as parent from units order by "Name"`;
    expect([...rows]).toEqual(made);
  });

  it('copies machines with their times, numbers and tags as JSON has them', async () => {
    const made = await ask(`
run = of('ec2').run_instances(ImageId='ami-12c6146b', MinCount=7, MaxCount=7, InstanceType='t3.small',
    TagSpecifications=[{'ResourceType': 'instance', 'Tags': [{'Key': 'team', 'Value': 'data & <ops>'}]}])
answer = sorted(i['InstanceId'] for i in run['Instances'])`);
    const aws = await hub.connect('aws', credentials, { base_url: url });
    await hub.sql`
      create table machines (
        "InstanceId" text primary key, "InstanceType" text, "LaunchTime" timestamptz, "State" jsonb, "Tags" jsonb, "EbsOptimized" boolean
      )`;
    const machines = await hub.copy(
      { connection_id: aws, object: 'instances' },
      { connection_id: hub.tables, object: 'machines', match_on: ['InstanceId'] },
      ['InstanceId', 'InstanceType', 'LaunchTime', 'State', 'Tags', 'EbsOptimized'],
    );

    expect(await hub.run(machines)).toMatchObject({ read: 7, created: 7, failed: 0 });
    const rows = await hub.sql`select * from machines order by 1`;
    expect(rows.map((row) => row['InstanceId'])).toEqual(made);
    expect(rows[0]).toMatchObject({
      InstanceType: 't3.small',
      LaunchTime: expect.any(Date),
      State: { Code: 16, Name: 'running' },
      Tags: [{ Key: 'team', Value: 'data & <ops>' }],
      EbsOptimized: false,
    });
  });

  it('takes users of a table into a user pool once, changes what changed, and finds one that was there', async () => {
    const pool = await ask(`
answer = of('cognito-idp').create_user_pool(PoolName='people')['UserPool']['Id']
of('cognito-idp').admin_create_user(UserPoolId=answer, Username="o'neil", UserAttributes=[{'Name': 'name', 'Value': 'old'}])`);
    const cognito = await hub.connect('aws_cognito', credentials, { user_pool_id: pool, base_url: url });
    await hub.sql`create table people (id serial primary key, login text, name text)`;
    await hub.sql`insert into people (login, name) values ('ann', 'Ann'), ('o''neil', 'Liam'), ('Anna"x', 'Zoë')`;
    const made = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'People',
        source: { connection_id: hub.tables, object: 'people', key: ['id'] },
        target: { connection_id: cognito, object: 'users', match_on: ['Username'] },
        mapping: [
          { to: 'Username', from: 'login' },
          { to: 'Attributes', formula: "[{ 'Name': 'name', 'Value': name }]" },
          { to: 'MessageAction', value: 'SUPPRESS', only_on: 'create' },
        ],
      },
    });
    expect(made.error?.details.errors).toBeUndefined();
    const list = `
pages = of('cognito-idp').get_paginator('list_users').paginate(UserPoolId='${String(pool)}')
answer = {u['Username']: next(a['Value'] for a in u['Attributes'] if a['Name'] == 'name') for page in pages for u in page['Users']}`;

    expect(await hub.run(made.data.id)).toMatchObject({ read: 3, created: 2, updated: 1, failed: 0 });
    expect(await ask(list)).toEqual({ ann: 'Ann', "o'neil": 'Liam', 'Anna"x': 'Zoë' });
    expect(await hub.run(made.data.id)).toMatchObject({ read: 3, created: 0, updated: 0 });
    await hub.sql`update people set name = 'Anna' where login = 'ann'`;
    expect(await hub.run(made.data.id)).toMatchObject({ read: 3, created: 0, updated: 1 });
    expect(await ask(list)).toMatchObject({ ann: 'Anna' });
  });

  it('writes an object for each record of a table into a bucket, reads them back, and deletes those of deleted records', async () => {
    await ask(
      `answer = of('s3').create_bucket(Bucket='exports', CreateBucketConfiguration={'LocationConstraint': '${region}'})`,
    );
    const bucket = await hub.connect('s3', credentials, { bucket: 'exports', endpoint: url });
    await hub.sql`create table offices (id int primary key, city text, seats int)`;
    await hub.sql`create table offices_back (id int primary key, city text, seats int)`;
    await hub.sql`insert into offices select n, 'Straße ' || n, n * 10 from generate_series(1, 25) n`;
    const fields = ['id', 'city', 'seats'];
    const out = await hub.copy(
      { connection_id: hub.tables, object: 'offices', key: ['id'] },
      { connection_id: bucket, object: 'offices/{id}.json', on_missing: 'delete' },
      fields,
    );
    const back = await hub.copy(
      { connection_id: bucket, object: 'offices/', key: ['id'], options: { format: 'json', records_path: '$' } },
      { connection_id: hub.tables, object: 'offices_back', match_on: ['id'] },
      fields,
    );

    expect(await hub.run(out)).toMatchObject({ read: 25, created: 25, failed: 0 });
    expect(
      await ask(`
s3 = of('s3')
answer = [len(s3.list_objects_v2(Bucket='exports')['Contents']), json.loads(s3.get_object(Bucket='exports', Key='offices/7.json')['Body'].read())]`),
    ).toEqual([25, { id: 7, city: 'Straße 7', seats: 70 }]);
    expect(await hub.run(back)).toMatchObject({ read: 25, created: 25, failed: 0 });
    expect([...(await hub.sql`select * from offices_back order by id`)]).toEqual([
      ...(await hub.sql`select * from offices order by id`),
    ]);

    await hub.sql`delete from offices where id = 7`;
    expect(await hub.run(out)).toMatchObject({ read: 24, deleted: 0 });
    expect(await hub.run(out)).toMatchObject({ read: 24, deleted: 1, failed: 0 });
    expect(
      await ask(
        `answer = [o['Key'] for o in of('s3').list_objects_v2(Bucket='exports')['Contents'] if '/7.' in o['Key']]`,
      ),
    ).toEqual([]);
  });
});
