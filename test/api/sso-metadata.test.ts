import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { openDatabase } from '../../drizzle/client.ts';
import { refreshDue } from '../../schedules/refresh-sso-metadata.ts';
import { createSigner, readPrivateKeys } from '../../vault/index.ts';
import { makeSamlKey } from '../lab/saml-forger.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';

const [first, second, third] = [makeSamlKey({ days: 90 }), makeSamlKey({ days: 90 }), makeSamlKey({ days: 90 })];
/** Ends before the metadata is read again. */
const ended = makeSamlKey();
const entityId = 'https://idp.example/saml';
let server: Server;
let host: string;
let api: TestApi;
let status = 200;
let document = '';
let aheadMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };

const describeIdp = (certificates: readonly string[], { id = entityId, more = '' } = {}): string =>
  `<?xml version="1.0"?><!-- of a test --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"
    xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${id}"${more}>
    <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${certificates.map((pem) => `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pem.replaceAll(/-----[^-]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`).join('')}
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso?a=1&amp;b=2"/>
    </md:IDPSSODescriptor></md:EntityDescriptor>`;

beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(status, { location: '/other' }).end(document));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = await startTestApi({ allow: [host], clock });
});

beforeEach(() => {
  [status, document, aheadMs] = [200, describeIdp([first.cert]), 0];
});

afterAll(async () => {
  await api.close();
  server.closeAllConnections();
  server.close();
});

const create = (saml: object) => api.request('POST', '/v1/sso-connections', { body: { name: 'A', saml } });

async function add(): Promise<Item> {
  const { status: answered, data, error } = await create({ metadata_url: `http://${host}/metadata` });
  expect([answered, error]).toEqual([201, undefined]);
  return data;
}

const read = async (id: string): Promise<Item> => (await api.request('GET', `/v1/sso-connections/${id}`)).data;
const samlOf = (item: Item): Record<string, unknown> => Object(item['saml']);
const bare = (pems: unknown): string[] => (pems as string[]).map((pem) => pem.replaceAll(/\s+/g, ''));

/** What a worker does a day later. */
async function passDay(): Promise<void> {
  aheadMs += 86_400_001;
  const relayDatabase = openDatabase(api.testDatabase.relayUrl, { role: 'hub_relay', max: 2 });
  const database = openDatabase(api.testDatabase.appUrl, { role: 'hub_app', max: 2 });
  const signer = createSigner(await readPrivateKeys(api.keyFile));
  const deps = { relayDatabase, database, clock, signer, egress: { allow: [host] }, publicUrl: 'https://hub.example' };
  await refreshDue(deps);
  await Promise.all([relayDatabase.close(), database.close()]);
}

const actionsOf = async (id: string): Promise<unknown[]> =>
  (await api.request('GET', `/v1/audit-events?resource_id=${id}`)).list.map((event) => event['action']);

