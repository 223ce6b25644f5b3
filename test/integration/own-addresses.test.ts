import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { getConnector } from '../../connectors/registry.ts';
import { openTestSession, readAll } from '../harness/http-session.ts';
import { HttpStub } from '../harness/http.ts';

let stub: HttpStub;

beforeEach(async () => {
  stub = await HttpStub.start();
});

afterEach(() => stub.stop());

interface WithOptional {
  allow?: readonly string[];
  config: JsonObject;
  method?: string;
  credentials: Record<string, string>;
}

async function readAt(id: string, object: string, { method, ...given }: WithOptional): Promise<JsonObject[]> {
  const connector = getConnector(id);
  if (connector?.transport !== 'http') throw new Error(`There is no HTTP connector ${id}.`);
  const session = openTestSession(connector, {
    ...given,
    ...(method === undefined ? {} : { method }),
    allow: given.allow ?? [`127.0.0.1:${stub.port}`],
  });
  try {
    return (await readAll(session.openSource({ object, options: {} }))).pages.flat();
  } finally {
    await session.close();
  }
}

const keys = { access_key_id: 'AKIDEXAMPLE', secret_access_key: 'sample-secret', region: 'eu-central-1' };

/** In the form of the vendor's sample. @see https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeInstances.html */
function instances(...sets: string[]): string {
  const items = sets.map((set, index) => `<item><instanceId>i-${index}</instanceId>${set}</item>`).join('');
  return `<DescribeInstancesResponse xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>8f7724cf</requestId>
    <reservationSet><item><reservationId>r-1</reservationId><ownerId>123456789012</ownerId><groupSet/>
    <instancesSet>${items}</instancesSet></item></reservationSet></DescribeInstancesResponse>`;
}

const volume = (name: string): string =>
  `<item><deviceName>${name}</deviceName><ebs><volumeId>vol-${name}</volumeId><deleteOnTermination>true</deleteOnTermination></ebs></item>`;

describe('test/integration/own-addresses', () => {
  it('reaches no own address that the operator has not opened', async () => {
    const config = { owner: 'acme', base_url: stub.url };

    const read = readAt('github', 'members', { config, credentials: { token: 'sample-token' }, allow: [] });

    await expect(read).rejects.toMatchObject({ kind: 'config' });
    expect(stub.requests).toEqual([]);
  });

  it('reads records of EC2 with the types and lists of its model, however many volumes there are', async () => {
    const xml = instances(
      `<instanceState><code>16</code><name>running</name></instanceState><ebsOptimized>false</ebsOptimized>
       <blockDeviceMapping>${volume('a')}</blockDeviceMapping>`,
      `<blockDeviceMapping>${volume('a')}${volume('b')}</blockDeviceMapping>
       <tagSet><item><key>Name</key><value>web</value></item></tagSet>`,
      '<blockDeviceMapping/>',
    );
    stub.on('POST /', { body: xml, headers: { 'content-type': 'text/xml' } });

    const records = await readAt('aws', 'instances', { config: { base_url: stub.url }, credentials: keys });

    const [one, two, none] = records;
    expect(one).toMatchObject({
      InstanceId: 'i-0',
      OwnerId: '123456789012',
      State: { Code: 16, Name: 'running' },
      EbsOptimized: false,
      BlockDeviceMappings: [{ DeviceName: 'a', Ebs: { VolumeId: 'vol-a', DeleteOnTermination: true } }],
      Tags: [],
    });
    expect(two?.['BlockDeviceMappings']).toHaveLength(2);
    expect(two?.['Tags']).toEqual([{ Key: 'Name', Value: 'web' }]);
    expect(none?.['BlockDeviceMappings']).toEqual([]);
  });

  it('signs for the service that an own address stands in for', async () => {
    stub.on('POST /', { body: instances(), headers: { 'content-type': 'text/xml' } });

    await readAt('aws', 'instances', { config: { base_url: stub.url }, credentials: keys });

    const [request] = stub.requests;
    expect(request?.headers['authorization']).toContain('/eu-central-1/ec2/aws4_request');
    expect(request?.headers['host']).toBe(`127.0.0.1:${stub.port}`);
  });

  it('reads GitHub Enterprise Server below its own base URL, page by page', async () => {
    const next = `${stub.url}/api/v3/organizations/1/members?page=2`;
    stub
      .on('GET /api/v3/orgs/acme/members', {
        json: [{ id: 1, login: 'ann' }],
        headers: { link: `<${next}>; rel="next"` },
      })
      .on('GET /api/v3/organizations/1/members?page=2', { json: [{ id: 2, login: 'bob' }] });

    const members = await readAt('github', 'members', {
      config: { owner: 'acme', base_url: `${stub.url}/api/v3` },
      credentials: { token: 'sample-token' },
    });

    expect(members.map(({ login }) => login)).toEqual(['ann', 'bob']);
  });

  it('gets tokens at the own address too', async () => {
    stub
      .on('POST /oauth_token.do', { json: { access_token: 'sample-access-token', expires_in: 1800 } })
      .on('GET /api/now/table/incident', { json: { result: [] } });

    await readAt('servicenow', 'incidents', {
      config: { instance: 'acme', base_url: stub.url },
      method: 'client_credentials',
      credentials: { client_id: 'me', client_secret: 'sample-secret' },
    });

    expect(stub.requests.at(-1)?.headers['authorization']).toBe('Bearer sample-access-token');
  });
});
