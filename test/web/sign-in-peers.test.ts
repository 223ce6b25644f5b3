import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { refusalTexts } from '../../web/model/describe-refusal.ts';
import type { Item } from '../api/harness.ts';
import { addMember, goodPassword } from '../api/people-acts.ts';
import { addSsoConnection } from '../api/sso-acts.ts';
import { installNanoidp, type LabPerson, nanoidpClient, startNanoidp } from '../lab/nanoidp.ts';
import { openidClient, startOpenidProvider } from '../lab/openid-provider.ts';
import { startSimpleSaml } from '../lab/simplesamlphp.ts';
import { type Visitor } from './browser.ts';
import { serveApi } from './served-api.ts';
import { useDashboard } from './use-dashboard.ts';

/**
 * Signing in by identity providers that others wrote, in a browser, from the hub's page to theirs and back. They are at
 * `127.0.0.1` and the hub at `localhost`: two sites, as in life.
 */
interface Provider {
  /** Where its pages are. */
  host: string;
  stop(): Promise<void>;
  /** Makes the connection, which the provider may have to be told of. */
  connect(): Promise<Item>;
  /** Does on its pages what a person does. */
  signIn(page: Page, person: LabPerson): Promise<void>;
}

const password = 'a word of this test';
const web = useDashboard(serveApi, { as: 'nobody' });

const people = (domain: string): LabPerson[] => [
  { name: 'ann', password, email: `ann@${domain}`, groups: ['hub-builders'] },
  { name: 'olaf', password, email: 'olaf@outside.example', groups: ['hub-builders'] },
];
const rules = { role_rules: [{ group: 'hub-builders', role: 'builder' }] };

const { simplesamlphp } = inject('lab');
const nanoidp = web.isAbsent ? undefined : await installNanoidp();
const pageTimeoutMs = 90_000;

