import { inflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { ssoChecks } from '../../core/enums.ts';
import { ssoAdvice } from '../../core/messages/sso-checks.ts';
import { type OpenidForger, startOpenidForger } from '../lab/openid-forger.ts';
import { makeSamlKey, type SamlClaims, signXml, toAssertion, toResponse } from '../lab/saml-forger.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, openBrowser, publicUrl, welcomeOwner } from './people-acts.ts';
import { addSsoConnection, navigate, refusalOf, TxtRecords } from './sso-acts.ts';

const entityId = 'https://idp.example/metadata';
const key = makeSamlKey();
const other = makeSamlKey();
const txt = new TxtRecords();
let api: TestApi;
let forger: OpenidForger;
let owner: Browser;
let saml: Item;
let oidc: Item;
let aheadMs = 0;

beforeAll(async () => {
  forger = await startOpenidForger();
  api = await startTestApi({
    publicUrl,
    allow: [new URL(forger.issuer).host],
    resolveTxt: txt.resolve,
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
  });
  const rules = { role_rules: [{ group: 'hub-builders', role: 'builder' }] };
  owner = await welcomeOwner(api, api.organization.welcome_url, 'olive@hub.example');
  saml = await addSsoConnection(
    api,
    txt,
    {
      ...rules,
      disabled: true,
      saml: { entity_id: entityId, sso_url: 'https://idp.example/sso', certificates: [key.cert] },
    },
    { domains: ['example.com'] },
  );
  oidc = await addSsoConnection(
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
  await forger.stop();
});

const start = async (browser: Browser, id: string): Promise<Item> => {
  const { status, data } = await browser.request('POST', `/v1/sso-connections/${id}/tests`);
  expect(status).toBe(201);
  return data;
};

const read = async (browser: Browser, test: Item): Promise<Item> =>
  (await browser.request('GET', `/v1/sso-connections/${String(test['sso_connection_id'])}/tests/${test.id}`)).data;

/** Begins a test of the SAML connection. @returns what an answer of the provider would say. */
async function begin(browser: Browser): Promise<{ test: Item; claims: SamlClaims }> {
  const test = await start(browser, saml.id);
  return { test, claims: await claimsOf(browser, test) };
}

async function claimsOf(browser: Browser, test: Item): Promise<SamlClaims> {
  const sent = await navigate(api, browser, String(test['start_url']));
  const text = new URL(sent.headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? '';
  const [, requestId = ''] = / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(text, 'base64')).toString()) ?? [];
  return {
    entityId,
    audience: String(saml['metadata_url']),
    acsUrl: String(saml['redirect_url']),
    requestId,
    nameId: 'ann',
    attributes: { email: ['Ann@example.com'], displayName: ['Ann Example'], groups: ['hub-builders', 'others'] },
  };
}

function post(xml: string): Promise<Response> {
  return navigate(api, openBrowser(api), String(saml['redirect_url']), {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

const makeAnswer = (claims: SamlClaims): string => signXml(toResponse(claims, toAssertion(claims)), 'Assertion', key);

/** Rows that a sign-in would have made. */
async function countPeople(): Promise<unknown> {
  const [row] = await api.admin`
    select (select count(*)::int from users) as users, (select count(*)::int from memberships) as members,
           (select count(*)::int from identities) as identities, (select count(*)::int from user_sessions) as sessions,
           (select count(*)::int from audit_events where action like 'member.%' or action like 'session.%') as events`;
  return row;
}

describe('test/api/sso-tests', () => {
  it('has advice for every check', () => {
    expect(Object.keys(ssoAdvice).toSorted()).toEqual([...ssoChecks].toSorted());
  });

  it('shows who came and the roles that would result, and makes nothing, by a disabled connection', async () => {
    const before = await countPeople();
    const { test, claims } = await begin(owner);
    expect((await read(owner, test))['status']).toBe('waiting');
    const answer = await post(makeAnswer(claims));

    const page = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, page.pathname, page.search]).toEqual([
      303,
      `/app/settings/sign-in/${saml.id}`,
      `?test=${test.id}`,
    ]);
    const outcome = await read(owner, test);
    expect(outcome).toMatchObject({
      status: 'passed',
      person: { subject: 'ann', email: 'ann@example.com', name: 'Ann Example', groups: ['hub-builders', 'others'] },
      attributes: ['email', 'displayName', 'groups'],
      joins: true,
      roles: [{ role: 'builder' }],
    });
    expect(outcome).not.toHaveProperty('failed_check');
    expect(await countPeople()).toEqual(before);
    expect(answer.headers.getSetCookie().join()).not.toContain('hub_session=ey');
  });

  it('writes an outcome down once', async () => {
    const { test, claims } = await begin(owner);
    await post(makeAnswer({ ...claims, audience: 'https://other.example' }));
    const again = await post(makeAnswer(claims));

    expect(refusalOf(again)).toBe('expired');
    expect(await read(owner, test)).toMatchObject({ status: 'failed', failed_check: 'audience' });
  });

  const failures: Record<string, (claims: SamlClaims) => string> = {
    signature: (claims) => signXml(toResponse(claims, toAssertion(claims)), 'Assertion', other),
    algorithm: (claims) =>
      signXml(toResponse(claims, toAssertion(claims)), 'Assertion', key, {
        signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      }),
    issuer: (claims) => makeAnswer({ ...claims, entityId: 'https://evil.example' }),
    audience: (claims) => makeAnswer({ ...claims, audience: 'https://other.example' }),
    destination: (claims) => makeAnswer({ ...claims, destination: 'https://other.example/acs' }),
    recipient: (claims) =>
      makeAnswer({
        ...claims,
        confirmations: [{ recipient: 'https://other.example/acs', inResponseTo: claims.requestId }],
      }),
    time: (claims) => makeAnswer({ ...claims, shift: -400 }),
    denied: (claims) => toResponse(claims, '').replace('status:Success', 'status:Responder'),
    assertion: (claims) => toResponse(claims, toAssertion(claims) + toAssertion(claims)),
    document: (claims) => makeAnswer(claims).replace('<saml:Issuer', '<!-- --><saml:Issuer'),
    contents: (claims) => makeAnswer({ ...claims, nameId: '' }),
    role: (claims) => makeAnswer({ ...claims, attributes: { email: ['ann@example.com'] } }),
    domain: (claims) => makeAnswer({ ...claims, attributes: { email: ['ann@elsewhere.example'] } }),
    email: (claims) => makeAnswer({ ...claims, attributes: {} }),
  };

  it.each(Object.entries(failures))('names the check that failed: %s', async (check, make) => {
    const { test, claims } = await begin(owner);
    const answer = await post(make(claims));
    const outcome = await read(owner, test);

    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('test')).toBe(test.id);
    expect([outcome['status'], outcome['failed_check']]).toEqual(['failed', check]);
    expect(outcome['advice']).toBe(Object(ssoAdvice)[check]);
    expect(outcome).not.toHaveProperty('roles');
    const isBelieved = ['role', 'domain', 'email'].includes(check);
    expect('person' in outcome).toBe(isBelieved);
  });

  it('is gone after ten minutes, and takes no answer then', async () => {
    const { test, claims } = await begin(owner);
    aheadMs = 601_000;

    expect(refusalOf(await post(makeAnswer({ ...claims, shift: 601 })))).not.toBeNull();
    const { status } = await owner.request('GET', `/v1/sso-connections/${saml.id}/tests/${test.id}`);
    expect(status).toBe(404);
  });

  it('begins and is shown in the session of the tester only', async () => {
    const { browser: another } = await addMember(api, 'second@hub.example', [{ role: 'owner' }]);
    const test = await start(owner, saml.id);
    const path = `/v1/sso-connections/${saml.id}/tests/${test.id}`;

    expect(refusalOf(await navigate(api, another, String(test['start_url'])))).toBe('expired');
    expect(refusalOf(await navigate(api, openBrowser(api), String(test['start_url'])))).toBe('expired');
    expect((await another.request('GET', path)).status).toBe(404);
    expect((await api.request('GET', path)).status).toBe(404);
    const { browser: admin } = await addMember(api, 'admin@hub.example', [{ role: 'admin' }]);
    expect((await admin.request('POST', `/v1/sso-connections/${saml.id}/tests`)).status).toBe(403);
  });

  it('is tried by a program, in any browser, which shows nothing of it', async () => {
    const { data: test } = await api.request('POST', `/v1/sso-connections/${saml.id}/tests`);
    const answer = await post(makeAnswer(await claimsOf(openBrowser(api), test)));
    const page = await answer.text();

    expect([answer.status, page.includes('Ann')]).toEqual([200, false]);
    const { data } = await api.request('GET', `/v1/sso-connections/${saml.id}/tests/${test.id}`);
    expect(data).toMatchObject({ status: 'passed', person: { email: 'ann@example.com' } });
  });

  it('keeps neither assertions nor signatures', async () => {
    const { claims } = await begin(owner);
    await post(makeAnswer({ ...claims, attributes: { ...claims.attributes, secret: ['CANARYvalue'] } }));
    const rows = await api.admin`select outcome::text as text from sso_tests`;

    expect(JSON.stringify(rows)).toContain('"secret');
    expect(JSON.stringify(rows)).not.toMatch(/CANARYvalue|<saml|SignatureValue/);
  });

  /** A test of the OpenID connection, up to its end. */
  async function tryOidc(change: (url: URL) => void = () => undefined): Promise<{ outcome: Item; response: Response }> {
    const test = await start(owner, oidc.id);
    const sent = await navigate(api, owner, String(test['start_url']));
    const asked = new URL(sent.headers.get('location') ?? '').searchParams;
    forger.nonce = asked.get('nonce') ?? '';
    const back = new URL(String(oidc['redirect_url']));
    back.searchParams.set('code', 'a');
    back.searchParams.set('state', asked.get('state') ?? '');
    change(back);
    const response = await navigate(api, owner, back.href);
    return { outcome: await read(owner, test), response };
  }

  it('shows who came by OpenID Connect, and leaves the session as it is', async () => {
    const before = await countPeople();
    const { outcome, response } = await tryOidc();

    expect(outcome).toMatchObject({
      status: 'passed',
      person: { subject: 'ann', email: 'ann@corp.example', name: 'Ann', groups: [] },
      joins: true,
      roles: [{ role: 'viewer' }],
    });
    expect(outcome['attributes']).toEqual(expect.arrayContaining(['sub', 'email', 'iss']));
    expect(response.headers.getSetCookie().join()).not.toContain('__Host-hub_session');
    expect((await owner.request('GET', '/v1/me')).data).toMatchObject({ email: 'olive@hub.example' });
    expect(await countPeople()).toEqual(before);
  });

  it.each([
    ['issuer', { iss: 'https://evil.example' }],
    ['audience', { aud: 'other' }],
    ['request', { nonce: 'other' }],
    ['time', { exp: 1 }],
  ])('names the check of an ID token that failed: %s', async (check, lie) => {
    const { forge } = forger;
    forger.forge = ({ claims, sign, key: own }) => sign({ ...claims, ...lie }, own);
    const { outcome } = await tryOidc();
    forger.forge = forge;

    expect([outcome['status'], outcome['failed_check']]).toEqual(['failed', check]);
  });

  it('names a signature by another key, and a person whom the provider did not let in', async () => {
    const { forge } = forger;
    forger.forge = ({ claims, sign, other: foreign }) => sign(claims, foreign);
    const signed = await tryOidc();
    forger.forge = forge;
    const denied = await tryOidc(({ searchParams }) => {
      searchParams.delete('code');
      searchParams.set('error', 'access_denied');
    });

    expect([signed, denied].map(({ outcome }) => outcome['failed_check'])).toEqual(['signature', 'denied']);
  });

  it('names a provider that cannot be read', async () => {
    const gone = await addSsoConnection(api, txt, {
      oidc: { issuer: 'https://gone.example', client_id: 'hub', client_secret: 'secret' },
    });
    const test = await start(owner, gone.id);
    const sent = await navigate(api, owner, String(test['start_url']));

    expect(sent.headers.get('location')).toContain(`?test=${test.id}`);
    expect((await read(owner, test))['failed_check']).toBe('provider');
  });
});
