import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { aes128gcm, aes256cbc, encryptXml, type Encryption, rsa15 } from '../lab/saml-encrypter.ts';
import { makeSamlKey, type SamlClaims, signXml, toAssertion, toResponse } from '../lab/saml-forger.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { openBrowser, publicUrl } from './people-acts.ts';
import { addSsoConnection, navigate, refusalOf, TxtRecords } from './sso-acts.ts';

const entityId = 'https://idp.example/metadata';
const signer = makeSamlKey({ days: 90 });
const other = makeSamlKey();
const txt = new TxtRecords();
let api: TestApi;
let connection: Item;
let aheadMs = 0;

beforeAll(async () => {
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  api = await startTestApi({ publicUrl, resolveTxt: txt.resolve, clock });
  const saml = { entity_id: entityId, sso_url: 'https://idp.example/sso', certificates: [signer.cert] };
  connection = await addSsoConnection(api, txt, { default_role: 'viewer', saml }, { domains: ['example.com'] });
  await rotate();
});

beforeEach(() => {
  aheadMs = 0;
});

afterAll(() => api.close());

const path = (): string => `/v1/sso-connections/${connection.id}/encryption-key`;
const rotate = async (): Promise<Item> => (await api.request('POST', path())).data;
const certificateOf = (item: Item): string => Object(item['encryption']).certificate;
const readCertificate = async (): Promise<string> =>
  certificateOf((await api.request('GET', `/v1/sso-connections/${connection.id}`)).data);

type Make = (claims: SamlClaims, certificate: string) => string;

/** What is signed of the answer; the assertion before it is encrypted. */
function make(elements: readonly string[], options: Encryption = {}): Make {
  return (claims, certificate) => {
    const envelope = toResponse(claims, toAssertion(claims));
    const inner = elements.includes('Assertion') ? signXml(envelope, 'Assertion', signer) : envelope;
    const whole = inner.replace(/<saml:Assertion.*<\/saml:Assertion>/s, (xml) => encryptXml(xml, certificate, options));
    return elements.includes('Response') ? signXml(whole, 'Response', signer) : whole;
  };
}

/** Signs in, as a test of the connection that says which check failed, and as people do. */
async function answer(build: Make, certificate?: string): Promise<unknown> {
  const pem = certificate ?? (await readCertificate());
  const test = await api.request('POST', `/v1/sso-connections/${connection.id}/tests`);
  await post(build(await begin(String(test.data['start_url'])), pem));
  const tried = await api.request('GET', `/v1/sso-connections/${connection.id}/tests/${test.data.id}`);
  const refusal = refusalOf(await post(build(await begin(String(connection['start_url'])), pem)));
  expect(refusal).toBe(tried.data['status'] === 'passed' ? null : 'invalid_answer');
  return tried.data['failed_check'] ?? tried.data['status'];
}

async function begin(start: string): Promise<SamlClaims> {
  const sent = await navigate(api, openBrowser(api), start);
  const text = new URL(sent.headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? '';
  const [, requestId = ''] = / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(text, 'base64')).toString()) ?? [];
  return {
    entityId,
    audience: String(connection['metadata_url']),
    acsUrl: String(connection['redirect_url']),
    requestId,
    nameId: 'ann',
    attributes: { email: ['ann@example.com'] },
  };
}

