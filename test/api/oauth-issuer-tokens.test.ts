import { generateKeyPairSync, sign } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { useIssuers } from './issuer-acts.ts';
import { criticalExtension, makeSigner, toSeconds } from './oauth-acts.ts';

/** Stands still: what is remembered for seconds is forgotten by the listener alone. */
const clock: Clock = { ...systemClock, monotonic: () => 0 };
const hub = useIssuers(clock);

describe('test/api/oauth-issuer-tokens', () => {
  it('lets a token into the organization that its audience names', async () => {
    const { api_key: key, account_id: account, organization_id: rival } = await hub.api.addOrganization('Neighbour');
    const theirs = `https://hub.example/${rival}`;
    await hub.register();
    await hub.register({ audience: theirs }, key);
    // Each organization reads them for itself.
    hub.publish(hub.signer);
    hub.publish(hub.signer);

    const organizationOf = async (aud: unknown): Promise<unknown> => {
      const { status, list } = await hub.call(await hub.toToken({ aud }));
      return status === 200 ? list.some(({ id }) => id === account) : status;
    };

    expect(await organizationOf(theirs)).toBe(true);
    expect(await organizationOf([theirs, 'https://elsewhere.example'])).toBe(true);
    expect(await organizationOf(hub.ours())).toBe(false);
    // It does not say for which of both it is.
    expect(await organizationOf([theirs, hub.ours()])).toBe(401);
    expect(await organizationOf(Array.from({ length: 21 }, (_, n) => (n === 0 ? theirs : `${n}`)))).toBe(401);
    expect(await organizationOf(['\0', 7, theirs])).toBe(true);
  });

  it('lets its tokens in with the scopes of the rules that fit, and writes down the subject', async () => {
    const { data: registered } = await hub.register();
    hub.publish(hub.signer);

    const reader = await hub.toToken();
    const runner = await hub.toToken({ groups: 'others', realm_access: { roles: ['runner'] } });
    const boss = await hub.toToken({ groups: undefined, 'https://example.com/role': 'boss staff', sub: 'bob\u202e\n' });
    const nobody = await hub.toToken({ groups: { readers: true }, realm_access: ['runner'] });

    expect([(await hub.call(reader)).status, (await hub.call(reader, '/v1/runs')).status]).toEqual([200, 403]);
    expect([(await hub.call(runner)).status, (await hub.call(runner, '/v1/runs')).status]).toEqual([403, 200]);
    expect((await hub.call(nobody)).error.code).toBe('insufficient_scope');
    const created = await hub.api.request('POST', '/v1/accounts', { key: boss, body: { name: 'By a boss' } });
    const [event] = await hub.api.admin<{ actor: string }[]>`
      select actor from audit_events where resource_id = ${created.data.id}`;
    expect(event?.actor).toMatch(new RegExp(`^${registered.id}\\|bob\uFFFD\uFFFD~[0-9a-f]{16}$`));
    const me = await hub.call(reader, '/v1/me');
    expect(me.data).toMatchObject({ kind: 'external', id: `${registered.id}|alice`, name: 'Corporate' });
    // All of this with one look at the keys.
    expect(hub.stub.requests).toHaveLength(1);
  });

  it.each(['RS256', 'PS256', 'EdDSA'])('verifies %s', async (alg) => {
    const other = await makeSigner(alg);
    await hub.register({ algorithms: [alg] });
    hub.publish(other);

    expect((await hub.call(await hub.toToken({}, {}, other))).status).toBe(200);
  });

  it('refuses everything that is not quite such a token, and tells an expired one', async () => {
    await hub.register({ subjects: ['alice'] });
    hub.publish(hub.signer);
    const seconds = toSeconds(Date.now());
    const rsa = await makeSigner('RS256');
    const stranger = await makeSigner('ES256');
    const confused = await new SignJWT({ iss: hub.issuer, aud: hub.ours(), sub: 'alice', exp: seconds + 300 })
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(Buffer.from(JSON.stringify(hub.signer.jwk)));

    expect((await hub.call(await hub.toToken())).status).toBe(200);
    expect((await hub.call(await hub.toToken({}, { typ: 'at+jwt' }))).status).toBe(200);
    expect((await hub.call(await hub.toToken({}, { typ: 'JWT' }))).status).toBe(200);
    const refused = [
      await hub.toToken({}, { typ: 'logout+jwt' }),
      await hub.toToken({}, { crit: [criticalExtension], [criticalExtension]: 1 }),
      await hub.toToken({ aud: 'other' }),
      await hub.toToken({ aud: undefined }),
      await hub.toToken({ iss: `${hub.issuer}/` }),
      await hub.toToken({ nbf: seconds + 60 }),
      await hub.toToken({ exp: undefined }),
      await hub.toToken({ sub: undefined }),
      await hub.toToken({ sub: 7 }),
      await hub.toToken({ sub: '' }),
      await hub.toToken({ sub: 'mallory' }),
      await hub.toToken({}, {}, rsa),
      await hub.toToken({}, {}, stranger),
      await hub.toToken({ exp: seconds - 60 }, {}, stranger),
      confused,
    ];

    for (const token of refused) {
      const { status, error } = await hub.call(token);
      expect([status, error.details['reason']], token.slice(-30)).toEqual([401, undefined]);
    }
    expect((await hub.call(await hub.toToken({ exp: seconds - 60 }))).error.details['reason']).toBe('expired');
    // An unknown key makes us look again at most every thirty seconds.
    expect(hub.stub.requests).toHaveLength(1);
    expect((await hub.call(await hub.toToken({}, { kid: 'unknown' }))).status).toBe(401);
    expect(hub.stub.requests).toHaveLength(1);
  });

  it('refuses a token of a key that is too weak for its algorithm', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const jwk = { ...weak.publicKey.export({ format: 'jwk' }), kid: 'weak', alg: 'RS256' };
    await hub.register({ algorithms: ['RS256'] });
    hub.stub.on('GET /keys', { json: { keys: [jwk] } });
    const claims = {
      iss: hub.issuer,
      aud: hub.ours(),
      sub: 'alice',
      exp: toSeconds(Date.now()) + 300,
      groups: ['readers'],
    };
    const signed = [{ alg: 'RS256', kid: 'weak' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(signed), weak.privateKey).toString('base64url');

    const { status, error } = await hub.call(`${signed}.${signature}`);

    expect([status, error.code]).toEqual([401, 'unauthorized']);
  });

  it.each([1e300, 8.64e12 + 1, 1.8e12])('lets a token in that ends at %d, and shows an end', async (exp) => {
    await hub.register();
    hub.publish(hub.signer);

    const { status, data } = await hub.call(await hub.toToken({ exp }), '/v1/me');

    expect([status, data['expires_at']]).toEqual([200, '9999-12-31T23:59:59.999Z']);
  });
});