/** @see https://github.com/panva/node-oidc-provider */
async function startCertified(domain: string): Promise<Provider> {
  const provider = await startOpenidProvider({ asks: true });
  return {
    host: new URL(provider.issuer).host,
    stop: () => provider.stop(),
    connect: () =>
      addSsoConnection(
        web.place.api,
        web.place.txt,
        { name: 'certified', oidc: { issuer: provider.issuer, ...openidClient }, ...rules },
        { domains: [domain] },
      ),
    signIn: async (page, { name, email, groups }) => {
      Object.assign(provider.claims, { email, email_verified: true, name: 'Ann Example', groups });
      await page.locator('input[name="login"]').fill(name);
      await page.locator('input[name="password"]').fill(password);
      await page.locator('button[type="submit"]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
    },
  };
}

async function signInAtNanoidp(page: Page, person: LabPerson): Promise<void> {
  await page.locator('#username').fill(person.name);
  await page.locator('#password').fill(person.password);
  await page.locator('#password').press('Enter');
}

async function startNanoOidc(domain: string): Promise<Provider> {
  const peer = await startNanoidp(nanoidp ?? '', people(domain));
  const oidc = { issuer: `http://127.0.0.1:${peer.port}`, ...nanoidpClient };
  return {
    host: `127.0.0.1:${peer.port}`,
    stop: () => peer.stop(),
    connect: () =>
      addSsoConnection(web.place.api, web.place.txt, { name: 'nano', oidc, ...rules }, { domains: [domain] }),
    signIn: signInAtNanoidp,
  };
}

async function startNanoSaml(domain: string): Promise<Provider> {
  const peer = await startNanoidp(nanoidp ?? '', people(domain));
  const issuer = `http://127.0.0.1:${peer.port}`;
  return {
    host: `127.0.0.1:${peer.port}`,
    stop: () => peer.stop(),
    connect: async () => {
      const metadata = await (await fetch(`${issuer}/saml/metadata`)).text();
      const [, certificate = ''] = /X509Certificate>([^<]+)</.exec(metadata) ?? [];
      const saml = {
        entity_id: `${issuer}/saml`,
        sso_url: `${issuer}/saml/sso`,
        certificates: [`-----BEGIN CERTIFICATE-----\n${certificate.trim()}\n-----END CERTIFICATE-----`],
        // It signs the assertion alone.
        signed: 'assertion',
      };
      return addSsoConnection(
        web.place.api,
        web.place.txt,
        { name: 'nano by SAML', saml, ...rules },
        { domains: [domain] },
      );
    },
    signIn: signInAtNanoidp,
  };
}

async function startSimple(domain: string, { encrypts = false } = {}): Promise<Provider> {
  const peer = await startSimpleSaml(simplesamlphp ?? '', people(domain));
  const saml = {
    entity_id: peer.entityId,
    sso_url: peer.ssoUrl,
    certificates: [peer.certificate],
    signed: 'both',
  };
  return {
    host: `127.0.0.1:${peer.port}`,
    stop: () => peer.stop(),
    connect: async () => {
      const connection = await addSsoConnection(
        web.place.api,
        web.place.txt,
        { name: 'simple', saml, ...rules },
        { domains: [domain] },
      );
      const known = { entityId: String(connection['metadata_url']), acsUrl: String(connection['redirect_url']) };
      if (!encrypts) {
        peer.trust(known);
        return connection;
      }
      const { data } = await web.place.api.request('POST', `/v1/sso-connections/${connection.id}/encryption-key`);
      peer.trust({ ...known, encryptFor: Object(data['encryption']).certificate });
      return data;
    },
    signIn: async (page, person) => {
      await page.locator('#username').fill(person.name);
      await page.locator('#password').fill(person.password);
      await page.locator('#password').press('Enter');
    },
  };
}

/** From the hub's page, by the address that decides about the provider, to that provider. */
async function begin({ page }: Visitor, email: string, name: string): Promise<void> {
  await page.goto(`${web.place.url}/app/runs`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('E-mail address').press('Tab');
  await page.getByRole('link', { name: `Continue with ${name}` }).click();
}

async function rolesOf(email: string): Promise<unknown> {
  const { list } = await web.place.api.request('GET', '/v1/members?per_page=100');
  return list.find((member) => member['email'] === email)?.['roles'];
}

describe.skipIf(web.isAbsent)('test/web/sign-in-peers', () => {
  const providers = [
    ['oidc-provider', true, startCertified],
    ['nanoidp by OpenID Connect', nanoidp !== undefined, startNanoOidc],
    ['nanoidp by SAML', nanoidp !== undefined, startNanoSaml],
    ['SimpleSAMLphp', simplesamlphp !== undefined, (domain: string) => startSimple(domain)],
  ] as const;

  for (const [name, isThere, start] of providers) {
    it.skipIf(!isThere)(
      `signs in at ${name} who is of the domain, with the role of their group, and nobody else`,
      async () => {
        const domain = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
        const [ann, olaf] = people(domain);
        if (ann === undefined || olaf === undefined) throw new Error('There are two.');
        const provider = await start(domain);
        try {
          const connection = await provider.connect();
          const visitor = await web.open({ others: [provider.host] });
          await begin(visitor, ann.email, connection['name']);
          await provider.signIn(visitor.page, ann);
          await visitor.page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();

          expect(new URL(visitor.page.url()).href).toBe(`${web.place.url}/app/runs`);
          expect(await rolesOf(ann.email)).toEqual([{ role: 'builder' }]);
          await visitor.context.close();

          const stranger = await web.open({ others: [provider.host] });
          await begin(stranger, ann.email, connection['name']);
          await provider.signIn(stranger.page, olaf);
          await stranger.page.getByText(refusalTexts.get('domain_not_verified') ?? '').waitFor();

          expect(await stranger.findBarriers()).toEqual([]);
          expect(await rolesOf(olaf.email)).toBeUndefined();
          expect((await stranger.context.cookies(web.place.url)).map((cookie) => cookie.name)).not.toContain(
            '__Host-hub_session',
          );
          await stranger.context.close();
        } finally {
          await provider.stop();
        }
      },
      pageTimeoutMs,
    );
  }

  const tried = providers.filter(([name, isThere]) => isThere && name !== 'oidc-provider');
  it.each(tried.map(([name, , start]) => [name, start] as const))(
    'tries %s while it is disabled, and shows the role that would result',
    async (name, start) => {
      const domain = `tested-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`;
      const [ann] = people(domain);
      if (ann === undefined) throw new Error('There are two.');
      const provider = await start(domain);
      try {
        const { id } = await provider.connect();
        await web.place.api.request('PATCH', `/v1/sso-connections/${id}`, { body: { disabled: true } });
        const owner = `owner@${new URL(`http://${provider.host}`).port}.example`;
        await addMember(web.place.api, owner, [{ role: 'owner' }]);
        const { context, page, findBarriers } = await web.open({ others: [provider.host] });
        await page.goto(`${web.place.url}/app/settings/sign-in/${id}`);
        await page.getByLabel('E-mail address').fill(owner);
        await page.getByLabel('Password').fill(goodPassword);
        await page.getByLabel('Password').press('Enter');
        await page.getByRole('button', { name: 'Test sign-in' }).click();
        await provider.signIn(page, ann);
        await page.getByText('They would be signed in').waitFor();

        const card = page.getByRole('region', { name: 'Test sign-in' });
        expect(await card.textContent()).toContain(ann.email);
        expect(await card.textContent()).toContain('Builder');
        expect(await findBarriers()).toEqual([]);
        expect(await rolesOf(ann.email)).toBeUndefined();
        await context.close();
      } finally {
        await provider.stop();
      }
    },
    pageTimeoutMs,
  );

  it.skipIf(simplesamlphp === undefined)(
    'says of SimpleSAMLphp, which encrypts by CBC alone, what to change',
    async () => {
      const domain = 'encrypted.example';
      const [ann] = people(domain);
      if (ann === undefined) throw new Error('There are two.');
      const provider = await startSimple(domain, { encrypts: true });
      try {
        const connection = await provider.connect();
        const visitor = await web.open({ others: [provider.host] });
        const test = await web.place.api.request('POST', `/v1/sso-connections/${connection.id}/tests`);
        await visitor.page.goto(String(test.data['start_url']));
        const answered = visitor.page.waitForResponse((response) => response.url().endsWith('/acs'));
        await provider.signIn(visitor.page, ann);
        await answered;

        const { data } = await web.place.api.request(
          'GET',
          `/v1/sso-connections/${connection.id}/tests/${test.data.id}`,
        );
        expect(data).toMatchObject({
          failed_check: 'content_encryption',
          advice: expect.stringContaining('AES-256-GCM'),
        });
        await visitor.context.close();
      } finally {
        await provider.stop();
      }
    },
    pageTimeoutMs,
  );
});
