import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../core/clock.ts';
import { createCertificate } from '../harness/http-certificate.ts';
import { HttpStub } from '../harness/http.ts';
import { type Answer, startTestApi } from './harness.ts';
import { issuersPath, scopeRules, useIssuers } from './issuer-acts.ts';

let now = 0;
/** Stands still but for what a test adds to it: what is remembered for seconds is forgotten by the listener alone. */
const clock: Clock = { ...systemClock, monotonic: () => now };
const hub = useIssuers(clock);

describe('test/api/oauth-issuer-keys', () => {
  it('answers 503 while the keys cannot be read, leaves the issuer alone meanwhile, and recovers', async () => {
    await hub.register();
    hub.stub.on('GET /keys', { status: 500 });
    const token = await hub.toToken();

    const answers = [await hub.call(token), await hub.call(token), await hub.call(await hub.toToken({ sub: 'bob' }))];
    const asked = hub.stub.requests.length;
    hub.publish(hub.signer);
    now += 10_000;

    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(answers[0]?.headers.get('retry-after')).toBe('10');
    expect(asked).toBe(1);
    expect((await hub.call(token)).status).toBe(200);
  });

  it.each<[string, Parameters<HttpStub['on']>[1]]>([
    ['are elsewhere', { status: 302, headers: { location: 'http://127.0.0.1:1/keys' } }],
    ['are no JSON', { body: '<html>' }],
    ['are no key set', { json: { keys: 'none' } }],
    ['are too many', { body: JSON.stringify({ keys: [], pad: 'x'.repeat(300_000) }) }],
    ['are private', (_, response) => void response.end(JSON.stringify({ keys: [hub.signer.privateJwk] }))],
  ])('follows nothing and believes nothing where the keys %s', async (_, answer) => {
    await hub.register();
    hub.stub.on('GET /keys', answer);

    expect([401, 503]).toContain((await hub.call(await hub.toToken())).status);
    expect(hub.stub.requests).toHaveLength(1);
  });

  it('reads keys over https from whoever has a certificate for the name, and from nobody else', async () => {
    const trusted = createCertificate('localhost');
    const authorities = getCACertificates('default');
    setDefaultCACertificates([...authorities, trusted.cert]);
    const secure = await HttpStub.start(trusted);
    secure.on('GET /keys', { json: { keys: [hub.signer.jwk] } });
    const registerAt = (name: string, host: string): Promise<Answer> =>
      hub.register({ issuer: name, jwks_uri: `https://${host}:${secure.port}/keys` });
    try {
      await registerAt('https://named.example', 'localhost');
      await registerAt('https://other.example', '127.0.0.1');

      expect((await hub.call(await hub.toToken({ iss: 'https://named.example' }))).status).toBe(200);
      expect((await hub.call(await hub.toToken({ iss: 'https://other.example' }))).status).toBe(503);
    } finally {
      setDefaultCACertificates(authorities);
      await secure.stop();
    }
  });

  it('reaches no private address that the operator did not open', async () => {
    const closed = await startTestApi();
    const secure = await HttpStub.start(createCertificate('localhost'));
    try {
      const { status } = await closed.request('POST', issuersPath, {
        body: {
          name: 'Inside',
          issuer: 'https://inside.example',
          audience: closed.organization.organization_id,
          jwks_uri: `https://localhost:${secure.port}/keys`,
          algorithms: ['ES256'],
          scope_rules: scopeRules,
        },
      });
      const answer = await closed.request('GET', '/v1/accounts', {
        key: await hub.toToken({ iss: 'https://inside.example', aud: closed.organization.organization_id }),
      });

      expect([status, answer.status]).toEqual([201, 503]);
      expect(JSON.stringify(answer.body)).not.toContain('localhost');
      expect(secure.requests).toEqual([]);
    } finally {
      await secure.stop();
      await closed.close();
    }
  });
});