describe('test/api/sso-metadata', () => {
  it('sets a provider up from an address', async () => {
    document = describeIdp([first.cert, ended.cert]);
    const made = await add();

    expect(samlOf(made)).toMatchObject({ entity_id: entityId, sso_url: 'https://idp.example/sso?a=1&b=2' });
    expect(bare(samlOf(made)['certificates'])).toEqual(bare([first.cert, ended.cert]));
    expect(Object(made['metadata']).read_at).toBeDefined();
    expect(made['certificates']).toMatchObject([
      { of: 'provider', ends: 'later' },
      { of: 'provider', ends: 'in_1_day' },
    ]);
  });

  it('sets a provider up from pasted text, which is not kept', async () => {
    const { data } = await create({ metadata_xml: describeIdp([first.cert]) });

    expect(samlOf(data)).toMatchObject({ entity_id: entityId });
    expect(data).not.toHaveProperty('metadata');
    expect(samlOf(data)).not.toHaveProperty('metadata_xml');
  });

  it.each([
    ['a document type', () => `<!DOCTYPE a [<!ENTITY e "x">]>${describeIdp([first.cert])}`],
    ['a CDATA section', () => describeIdp(['<![CDATA[a]]>'])],
    ['two providers', () => `<a>${describeIdp([first.cert]).slice(21)}${describeIdp([first.cert]).slice(21)}</a>`],
    ['no certificate', () => describeIdp([])],
    ['a certificate that is none', () => describeIdp(['AAAA'])],
    ['a date that is over', () => describeIdp([first.cert], { more: ' validUntil="2020-01-01T00:00:00Z"' })],
    ['an attribute twice', () => describeIdp([first.cert], { more: ' entityID="b"' })],
    ['a sign-in address without encryption', () => describeIdp([first.cert]).replaceAll('https://idp', 'http://idp')],
    ['no XML', () => 'not xml'],
    ['comments that do not end', () => '<!--'.repeat(60_000)],
  ])('refuses metadata with %s', async (_what, make) => {
    const { status: answered, error } = await create({ metadata_xml: make() });

    expect(answered).toBe(400);
    expect(error.details.errors.map(({ path, code }) => [path, code])).toEqual([
      ['saml.metadata_xml', 'metadata_invalid'],
    ]);
  });

  it('refuses addresses that are private, redirect, fail or send too much', async () => {
    const codes = async (url: string) => (await create({ metadata_url: url })).error.details.errors[0]?.code;

    expect(await codes('http://127.0.0.1:9/metadata')).toBe('not_https');
    expect(await codes('https://127.0.0.1:9/metadata')).toBe('metadata_unreachable');
    for (status of [302, 404, 500]) expect(await codes(`http://${host}/`)).toBe('metadata_unreachable');
    status = 200;
    document = `${describeIdp([first.cert])}${' '.repeat(300_000)}`;
    expect(await codes(`http://${host}/`)).toBe('metadata_unreachable');
    const { error } = await create({ entity_id: 'a' });
    expect(error.details.errors.map(({ path }) => path)).toEqual(['saml.sso_url', 'saml.certificates']);
  });

  it('lets a certificate go while another known one stays, and writes it down', async () => {
    document = describeIdp([first.cert, second.cert]);
    const { id } = await add();
    document = describeIdp([second.cert]);
    await passDay();

    expect(bare(samlOf(await read(id))['certificates'])).toEqual(bare([second.cert]));
    expect((await actionsOf(id)).filter((action) => action === 'sso_connection.metadata_refreshed')).toHaveLength(1);
  });

  it('keeps a certificate that is valid where only those that ended would stay', async () => {
    document = describeIdp([ended.cert, first.cert]);
    const { id } = await add();
    document = describeIdp([ended.cert]);
    await passDay();

    expect(await read(id)).toMatchObject({ metadata: { problem: 'certificates_replaced' } });
    expect(bare(samlOf(await read(id))['certificates'])).toEqual(bare([ended.cert, first.cert]));
    document = describeIdp([first.cert]);
    await passDay();
    expect(bare(samlOf(await read(id))['certificates'])).toEqual(bare([first.cert]));
    expect((await read(id))['metadata']).not.toHaveProperty('problem');
  });

  it.each([
    ['entity_id_changed', () => describeIdp([first.cert], { id: 'https://evil.example' })],
    ['certificate_added', () => describeIdp([first.cert, second.cert])],
    ['certificates_replaced', () => describeIdp([third.cert])],
    ['invalid', () => '<a/>'],
  ])(
    'keeps what it knows where metadata is %s, says so once, and takes it when an owner accepts',
    async (problem, make) => {
      const made = await add();
      document = make();
      await passDay();
      await passDay();

      const kept = await read(made.id);
      expect(kept['saml']).toEqual(made['saml']);
      expect(kept['metadata']).toMatchObject({ problem, advice: expect.stringContaining('metadata') });
      expect((await actionsOf(made.id)).filter((action) => action === 'sso_connection.metadata_refused')).toHaveLength(
        1,
      );
      const { list } = await api.request('GET', '/v1/attention');
      expect(list.filter(({ subject }) => Object(subject).id === made.id)).toMatchObject([{ kind: 'sign_in_at_risk' }]);
      const path = `/v1/sso-connections/${made.id}/refresh-metadata`;
      expect((await api.request('POST', path)).data['metadata']).toMatchObject({ problem });
      const accepted = await api.request('POST', path, { body: { accept: true } });
      if (problem === 'invalid') expect(accepted.data['metadata']).toMatchObject({ problem });
      else expect(accepted.data['metadata']).not.toHaveProperty('problem');
      expect((await api.request('DELETE', `/v1/sso-connections/${made.id}`)).status).toBe(200);
    },
  );
});
