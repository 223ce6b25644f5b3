import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { toUuid } from '../../core/ids.ts';
import { type Answer, startTestApi } from './harness.ts';
import { issuersPath, scopeRules, useIssuers } from './issuer-acts.ts';
import { addKey } from './oauth-acts.ts';

/** Stands still: what is remembered for seconds is forgotten by the listener alone. */
const clock: Clock = { ...systemClock, monotonic: () => 0 };
const hub = useIssuers(clock);

describe('test/api/oauth-issuers', () => {
  it('keeps what was registered', async () => {
    const { status, data, headers } = await hub.register({ subjects: ['alice'] });
    const { list } = await hub.api.request('GET', issuersPath);

    expect([status, headers.get('location')]).toEqual([201, `${issuersPath}/${data.id}`]);
    expect(data.id).toMatch(/^iss_/);
    expect(data).toMatchObject({ issuer: hub.issuer, subjects: ['alice'], scope_rules: scopeRules, disabled: false });
    expect(list).toContainEqual(data);
    const { data: same } = await hub.api.request('PUT', `${issuersPath}/${data.id}`, { body: data });
    expect(same).toEqual(data);
  });

  it('is registered once for an audience, by as many organizations as like, who learn nothing of one another', async () => {
    const { api_key: key, organization_id: rival } = await hub.api.addOrganization('Rival');

    const answers = [
      await hub.register(),
      await hub.register({ audience: `second/${hub.ours()}` }),
      await hub.register(),
    ];
    const theirs = await hub.register({ audience: `https://hub.example/${rival}` }, key);
    const stolen = await hub.register({}, key);

    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(answers[2]?.error.message).toBe('An issuer with this `issuer` and `audience` is already registered.');
    const change = { body: { audience: hub.ours() } };
    const taken = await hub.api.request('PATCH', `${issuersPath}/${answers[1]?.data.id}`, change);
    expect([taken.status, taken.error.code]).toEqual([409, 'conflict']);
    expect(theirs.status).toBe(201);
    expect([stolen.status, stolen.error.details.errors]).toEqual([
      400,
      [expect.objectContaining({ path: 'audience', code: 'organization_missing' })],
    ]);
    expect(JSON.stringify(stolen.error)).not.toContain(hub.api.organization.organization_id);
  });

  it('goes on with what was registered before audiences named the organization', async () => {
    const { data } = await hub.register();
    await hub.api.admin`update token_issuers set audience = 'hub' where id = ${toUuid('tokenIssuer', data.id) ?? ''}`;
    hub.publish(hub.signer);

    expect((await hub.call(await hub.toToken({ aud: 'hub' }))).status).toBe(200);
    const renamed = await hub.api.request('PATCH', `${issuersPath}/${data.id}`, { body: { name: 'Old' } });
    expect([renamed.status, renamed.data['audience']]).toEqual([200, 'hub']);
    expect((await hub.call(await hub.toToken({ aud: 'hub' }))).status).toBe(200);
    expect((await hub.api.request('PATCH', `${issuersPath}/${data.id}`, { body: { audience: 'other' } })).status).toBe(
      400,
    );
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['our own issuer', { issuer: 'http://hub.example' }, 'issuer', 'own_issuer'],
    ['our own issuer with a slash', { issuer: 'http://hub.example/' }, 'issuer', 'own_issuer'],
    ['keys over http', { jwks_uri: 'http://keys.example/' }, 'jwks_uri', 'not_https'],
    ['keys over another protocol', { jwks_uri: 'file:///etc/passwd' }, 'jwks_uri', 'not_https'],
    ['keys with a password', { jwks_uri: 'https://a:b@keys.example/' }, 'jwks_uri', 'invalid_url'],
    ['an issuer with a query', { issuer: 'https://a.example/?x' }, 'issuer', 'invalid_url'],
    ['an audience of nobody', { audience: 'hub' }, 'audience', 'organization_missing'],
    ['keys at an address of a cloud', { jwks_uri: 'https://169.254.169.254/' }, 'jwks_uri', 'address_not_allowed'],
    ['keys at a private address', { jwks_uri: 'https://10.0.0.1/keys' }, 'jwks_uri', 'address_not_allowed'],
    ['keys at a private IPv6 address', { jwks_uri: 'https://[fd00::1]/' }, 'jwks_uri', 'address_not_allowed'],
    ['keys at what is no URI', { jwks_uri: 'https://keys.example/{tenant}' }, 'jwks_uri', 'invalid_url'],
    ['an issuer that is no URL', { issuer: 'accounts' }, 'issuer', 'invalid_url'],
    ['symmetric algorithms', { algorithms: ['HS256'] }, 'algorithms[0]', 'invalid_value'],
    ['no algorithm', { algorithms: [] }, 'algorithms', 'too_small'],
    ['no rule', { scope_rules: [] }, 'scope_rules', 'too_small'],
  ])('refuses %s', async (_, body, where, code) => {
    const { status, error } = await hub.register(body);

    expect(status).toBe(400);
    expect(error.details.errors).toContainEqual(expect.objectContaining({ path: where, code }));
  });

  it('refuses http on this machine where the operator did not open it', async () => {
    const closed = await startTestApi();
    try {
      const { status, error } = await closed.request('POST', issuersPath, {
        body: {
          name: 'Local',
          issuer: 'https://a.example',
          audience: closed.organization.organization_id,
          jwks_uri: hub.stub.url,
          algorithms: ['ES256'],
          scope_rules: scopeRules,
        },
      });
      expect([status, error.details.errors[0]?.code]).toEqual([400, 'not_https']);
    } finally {
      await closed.close();
    }
  });

  it('grants only what the caller has, also by a change', async () => {
    const key = await addKey(hub.api, ['members:write', 'accounts:read']);
    const { data } = await hub.register();

    const created = await hub.register({ issuer: 'https://other.example' }, key);
    const changes = [
      { jwks_uri: 'https://mine.example/keys' },
      { subjects: ['me'] },
      { audience: `mine/${hub.ours()}` },
    ];
    const changed = [];
    for (const body of changes)
      changed.push(await hub.api.request('PATCH', `${issuersPath}/${data.id}`, { key, body }));
    const deleted = await hub.api.request('DELETE', `${issuersPath}/${data.id}`, { key });
    const moved = await hub.api.request('PATCH', `${issuersPath}/${data.id}`, {
      body: { issuer: 'https://other.example' },
    });

    expect([created.status, created.error.details['required_scopes']]).toEqual([403, ['runs:read', '*']]);
    expect(changed.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(deleted.status).toBe(403);
    expect(moved.error.details.errors[0]?.code).toBe('read_only');
  });

  it('refuses its tokens as soon as it is disabled, changed or deleted', async () => {
    const { data } = await hub.register();
    hub.publish(hub.signer);
    const token = await hub.toToken();
    expect((await hub.call(token)).status).toBe(200);
    const change = (body: Record<string, unknown>): Promise<Answer> =>
      hub.api.request('PATCH', `${issuersPath}/${data.id}`, { body });
    const becomes = async (status: number): Promise<void> => {
      await expect.poll(async () => (await hub.call(token)).status).toBe(status);
    };

    await change({ disabled: true });
    await becomes(401);
    await change({ disabled: false });
    await becomes(200);
    await change({ audience: `other/${hub.ours()}` });
    await becomes(401);
    await change({ audience: hub.ours(), scope_rules: [scopeRules[1]] });
    await becomes(403);
    await change({ scope_rules: scopeRules });
    await becomes(200);
    await hub.api.request('DELETE', `${issuersPath}/${data.id}`);
    await becomes(401);
  });
});
