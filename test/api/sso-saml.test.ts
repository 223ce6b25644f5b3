import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeId, makeSamlKey, type SamlClaims, signXml, toAssertion, toResponse } from '../lab/saml-forger.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { type Browser, openBrowser, publicUrl } from './people-acts.ts';
import { addSsoConnection, navigate, refusalOf, TxtRecords } from './sso-acts.ts';

const entityId = 'https://idp.example/metadata';
const key = makeSamlKey();
const other = makeSamlKey();
const txt = new TxtRecords();
let api: TestApi;
let connection: Item;

beforeAll(async () => {
  api = await startTestApi({ publicUrl, resolveTxt: txt.resolve });
  connection = await addSsoConnection(
    api,
    txt,
    {
      default_role: 'viewer',
      role_rules: [{ group: 'hub-builders', role: 'builder' }],
      saml: { entity_id: entityId, sso_url: 'https://idp.example/sso', certificates: [key.cert] },
    },
    { domains: ['example.com'] },
  );
});

afterAll(() => api.close());

/** Begins to sign in. @returns what an answer of the provider would say. */
async function begin(browser: Browser, id = connection.id): Promise<SamlClaims> {
  const started = await navigate(api, browser, `/auth/saml/${id}/start?return_to=/app/runs`);
  const sent = new URL(started.headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? '';
  const request = inflateRawSync(Buffer.from(sent, 'base64')).toString();
  const [, requestId = ''] = / ID="([^"]+)"/.exec(request) ?? [];
  return {
    entityId,
    audience: `${publicUrl}/auth/saml/${id}/metadata`,
    acsUrl: `${publicUrl}/auth/saml/${id}/acs`,
    requestId,
    nameId: 'ann',
    attributes: { email: ['Ann@example.com'], displayName: ['Ann Example'], groups: ['hub-builders', 'others'] },
  };
}

/** Posts an answer as a page of the provider does: without our cookies. */
function post(xml: string, path = new URL(String(connection['redirect_url'])).pathname): Promise<Response> {
  return postText(Buffer.from(xml).toString('base64'), path);
}

