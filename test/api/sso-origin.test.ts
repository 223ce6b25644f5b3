import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSamlKey, signXml, toAssertion, toResponse } from '../lab/saml-forger.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { openBrowser } from './people-acts.ts';
import { addSsoConnection, navigate, TxtRecords } from './sso-acts.ts';

const key = makeSamlKey();
const txt = new TxtRecords();
const [byAddress, byName] = ['127.0.0.1:8080', 'http://localhost:8080'];
let api: TestApi;
let saml: Item;

beforeAll(async () => {
  api = await startTestApi({ publicUrl: `http://${byAddress}`, resolveTxt: txt.resolve });
  const settings = { entity_id: 'https://idp.example', sso_url: 'https://idp.example/sso', certificates: [key.cert] };
  saml = await addSsoConnection(api, txt, { default_role: 'viewer', saml: settings }, { domains: ['example.com'] });
});

afterAll(() => api.close());

describe('test/api/sso-origin', () => {
  it.each([
    'saml/ID/start?return_to=/app/runs',
    'oidc/ID/start',
    'oidc/ID/callback?code=a&state=b',
    'saml/ID/finish?ticket=a',
  ])('leads from the address to the name before a cookie is set or read: %s', async (path) => {
    const own = `/auth/${path.replace('ID', saml.id)}`;
    const answer = await navigate(api, openBrowser(api), own, { headers: { host: byAddress } });

    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${byName}${own}`]);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('takes an answer that is posted to the address, and signs in at the name', async () => {
    const browser = openBrowser(api);
    const started = await navigate(api, browser, `/auth/saml/${saml.id}/start`, {
      headers: { host: 'localhost:8080' },
    });
    const sent = new URL(started.headers.get('location') ?? '').searchParams.get('SAMLRequest') ?? '';
    const [, requestId = ''] = / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(sent, 'base64')).toString()) ?? [];
    const claims = {
      entityId: 'https://idp.example',
      audience: `${byName}/auth/saml/${saml.id}/metadata`,
      acsUrl: `${byName}/auth/saml/${saml.id}/acs`,
      requestId,
      nameId: 'ann',
      attributes: { email: ['ann@example.com'] },
    };
    const xml = signXml(toResponse(claims, toAssertion(claims)), 'Assertion', key);
    const accepted = await navigate(api, openBrowser(api), `/auth/saml/${saml.id}/acs`, {
      method: 'POST',
      body: new URLSearchParams({
        SAMLResponse: Buffer.from(xml).toString('base64'),
        RelayState: 'of nobody',
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: byAddress },
    });
    const finish = accepted.headers.get('location') ?? '';

    expect(finish).toMatch(new RegExp(`^${byName}/auth/saml/${saml.id}/finish`));
    const finished = await navigate(api, browser, finish, { headers: { host: 'localhost:8080' } });
    expect(finished.headers.get('location')).toMatch(/^\/app\//);
    expect(browser.cookies.has('__Host-hub_session')).toBe(true);
  });

  it('describes itself to providers under either', async () => {
    const { pathname } = new URL(String(saml['metadata_url']));
    const answer = await api.app.request(pathname, { headers: { host: byAddress } });

    expect([answer.status, String(saml['metadata_url'])]).toEqual([200, `${byName}${pathname}`]);
  });
});
