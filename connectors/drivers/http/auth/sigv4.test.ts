import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../core/clock.ts';
import { Secret } from '../../../../core/secret.ts';
import type { OutgoingRequest } from './authenticator.ts';
import { createSigner } from './sigv4.ts';

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html (the page's own example key) */
const credentials = new Secret({
  access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
});
const clock = { ...systemClock, now: () => Date.parse('2013-05-24T00:00:00Z') };

const examples: [string, { path: string; headers?: Record<string, string> }, string][] = [
  [
    'GET of an object',
    { path: '/test.txt', headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  ['GET of a setting', { path: '/?lifecycle' }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  [
    'GET of a list',
    { path: '/?max-keys=2&prefix=J' },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
];

describe('connectors/drivers/http/auth/sigv4', () => {
  it.each(examples)("signs the vendor's example: %s", async (_, { path, headers }, signature) => {
    const request: OutgoingRequest = {
      method: 'GET',
      url: new URL(`https://examplebucket.s3.amazonaws.com${path}`),
      headers: { ...headers, 'user-agent': 'any', 'accept-encoding': 'gzip' },
      body: undefined,
    };

    await createSigner('s3', credentials, clock)(request);

    expect(request.headers['authorization']).toContain(`Signature=${signature}`);
    expect(request.headers['user-agent']).toBe('any');
  });

  it.each([
    ['https://ec2.eu-west-1.amazonaws.com/', 'eu-west-1/ec2'],
    ['https://iam.amazonaws.com/', 'us-east-1/iam'],
    ['https://email.eu-central-1.amazonaws.com/v2', 'eu-central-1/ses'],
    ['https://api.ecr.us-gov-west-1.amazonaws.com/', 'us-gov-west-1/ecr'],
    ['https://ec2.cn-north-1.amazonaws.com.cn/', 'cn-north-1/ec2'],
  ])('signs %s for the service and region of its host', async (address, scope) => {
    const request: OutgoingRequest = { method: 'GET', url: new URL(address), headers: {}, body: undefined };

    await createSigner({ byHost: { email: 'ses', 'api.ecr': 'ecr' } }, credentials, clock)(request);

    expect(request.headers['authorization']).toContain(`/20130524/${scope}/aws4_request`);
  });
});