function postText(text: string, path = new URL(String(connection['redirect_url'])).pathname): Promise<Response> {
  return navigate(api, openBrowser(api), path, {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse: text }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

const makeAnswer = (claims: SamlClaims): string => signXml(toResponse(claims, toAssertion(claims)), 'Assertion', key);

/** @param change What is done to the claims, and to the answer. */
async function signIn(
  change: (claims: SamlClaims) => SamlClaims = (claims) => claims,
  make: (claims: SamlClaims) => string = makeAnswer,
): Promise<{ browser: Browser; refusal: string | null; location: string | null }> {
  const browser = openBrowser(api);
  const accepted = await post(make(change(await begin(browser))));
  if (refusalOf(accepted) !== null) return { browser, refusal: refusalOf(accepted), location: null };
  const finished = await navigate(api, browser, accepted.headers.get('location') ?? '');
  return { browser, refusal: refusalOf(finished), location: finished.headers.get('location') };
}

describe('test/api/sso-saml', () => {
  it('makes somebody of a verified domain a member, with the role of their group', async () => {
    const { browser, location, refusal } = await signIn();

    expect([refusal, location]).toEqual([null, '/app/runs']);
    const { data: me } = await browser.request('GET', '/v1/me');
    expect(me).toMatchObject({ name: 'Ann Example', email: 'ann@example.com', roles: [{ role: 'builder' }] });
    const { list } = await browser.request('GET', '/v1/me/sessions');
    expect(list[0]?.['methods']).toEqual(['saml']);
  });

  it('describes itself to providers', async () => {
    const answer = await api.app.request(new URL(String(connection['metadata_url'])).pathname);
    const xml = await answer.text();

    expect(answer.headers.get('content-type')).toMatch(/^application\/samlmetadata\+xml/);
    expect(xml).toContain(`entityID="${String(connection['metadata_url'])}"`);
    expect(xml).toContain(`Location="${String(connection['redirect_url'])}"`);
  });

  it('signs requests with a key that is never shown', async () => {
    const signed = await addSsoConnection(api, txt, {
      saml: {
        entity_id: 'https://strict.example',
        sso_url: 'https://strict.example/sso',
        certificates: [key.cert],
        sign_requests: true,
        signing_key: other.key,
        signing_certificate: other.cert,
      },
    });
    const started = await navigate(api, openBrowser(api), `/auth/saml/${signed.id}/start`);
    const { searchParams } = new URL(started.headers.get('location') ?? '');
    expect(searchParams.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(searchParams.get('Signature')).toMatch(/^[\w+/]{300,}={0,2}$/);
    const metadata = await (await api.app.request(new URL(String(signed['metadata_url'])).pathname)).text();
    expect(metadata).toContain('AuthnRequestsSigned="true"');
    const stored = await api.admin`select row_to_json(c)::text as text from sso_connections c`;
    expect(JSON.stringify([stored, signed])).not.toContain('PRIVATE KEY');
    const lacking = await api.request('POST', '/v1/sso-connections', {
      body: {
        name: 'A',
        saml: { entity_id: 'a', sso_url: 'https://a.example', certificates: [key.cert], sign_requests: true },
      },
    });
    expect(lacking.error.details.errors.map(({ path }) => path)).toEqual([
      'saml.signing_key',
      'saml.signing_certificate',
    ]);
  });

  it.each([
    ['either', ['Assertion'], null],
    ['either', ['Response'], null],
    ['either', ['Assertion', 'Response'], null],
    ['either', [], 'invalid_answer'],
    ['assertion', ['Assertion'], null],
    ['assertion', ['Response'], 'invalid_answer'],
    ['response', ['Response'], null],
    ['response', ['Assertion'], 'invalid_answer'],
    ['both', ['Assertion', 'Response'], null],
    ['both', ['Assertion'], 'invalid_answer'],
    ['both', ['Response'], 'invalid_answer'],
  ] as const)('wants %s signed, and is given %j', async (signed, elements, refusal) => {
    await api.request('PATCH', `/v1/sso-connections/${connection.id}`, { body: { saml: { signed } } });
    const make = (claims: SamlClaims): string =>
      elements.reduce((xml: string, element) => signXml(xml, element, key), toResponse(claims, toAssertion(claims)));

    const visit = await signIn(undefined, make);

    await api.request('PATCH', `/v1/sso-connections/${connection.id}`, { body: { saml: { signed: 'either' } } });
    expect(visit.refusal).toBe(refusal);
  });

  const lies: Record<string, (claims: SamlClaims) => SamlClaims> = {
    'of another issuer': (claims) => ({ ...claims, entityId: 'https://evil.example' }),
    'for another audience': (claims) => ({ ...claims, audience: 'https://other.example' }),
    'for another recipient': (claims) => ({
      ...claims,
      confirmations: [{ recipient: 'https://other.example/acs', inResponseTo: claims.requestId }],
    }),
    'for us and for another recipient': (claims) => ({
      ...claims,
      confirmations: [
        { recipient: claims.acsUrl, inResponseTo: claims.requestId },
        { recipient: 'https://other.example/acs', inResponseTo: claims.requestId },
      ],
    }),
    'sent to another destination': (claims) => ({ ...claims, destination: 'https://other.example/acs' }),
    'to a request that we did not make': (claims) => ({ ...claims, requestId: makeId() }),
    'whose envelope names our request, and whose assertion another': (claims) => ({
      ...claims,
      requestId: makeId(),
      responseInResponseTo: claims.requestId,
    }),
    'that has expired': (claims) => ({ ...claims, shift: -400 }),
    'from the future': (claims) => ({ ...claims, shift: 120 }),
    'without a name': (claims) => ({ ...claims, nameId: '' }),
  };

  it.each(Object.entries(lies))('refuses an answer %s', async (_what, lie) => {
    expect((await signIn(lie)).refusal).toBe('invalid_answer');
  });

  const forgeries: Record<string, (claims: SamlClaims) => string> = {
    'signed by another key, whose certificate it brings': (claims) =>
      signXml(toResponse(claims, toAssertion(claims)), 'Assertion', other),
    'signed by SHA-1': (claims) =>
      signXml(toResponse(claims, toAssertion(claims)), 'Assertion', key, {
        signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      }),
    'whose digest is SHA-1': (claims) =>
      signXml(toResponse(claims, toAssertion(claims)), 'Assertion', key, {
        digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
      }),
    'that was changed after it was signed': (claims) => makeAnswer(claims).replace('>ann<', '>bob<'),
    'with a forged assertion before the signed one': (claims) =>
      makeAnswer(claims).replace('<saml:Assertion', `${toAssertion({ ...claims, nameId: 'bob' })}<saml:Assertion`),
    'with a forged assertion behind the signed one': (claims) =>
      makeAnswer(claims).replace('</samlp:Response>', `${toAssertion({ ...claims, nameId: 'bob' })}</samlp:Response>`),
    'with the signed assertion wrapped in a forged one': (claims) => {
      const signed = /<saml:Assertion.*<\/saml:Assertion>/s.exec(makeAnswer(claims))?.[0] ?? '';
      const forged = toAssertion({ ...claims, nameId: 'bob' }).replace(
        '</saml:Assertion>',
        `${signed}</saml:Assertion>`,
      );
      return toResponse(claims, forged);
    },
    'with the signed assertion hidden in an extension': (claims) => {
      const signed = /<saml:Assertion.*<\/saml:Assertion>/s.exec(makeAnswer(claims))?.[0] ?? '';
      const forged = toResponse(claims, toAssertion({ ...claims, nameId: 'bob' }));
      return forged.replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`);
    },
    'with two roots': (claims) => `${makeAnswer(claims)}<samlp:Response/>`,
    'with a document type': (claims) => `<!DOCTYPE r [<!ENTITY e "x">]>${makeAnswer(claims)}`,
    'with an entity that grows': (claims) =>
      `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${makeAnswer(claims)}`,
    'with a comment in the name': (claims) => makeAnswer({ ...claims, nameId: 'ann<!-- -->.example' }),
    'with a CDATA section': (claims) => makeAnswer({ ...claims, nameId: '<![CDATA[ann]]>' }),
    'with an instruction': (claims) => makeAnswer(claims).replace('<saml:Issuer', '<?php x ?><saml:Issuer'),
    'with an encrypted assertion': (claims) =>
      toResponse(claims, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
    'without an assertion': (claims) => toResponse(claims, ''),
    'that is too large': (claims) => makeAnswer({ ...claims, attributes: { a: ['x'.repeat(300_000)] } }),
    'with too many elements': (claims) =>
      makeAnswer(claims).replace('<samlp:Status>', `${'<a/>'.repeat(6000)}<samlp:Status>`),
    'that is too deep': (claims) =>
      makeAnswer(claims).replace('<samlp:Status>', `${'<a>'.repeat(100)}${'</a>'.repeat(100)}<samlp:Status>`),
    'that is no XML': () => 'not xml',
    'that says that signing in failed': (claims) =>
      toResponse(claims, '').replace('status:Success', 'status:Responder'),
  };

  it.each(Object.entries(forgeries))('refuses an answer %s', async (_what, make) => {
    expect((await signIn(undefined, make)).refusal).toBe('invalid_answer');
  });

  it.each(['', '%%%', 'AAA', Buffer.from([0xff, 0xfe, 0x3c]).toString('base64')])(
    'refuses text that is no answer (%s)',
    async (text) => {
      expect(refusalOf(await postText(text))).toBe('invalid_answer');
    },
  );

  it('takes an answer once', async () => {
    const browser = openBrowser(api);
    const xml = makeAnswer(await begin(browser));
    const first = await post(xml);
    expect(refusalOf(first)).toBeNull();
    expect(refusalOf(await post(xml))).toBe('expired');
    const finish = first.headers.get('location') ?? '';
    expect(refusalOf(await navigate(api, openBrowser(api), finish))).toBe('expired');
    expect(refusalOf(await navigate(api, browser, finish))).toBeNull();
    expect(refusalOf(await navigate(api, browser, finish))).toBe('expired');
  });

  it('signs in no other browser than the one that asked (login CSRF)', async () => {
    const attacker = await begin(openBrowser(api));
    const accepted = await post(makeAnswer(attacker));
    const victim = openBrowser(api);
    await begin(victim);

    expect(refusalOf(await navigate(api, victim, accepted.headers.get('location') ?? ''))).toBe('expired');
    expect(victim.cookies.has('__Host-hub_session')).toBe(false);
  });

  it('begins by itself where the provider did (unsolicited answers)', async () => {
    const claims = await begin(openBrowser(api));
    const answer = await post(makeAnswer({ ...claims, responseInResponseTo: '' }));

    expect([answer.status, answer.headers.get('location')]).toEqual([303, connection['start_url']]);
  });

  it('takes no answer to a request of another connection', async () => {
    const twin = await addSsoConnection(api, txt, {
      saml: { entity_id: entityId, sso_url: 'https://idp.example/sso', certificates: [key.cert] },
    });
    const foreign = await begin(openBrowser(api), twin.id);
    const mine = await begin(openBrowser(api));

    expect(refusalOf(await post(makeAnswer({ ...mine, requestId: foreign.requestId })))).toBe('invalid_answer');
    expect(refusalOf(await post(makeAnswer(foreign)))).toBe('invalid_answer');
  });

  it('keeps a session no longer than the provider wants', async () => {
    const sessionEnds = new Date(Date.now() + 3_600_000).toISOString();
    const { browser } = await signIn((claims) => ({ ...claims, sessionEnds }));
    const { list } = await browser.request('GET', '/v1/me/sessions');

    expect(list[0]?.['expires_at']).toBe(sessionEnds);
  });

  it('knows a person by their address where the name is for one occasion', async () => {
    const transient = { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' };
    const ids = [];
    for (const nameId of [makeId(), makeId()]) {
      const { browser } = await signIn((claims) => ({ ...claims, ...transient, nameId }));
      ids.push((await browser.request('GET', '/v1/me')).data.id);
    }
    expect(new Set(ids).size).toBe(1);
    const nameless = await signIn((claims) => ({ ...claims, ...transient, attributes: {} }));
    expect(nameless.refusal).toBe('no_email');
  });

  it('takes a second certificate while the provider changes its key', async () => {
    const patch = (certificates: string[]) =>
      api.request('PATCH', `/v1/sso-connections/${connection.id}`, { body: { saml: { certificates } } });
    const make = (claims: SamlClaims): string => signXml(toResponse(claims, toAssertion(claims)), 'Assertion', other);
    await patch([key.cert, other.cert]);
    expect((await signIn()).refusal).toBeNull();
    expect((await signIn(undefined, make)).refusal).toBeNull();
    await patch([key.cert]);
    expect((await signIn(undefined, make)).refusal).toBe('invalid_answer');
    expect((await patch(['not a certificate'])).status).toBe(400);
  });
});
