import { describe, expect, it } from 'vitest';
import type { OutgoingRequest } from './authenticator.ts';
import { answerChallenge, createDigest, readChallenge } from './digest.ts';

/** @see https://www.rfc-editor.org/rfc/rfc7616#section-3.9.1 */
const offered =
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, ' +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS", ' +
  'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, ' +
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"';
const turn = {
  username: 'Mufasa',
  password: 'Circle of Life',
  cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
  count: 1,
};

function toRequest(): OutgoingRequest {
  return { method: 'GET', url: new URL('http://www.example.org/dir/index.html'), headers: {}, body: undefined };
}

describe('connectors/drivers/http/auth/digest', () => {
  it.each([
    [offered, 'SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    [offered.slice(offered.lastIndexOf('Digest')), 'MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ])("answers RFC 7616's challenge, the strongest of those offered", (header, algorithm, response) => {
    const challenge = readChallenge(header);

    expect(challenge?.algorithm).toBe(algorithm);
    expect(challenge && answerChallenge(challenge, toRequest(), turn)).toContain(`response="${response}"`);
  });

  it('hashes the name of the user where the server asks for it', () => {
    const challenge = readChallenge(
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", ' +
        'opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true',
    );
    const login = { ...turn, username: 'Jäsøn Doe', password: 'Secret, or not?' };

    const answer = challenge && answerChallenge(challenge, toRequest(), login);

    expect(answer).toContain('username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b"');
    expect(answer).toContain('userhash=true');
  });

  it('asks without credentials first, counts the nonce up, and gives up where an answer is refused', async () => {
    const authenticate = createDigest(() => [turn.username, turn.password]);
    const { signal } = new AbortController();
    const challenged = { status: 401, headers: { 'www-authenticate': offered } };
    const send = async (): Promise<[string | undefined, boolean | undefined]> => {
      const request = toRequest();
      const recover = await authenticate(request, signal);
      return [request.headers['authorization'], await recover?.(challenged, signal)];
    };

    const [first, again] = await send();
    const [second, refused] = await send();
    const [third] = await send();

    expect([first, again, refused]).toEqual([undefined, true, false]);
    expect(second).toContain('nc=00000001');
    expect(third).toContain('nc=00000002');
  });

  it('says so where it knows none of the digests that are offered', () => {
    expect(() => readChallenge('Digest realm="a", nonce="b", algorithm=TIGER')).toThrow('unsupported kind');
    expect(readChallenge('Basic realm="a"')).toBeUndefined();
  });
});
