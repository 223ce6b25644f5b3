import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import { readBotocore } from './botocore.ts';
import { connectorAt, slice } from './slice-sample.ts';

describe('tools/slice/botocore', () => {
  it('cuts service models of AWS, whose operations share an address', async () => {
    const shape = (name: string): JsonObject => ({ shape: name });
    const description = readBotocore({
      metadata: { protocol: 'query', apiVersion: '2010-05-08' },
      operations: {
        GetUser: { http: { method: 'GET', requestUri: '/' } },
        ListUsers: {
          http: { method: 'GET', requestUri: '/' },
          input: shape('ListUsersRequest'),
          output: { ...shape('ListUsersResponse'), resultWrapper: 'ListUsersResult' },
        },
      },
      shapes: {
        ListUsersRequest: { type: 'structure', members: { Marker: shape('Text') } },
        ListUsersResponse: { type: 'structure', members: { Users: shape('UserList') }, required: ['Users'] },
        UserList: { type: 'list', member: shape('Text') },
        Text: { type: 'string' },
      },
    });
    const connector = connectorAt('https://iam.vendor.example', '/', { Action: 'ListUsers', Version: '2010-05-08' });
    const { contract } = await slice(connector, description);

    expect(contract.uses).toEqual({ 'users.list': 'GET / ListUsers' });
    expect(contract.operations['GET / ListUsers']?.parameters.map(({ name }) => name)).toEqual([
      'Action',
      'Version',
      'Marker',
    ]);
    expect(contract.schemas).toMatchObject({
      ListUsersResponse: { properties: { Users: { $ref: '#/$defs/UserList' } } },
      UserList: { properties: { member: { type: 'array', items: { $ref: '#/$defs/Text' } } } },
    });
  });

  it("takes what AWS's models leave out of addresses, roots and lists as it is sent", async () => {
    const bucket = { shape: 'Text', location: 'uri', locationName: 'Bucket' };
    const list = { http: { method: 'GET', requestUri: '/{Bucket}' }, input: { shape: 'Request' } };
    const listV2 = {
      ...list,
      http: { method: 'GET', requestUri: '/{Bucket}?list-type=2' },
      output: { shape: 'Output' },
    };
    const shapes = {
      Request: { type: 'structure', members: { Bucket: bucket } },
      Output: { type: 'structure', members: { Contents: { shape: 'Text' } } },
      Text: { type: 'string' },
    };
    const operations = { ListObjects: list, ListObjectsV2: listV2 };
    const s3 = readBotocore({ metadata: { protocol: 'rest-xml' }, operations, shapes });
    const stored = connectorAt('https://s3.vendor.example', '/{config.bucket}', { 'list-type': '2' });
    const ec2 = readBotocore({
      metadata: { protocol: 'ec2' },
      operations: { Describe: { http: { method: 'GET', requestUri: '/' }, input: { shape: 'Describe' } } },
      shapes: {
        Describe: { type: 'structure', members: { Owners: { shape: 'Owners', locationName: 'Owner' } } },
        Owners: { type: 'list', member: { shape: 'Text', locationName: 'Owner' } },
        Text: { type: 'string' },
      },
    });
    const described = connectorAt('https://ec2.vendor.example', '/', { Action: 'Describe' });
    const [ofS3, ofEc2] = [await slice(stored, s3), await slice(described, ec2)];

    expect(ofS3.contract.operations['GET /{Bucket}?list-type=2']).toMatchObject({
      parameters: [
        { name: 'list-type', in: 'query', schema: { const: '2' } },
        { name: 'Bucket', in: 'path' },
      ],
      responses: { 200: { schema: { type: 'object', additionalProperties: { $ref: '#/$defs/Output' } } } },
    });
    expect(ofEc2.contract.schemas['Owners.request']).toMatchObject({ type: 'array' });
  });
});
