import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { Secret } from '../../../core/secret.ts';
import type { OutgoingRequest } from './authenticate.ts';
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

describe('connectors/kit/auth/sigv4', () => {
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
});
