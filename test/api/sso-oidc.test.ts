import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { ssoRefusals } from '../../services/access/single-sign-on/sso-refusal.ts';
import { refusalTexts } from '../../web/model/describe-refusal.ts';
import { type OpenidForger, startOpenidForger } from '../lab/openid-forger.ts';
import { openidClient, type OpenidProvider, startOpenidProvider } from '../lab/openid-provider.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, openBrowser, publicUrl } from './people-acts.ts';
import { addSsoConnection, navigate, refusalOf, TxtRecords } from './sso-acts.ts';

const withinASecond = { timeout: 1000, interval: 20 };
const txt = new TxtRecords();
let api: TestApi;
let provider: OpenidProvider;
let forger: OpenidForger;
let connection: Item;
let forged: Item;
let aheadMs = 0;

beforeAll(async () => {
  [provider, forger] = await Promise.all([startOpenidProvider(), startOpenidForger()]);
  api = await startTestApi({
    publicUrl,
    allow: [provider.issuer, forger.issuer].map((issuer) => new URL(issuer).host),
    resolveTxt: txt.resolve,
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
  });
  connection = await addSsoConnection(
    api,
    txt,
    { default_role: 'viewer', oidc: { issuer: provider.issuer, ...openidClient } },
    { domains: ['example.com'] },
  );
  forged = await addSsoConnection(
    api,
    txt,
    { default_role: 'viewer', oidc: { issuer: forger.issuer, client_id: 'hub', client_secret: 'secret' } },
    { domains: ['corp.example'] },
  );
});

afterEach(() => {
  aheadMs = 0;
});

afterAll(async () => {
  await api.close();
  await Promise.all([provider.stop(), forger.stop()]);
});

/** Signs in at the certified provider, as who its claims say. */
async function signInAs(claims: { sub: string; [name: string]: unknown }, id = connection.id): Promise<Visit> {
  const browser = openBrowser(api);
  for (const name of Object.keys(provider.claims)) delete provider.claims[name];
  Object.assign(provider.claims, claims);
  const started = await navigate(api, browser, `/auth/oidc/${id}/start?return_to=/app/runs`);
  const back = await provider.authorize(started.headers.get('location') ?? '');
  const response = await navigate(api, browser, `${back.pathname}${back.search}`);
  return { browser, response, refusal: refusalOf(response) };
}

interface Visit {
  browser: Browser;
  response: Response;
  refusal: string | null;
}

/** Signs in at the provider that lies. @param change What is done to the way back. */
async function signInForged(change: (back: URL, browser: Browser) => void = () => undefined): Promise<Visit> {
  const browser = openBrowser(api);
  const started = await navigate(api, browser, `/auth/oidc/${forged.id}/start`);
  const asked = new URL(started.headers.get('location') ?? '').searchParams;
  forger.nonce = asked.get('nonce') ?? '';
  const back = new URL(`${publicUrl}/auth/oidc/${forged.id}/callback?code=abc&state=${asked.get('state')}`);
  change(back, browser);
  const response = await navigate(api, browser, `${back.pathname}${back.search}`);
  return { browser, response, refusal: refusalOf(response) };
}