function post(xml: string): Promise<Response> {
  return navigate(api, openBrowser(api), String(connection['redirect_url']), {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

const signed = make(['Assertion']);
/** Changes what is encrypted. */
const inside =
  (change: (xml: string, claims: SamlClaims) => string): Make =>
  (claims, certificate) => {
    const xml = signXml(toAssertion(claims), 'Assertion', signer);
    return toResponse(claims, encryptXml(change(xml, claims), certificate));
  };

describe('test/api/sso-encryption', () => {
  it('shows the provider the certificate, and nobody the private key', async () => {
    const metadata = await (await api.app.request(new URL(String(connection['metadata_url'])).pathname)).text();
    const bare = (await readCertificate()).replaceAll(/-----[^-]+-----|\s/g, '');

    expect(metadata).toContain('use="encryption"');
    expect(metadata.replaceAll(/\s/g, '')).toContain(bare);
    expect(metadata).toContain('aes256-gcm');
    expect(metadata).not.toContain('cbc');
    const shown = await api.request('GET', `/v1/sso-connections/${connection.id}`);
    const logged = await api.request('GET', `/v1/audit-events?resource_id=${connection.id}`);
    const stored = await api.admin`select row_to_json(c)::text as text from sso_connections c`;
    expect(logged.list.map((event) => event['action'])).toContain('sso_connection.encryption_key_made');
    expect(JSON.stringify([shown.data, logged.list])).not.toContain('sealed');
    expect(JSON.stringify([shown.data, logged.list, stored, metadata])).not.toContain('PRIVATE KEY');
    expect(shown.data['certificates']).toMatchObject([{ of: 'provider' }, { of: 'hub', ends: 'later' }]);
  });

  it.each([
    ['either', ['Assertion'], 'passed'],
    ['either', ['Response'], 'passed'],
    ['either', ['Assertion', 'Response'], 'passed'],
    ['either', [], 'signature'],
    ['assertion', ['Assertion'], 'passed'],
    ['assertion', ['Response'], 'signature'],
    ['response', ['Response'], 'passed'],
    ['response', ['Assertion'], 'signature'],
    ['both', ['Assertion', 'Response'], 'passed'],
    ['both', ['Assertion'], 'signature'],
    ['both', ['Response'], 'signature'],
  ])('wants %s signed, and is given %j with an encrypted assertion', async (policy, elements, outcome) => {
    const patch = (value: string) =>
      api.request('PATCH', `/v1/sso-connections/${connection.id}`, { body: { saml: { signed: value } } });
    await patch(policy);
    const seen = await answer(make(elements));
    await patch('either');

    expect(seen).toBe(outcome);
  });

  it.each<[string, Encryption, string]>([
    ['AES-128-GCM', { content: aes128gcm }, 'passed'],
    ['a named SHA-1', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }, 'passed'],
    ['CBC', { content: aes256cbc }, 'content_encryption'],
    ['RSA 1.5', { transport: rsa15 }, 'key_encryption'],
    ['another digest', { digest: 'http://www.w3.org/2001/04/xmlenc#sha256' }, 'key_encryption'],
    ['an unknown cipher', { content: 'urn:none' }, 'content_encryption'],
    [
      'a changed tag',
      { spoil: (data) => Buffer.from(data.map((byte, at) => (at === data.length - 1 ? byte ^ 1 : byte))) },
      'encryption',
    ],
    ['too little content', { spoil: () => Buffer.from('a') }, 'encryption'],
    ['no content', { spoil: () => Buffer.alloc(0) }, 'encryption'],
    ['a random encrypted key', { spoilKey: (key) => Buffer.alloc(key.length, 7) }, 'encryption'],
    ['a short encrypted key', { spoilKey: () => Buffer.from('a') }, 'encryption'],
    ['a content key of another length', { content: aes128gcm, contentKeyBytes: 32 }, 'encryption'],
  ])('answers an assertion that is encrypted with %s', async (_what, options, outcome) => {
    expect(await answer(make(['Assertion'], options))).toBe(outcome);
  });

  it('refuses what is encrypted for another key', async () => {
    expect(await answer(signed, other.cert)).toBe('encryption');
  });

  it.each<[string, Make, string]>([
    [
      'two encrypted assertions',
      (claims, pem) =>
        signed(claims, pem).replace('</samlp:Response>', `${encryptXml(toAssertion(claims), pem)}</samlp:Response>`),
      'assertion',
    ],
    [
      'one in clear beside it',
      (claims, pem) => signed(claims, pem).replace('</samlp:Response>', `${toAssertion(claims)}</samlp:Response>`),
      'assertion',
    ],
    [
      'it hidden in an extension',
      (claims, pem) =>
        signed(claims, pem).replace(
          /<saml:EncryptedAssertion.*EncryptedAssertion>/s,
          (xml) => `<samlp:Extensions>${xml}</samlp:Extensions>`,
        ),
      'assertion',
    ],
    [
      'a second encrypted key',
      (claims, pem) =>
        signed(claims, pem).replace(/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/s, (xml) => `${xml}${xml}`),
      'assertion',
    ],
    ['a response in it', inside((xml, claims) => toResponse(claims, xml)), 'assertion'],
    ['an assertion in an assertion', inside((xml, claims) => `<a>${toAssertion(claims)}${xml}</a>`), 'assertion'],
    ['an encrypted name in it', inside((xml) => xml.replace('<saml:Subject>', '<saml:EncryptedID/>$&')), 'assertion'],
    ['a document type in it', inside((xml) => `<!DOCTYPE a>${xml}`), 'document'],
    ['a comment in it', inside((xml) => xml.replace('>ann<', '>an<!-- -->n<')), 'document'],
    ['text that is no XML', inside(() => 'ann'), 'document'],
    ['a change after it was signed', inside((xml) => xml.replace('>ann<', '>bob<')), 'signature'],
    [
      'an id of the response',
      inside((xml) => xml.replace('<saml:Conditions', `<a ID="_1"/><a ID="_1"/>$&`)),
      'document',
    ],
    ['a signature by SHA-1', inside((xml) => xml.replace('xmldsig-more#rsa-sha256', 'xmldsig#rsa-sha1')), 'algorithm'],
  ])('refuses an answer with %s', async (_what, build, outcome) => {
    expect(await answer(build)).toBe(outcome);
  });

  it.each<[string, Partial<SamlClaims>, string]>([
    ['audience', { audience: 'https://other.example' }, 'audience'],
    ['recipient', { acsUrl: 'https://other.example' }, 'recipient'],
    ['time', { shift: -400 }, 'time'],
  ])('checks the %s of what was encrypted', async (_what, change, outcome) => {
    expect(await answer((claims, pem) => signed({ ...claims, destination: claims.acsUrl, ...change }, pem))).toBe(
      outcome,
    );
  });

  it('takes an encrypted answer once', async () => {
    const xml = signed(await begin(String(connection['start_url'])), await readCertificate());

    expect(refusalOf(await post(xml))).toBeNull();
    expect(refusalOf(await post(xml))).toBe('expired');
  });

  it('reads the previous key for 30 days, and none once they are removed', async () => {
    const previous = await readCertificate();
    const rotated = await rotate();

    expect(certificateOf(rotated)).not.toBe(previous);
    expect(await answer(signed, previous)).toBe('passed');
    expect(await answer(signed)).toBe('passed');
    aheadMs = 31 * 86_400_000;
    const late: Make = (claims, pem) => signed({ ...claims, shift: aheadMs / 1000 }, pem);
    expect(await answer(late, previous)).toBe('encryption');
    aheadMs = 0;
    const removed = await api.request('DELETE', path());
    expect(removed.data).not.toHaveProperty('encryption');
    expect(await answer(signed, certificateOf(rotated))).toBe('encryption');
    await rotate();
  });

  it('makes no key for OpenID Connect', async () => {
    const oidc = { issuer: 'https://login.example', client_id: 'hub', client_secret: 'secret' };
    const { id } = await addSsoConnection(api, txt, { oidc });

    expect((await api.request('POST', `/v1/sso-connections/${id}/encryption-key`)).error.code).toBe('invalid_state');
  });
});