describe('test/api/sso-oidc', () => {
  it('makes somebody of a verified domain a member, and signs them in where they wanted to go', async () => {
    const { browser, response } = await signInAs({
      sub: 'ann',
      email: 'Ann@Example.com',
      email_verified: true,
      name: 'Ann Example',
    });

    expect([response.status, response.headers.get('location')]).toEqual([303, '/app/runs']);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    const { data: me } = await browser.request('GET', '/v1/me');
    expect(me).toMatchObject({
      kind: 'session',
      name: 'Ann Example',
      email: 'ann@example.com',
      roles: [{ role: 'viewer' }],
    });
    const { list } = await browser.request('GET', '/v1/me/sessions');
    expect(list[0]?.['methods']).toEqual(['oidc']);
    const again = await signInAs({ sub: 'ann', email: 'ann@example.com', email_verified: true });
    expect((await again.browser.request('GET', '/v1/me')).data.id).toBe(me.id);
    const { list: events } = await api.request('GET', `/v1/audit-events?action=member.added&resource_id=${me.id}`);
    expect(events[0]?.['changes']).toEqual({ sso_connection_id: connection.id });
  });

  it('leads from a session by the provider into no other organization, and names none', async () => {
    const other = await api.addOrganization('Elsewhere');
    await addMember(api, 'both@example.com', [{ role: 'viewer' }], other.api_key);
    const { browser } = await signInAs({ sub: 'both', email: 'both@example.com', email_verified: true });

    const { list } = await browser.request('GET', '/v1/me/organizations');
    const refused = await browser.request('POST', '/auth/switch-organization', {
      body: { organization_id: other.organization_id },
    });

    expect(list).toEqual([{ id: api.organization.organization_id, name: 'First', current: true, suspended: false }]);
    expect([refused.status, refused.error.details['reason']]).toEqual([403, 'sign_in_required']);
    const { data: me } = await browser.request('GET', '/v1/me');
    expect([me['organization'], me['single_sign_on']]).toEqual([{ id: list[0]?.id, name: 'First' }, true]);
  });

  it('asks with PKCE, state and nonce, and shows no secret', async () => {
    const started = await navigate(
      api,
      openBrowser(api),
      `/auth/oidc/${connection.id}/start?login_hint=ann@example.com`,
    );
    const url = new URL(started.headers.get('location') ?? '');
    const { scope, state, nonce, code_challenge: challenge, ...asked } = Object.fromEntries(url.searchParams);

    expect(asked).toEqual({
      client_id: 'hub',
      response_type: 'code',
      redirect_uri: `${publicUrl}/auth/oidc/${connection.id}/callback`,
      code_challenge_method: 'S256',
      login_hint: 'ann@example.com',
    });
    expect(scope?.split(' ')).toEqual(['openid', 'email', 'profile']);
    for (const text of [state, nonce, challenge]) expect(text).toMatch(/^[\w-]{43}$/);
    const shown = await api.request('GET', '/v1/sso-connections');
    expect(JSON.stringify(shown.body)).not.toContain('CANARY');
    expect(shown.list[0]).not.toHaveProperty('oidc.client_secret');
    const stored = await api.admin`select row_to_json(c)::text as text from sso_connections c`;
    const events = await api.admin`select row_to_json(e)::text as text from audit_events e`;
    expect(JSON.stringify([stored, events, api.logged])).not.toContain('CANARY');
  });

  it('links an address of a verified domain to the person who has it, and no other', async () => {
    const { id } = await addMember(api, 'known@example.com', [{ role: 'builder' }]);
    const { browser } = await signInAs({ sub: 'known', email: 'known@example.com', email_verified: true });
    expect((await browser.request('GET', '/v1/me')).data).toMatchObject({ id, roles: [{ role: 'builder' }] });

    await addMember(api, 'stranger@elsewhere.example', [{ role: 'admin' }]);
    const stranger = await signInAs({ sub: 'x', email: 'stranger@elsewhere.example', email_verified: true });
    const unverified = await signInAs({ sub: 'y', email: 'known@example.com', email_verified: false });
    const silent = await signInAs({ sub: 'z' });
    expect([stranger, unverified, silent].map(({ refusal }) => refusal)).toEqual([
      'domain_not_verified',
      'no_email',
      'no_email',
    ]);
    const { list } = await api.request('GET', '/v1/audit-events?action=session.refused');
    expect(list.map((event) => Object(event['changes']).reason)).toEqual([
      'no_email',
      'no_email',
      'domain_not_verified',
    ]);
  });

  it('lets a provider act in its own organization only, and set no password', async () => {
    const other = await api.addOrganization('Other');
    await addMember(api, 'both@example.com', [{ role: 'admin' }], other.api_key);
    const { browser } = await signInAs({ sub: 'both', email: 'both@example.com', email_verified: true });
    const { data: me } = await browser.request('GET', '/v1/me');
    expect(me).toMatchObject({ organization: { name: 'First' }, roles: [{ role: 'viewer' }] });

    const { browser: fresh } = await signInAs({ sub: 'fresh', email: 'fresh@example.com', email_verified: true });
    const set = await fresh.request('PUT', '/v1/me/password', { body: { password: 'correct horse battery' } });
    expect([set.status, set.error.code]).toEqual([403, 'forbidden']);
  });

  it('gives roles by group at every sign-in, and never takes an owner theirs', async () => {
    const ruled = await addSsoConnection(
      api,
      txt,
      {
        oidc: { issuer: provider.issuer, ...openidClient },
        role_rules: [
          { group: 'hub-builders', role: 'builder' },
          { group: 'hub-auditors', role: 'auditor' },
        ],
      },
      { domains: ['ruled.example'] },
    );
    const visit = (groups: string[], name = 'rita') =>
      signInAs({ sub: name, email: `${name}@ruled.example`, email_verified: true, groups }, ruled.id);
    const rolesOf = async ({ browser }: Visit) => (await browser.request('GET', '/v1/me')).data['roles'];

    expect((await visit(['others'])).refusal).toBe('no_role');
    const first = await visit(['hub-builders', 'others']);
    expect(await rolesOf(first)).toEqual([{ role: 'builder' }]);
    expect(await rolesOf(await visit(['hub-auditors']))).toEqual([{ role: 'auditor' }]);
    await expect.poll(() => rolesOf(first), withinASecond).toEqual([{ role: 'auditor' }]);
    await addMember(api, 'olive@ruled.example', [{ role: 'owner' }]);
    expect(await rolesOf(await visit(['hub-auditors'], 'olive'))).toEqual([{ role: 'owner' }]);
    const owner = await api.request('PATCH', `/v1/sso-connections/${ruled.id}`, {
      body: { role_rules: [{ group: 'a', role: 'owner' }] },
    });
    expect(owner.status).toBe(400);
  });

  it('lets in only who was invited, where it is set so, and no suspended member', async () => {
    await api.request('PATCH', `/v1/sso-connections/${connection.id}`, { body: { provisioning: 'invited' } });
    const visit = (name: string) => signInAs({ sub: name, email: `${name}@example.com`, email_verified: true });
    expect((await visit('gina')).refusal).toBe('not_invited');
    await api.request('POST', '/v1/invitations', {
      body: { email: 'gina@example.com', roles: [{ role: 'operator' }] },
    });
    const { browser } = await visit('gina');
    const { data: me } = await browser.request('GET', '/v1/me');
    expect(me['roles']).toEqual([{ role: 'operator' }]);
    await api.request('PATCH', `/v1/sso-connections/${connection.id}`, { body: { provisioning: 'jit' } });

    await api.request('PATCH', `/v1/members/${me.id}`, { body: { status: 'suspended' } });
    expect((await visit('gina')).refusal).toBe('suspended');
  });

  it('signs in with the forger, as long as it does not lie', async () => {
    const { browser, refusal } = await signInForged();
    expect(refusal).toBeNull();
    expect((await browser.request('GET', '/v1/me')).data).toMatchObject({ email: 'ann@corp.example' });
    expect(forger.exchanged.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  it('believes a new key of the provider at once, and an old one no more', async () => {
    await signInForged();
    const old = forger.forge;
    let kept = '';
    forger.forge = async (token) => (kept = await old(token));
    await signInForged();
    await forger.rotate();
    forger.forge = old;
    expect((await signInForged()).refusal).toBeNull();
    forger.forge = () => Promise.resolve(kept);
    expect((await signInForged()).refusal).toBe('invalid_answer');
    forger.forge = old;
  });

  const lies: Record<string, (token: Parameters<OpenidForger['forge']>[0]) => Promise<string>> = {
    'signed by another key': ({ claims, sign, other }) => sign(claims, other),
    'of another issuer': ({ claims, sign, key }) => sign({ ...claims, iss: 'https://evil.example' }, key),
    'for another client': ({ claims, sign, key }) => sign({ ...claims, aud: 'someone' }, key),
    'for several clients, none of them authorized': ({ claims, sign, key }) =>
      sign({ ...claims, aud: ['hub', 'other'], azp: 'other' }, key),
    'that has expired': ({ claims, sign, key }) => sign({ ...claims, exp: (claims.iat ?? 0) - 60 }, key),
    'with the nonce of another attempt': ({ claims, sign, key }) => sign({ ...claims, nonce: 'other' }, key),
    'without a nonce': ({ claims, sign, key }) => sign({ ...claims, nonce: undefined }, key),
    'without a signature': ({ claims }) => {
      const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      return Promise.resolve(`${part({ alg: 'none' })}.${part(claims)}.`);
    },
  };

  it.each(Object.entries(lies))('refuses an ID token %s', async (_what, lie) => {
    const right = forger.forge;
    forger.forge = lie;
    const { browser, refusal } = await signInForged();
    forger.forge = right;

    expect(refusal).toBe('invalid_answer');
    expect(browser.cookies.has('__Host-hub_session')).toBe(false);
  });

  const ways: Record<string, [change: (back: URL, browser: Browser) => void, refusal: string]> = {
    'another state': [(back) => back.searchParams.set('state', 'other'), 'invalid_answer'],
    'no state': [(back) => back.searchParams.delete('state'), 'invalid_answer'],
    'two states': [(back) => back.searchParams.append('state', 'other'), 'invalid_answer'],
    'the name of another issuer (mix-up)': [
      (back) => back.searchParams.set('iss', 'https://evil.example'),
      'invalid_answer',
    ],
    'an error in place of a code': [(back) => back.searchParams.set('error', 'access_denied'), 'denied'],
    'no code': [(back) => back.searchParams.delete('code'), 'invalid_answer'],
    'another browser': [(_back, browser) => browser.cookies.clear(), 'expired'],
    'a changed cookie': [(_back, browser) => browser.cookies.set('__Host-hub_login', 'AAAA'), 'expired'],
    'the attempt of another connection': [
      (back) => (back.pathname = back.pathname.replace(forged.id, connection.id)),
      'expired',
    ],
    'eleven minutes later': [() => (aheadMs = 11 * 60_000), 'expired'],
  };

  it.each(Object.entries(ways))('refuses to come back with %s', async (_what, [change, expected]) => {
    const { browser, refusal } = await signInForged(change);

    expect(refusal).toBe(expected);
    expect(browser.cookies.has('__Host-hub_session')).toBe(false);
  });

  it('has a text on the sign-in page for every refusal', () => {
    expect([...refusalTexts.keys()]).toEqual([...ssoRefusals, 'rate_limited', 'https_needed']);
  });

  it('takes an attempt once', async () => {
    const { browser, response } = await signInForged();
    expect(response.status).toBe(303);
    const again = await navigate(api, browser, `/auth/oidc/${forged.id}/callback?code=abc&state=x`);
    expect(refusalOf(again)).toBe('expired');
  });

  it('takes clocks that differ by half a minute', async () => {
    const right = forger.forge;
    const shift = (seconds: number) => {
      forger.forge = ({ claims, sign, key }) =>
        right({
          claims: { ...claims, iat: (claims.iat ?? 0) + seconds, exp: (claims.exp ?? 0) + seconds },
          sign,
          key,
          other: key,
        });
    };
    shift(20);
    expect((await signInForged()).refusal).toBeNull();
    shift(-310);
    expect((await signInForged()).refusal).toBeNull();
    shift(-340);
    expect((await signInForged()).refusal).toBe('invalid_answer');
    forger.forge = right;
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/app/../evil',
    '/app/%2e%2e/x',
    '/app/\\evil',
    '/v1/me',
    '/application',
    '/app/%0d%0aset-cookie:a',
  ])('leads nowhere but to the dashboard after signing in (%s)', async (returnTo) => {
    const browser = openBrowser(api);
    const started = await navigate(
      api,
      browser,
      `/auth/oidc/${forged.id}/start?return_to=${encodeURIComponent(returnTo)}`,
    );
    const asked = new URL(started.headers.get('location') ?? '').searchParams;
    forger.nonce = asked.get('nonce') ?? '';
    const response = await navigate(
      api,
      browser,
      `/auth/oidc/${forged.id}/callback?code=a&state=${asked.get('state')}`,
    );
    expect(response.headers.get('location')).toBe('/app/');
  });

  it('asks no private address that the operator did not open, and no provider that names itself otherwise', async () => {
    const start = async (issuer: string): Promise<string | null> => {
      const made = await addSsoConnection(api, txt, { oidc: { issuer, client_id: 'a', client_secret: 'b' } });
      return refusalOf(await navigate(api, openBrowser(api), `/auth/oidc/${made.id}/start`));
    };
    expect(await start('https://127.0.0.1:1')).toBe('unavailable');
    expect(await start('https://10.0.0.1')).toBe('unavailable');
    forger.metadata = { issuer: 'https://login.example/{tenantid}' };
    expect(await start(`${forger.issuer}/`)).toBe('unavailable');
    forger.metadata = {};
    const plain = await api.request('POST', '/v1/sso-connections', {
      body: { name: 'A', oidc: { issuer: 'http://login.example', client_id: 'a', client_secret: 'b' } },
    });
    expect(plain.error.details.errors[0]).toMatchObject({ path: 'oidc.issuer', code: 'not_https' });
  });

  it('ends its sessions within a second when it is disabled, and begins none', async () => {
    const { browser } = await signInForged();
    const ask = async (): Promise<number> => (await browser.request('GET', '/v1/me')).status;
    expect(await ask()).toBe(200);

    await api.request('PATCH', `/v1/sso-connections/${forged.id}`, { body: { disabled: true } });

    await expect.poll(ask, withinASecond).toBe(401);
    const start = await navigate(api, openBrowser(api), `/auth/oidc/${forged.id}/start`);
    expect(refusalOf(start)).toBe('unknown_connection');
    await api.request('PATCH', `/v1/sso-connections/${forged.id}`, { body: { disabled: false } });
    expect((await signInForged()).refusal).toBeNull();
    expect((await api.request('PATCH', `/v1/sso-connections/${forged.id}`, { body: { name: 'B' } })).status).toBe(200);
  });
});
