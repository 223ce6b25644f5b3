import { createServer } from 'node:https';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../core/json.ts';
import { connectorWith } from '../../../../test/harness/auth-connector.ts';
import { createCertificate } from '../../../../test/harness/http-certificate.ts';
import { openTestSession, readAll } from '../../../../test/harness/http-session.ts';
import { apiKeyAuth } from '../../../kit/auth/methods.ts';
import { mtlsAuth, withAuthority, withCertificate } from '../../../kit/auth/signing-methods.ts';

describe('connectors/drivers/http/auth/tls-identity', () => {
  it('shows a client certificate beside another credential', async () => {
    const ours = createCertificate('client.example');
    const theirs = createCertificate('localhost');
    const server = createServer(
      { ...theirs, requestCert: true, rejectUnauthorized: true, ca: ours.cert },
      (request, response) => response.end(JSON.stringify([{ id: request.headers['x-key'] }])),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const method = withCertificate(apiKeyAuth({ in: 'header', name: 'X-Key' }));
    const config = { base_url: `https://localhost:${port}` };
    const credentials = {
      api_key: 'k',
      client_certificate: ours.cert,
      client_key: ours.key,
      ca_certificate: theirs.cert,
    };
    const opened = openTestSession(connectorWith(method), { config, credentials, allow: [`localhost:${port}`] });

    const { pages } = await readAll(opened.openSource({ object: 'people', options: {} }));
    const report = await opened.test(AbortSignal.timeout(10_000));
    await opened.close();
    server.closeAllConnections();
    server.close();

    expect(pages).toEqual([[{ id: 'k' }]]);
    expect(report.checks.map(({ name, ok }) => [name, ok])).toContainEqual(['tls', true]);
  });

  it('trusts the authority that the form names, and without one only public ones', async () => {
    const theirs = createCertificate('localhost');
    const server = createServer(theirs, (request, response) =>
      response.end(JSON.stringify([{ id: request.headers['x-key'] }])),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const connector = connectorWith(withAuthority(apiKeyAuth({ in: 'header', name: 'X-Key' })));
    const open = (credentials: JsonObject) =>
      openTestSession(connector, {
        config: { base_url: `https://localhost:${port}` },
        credentials,
        allow: [`localhost:${port}`],
      });
    const [trusting, other] = [open({ api_key: 'k', ca_certificate: theirs.cert }), open({ api_key: 'k' })];

    const { pages } = await readAll(trusting.openSource({ object: 'people', options: {} }));
    const reading = readAll(other.openSource({ object: 'people', options: {} }));

    await expect(reading).rejects.toThrow(/certificate/i);
    await Promise.all([trusting.close(), other.close()]);
    server.closeAllConnections();
    server.close();
    expect(pages).toEqual([[{ id: 'k' }]]);
  });

  it('says that a client certificate cannot be read', async () => {
    const opened = openTestSession(connectorWith(mtlsAuth()), {
      config: { base_url: 'https://127.0.0.1:1' },
      credentials: { client_certificate: 'none', client_key: createCertificate('client.example').key },
      allow: ['127.0.0.0/8'],
    });

    const reading = readAll(opened.openSource({ object: 'people', options: {} }));

    await expect(reading).rejects.toMatchObject({ kind: 'config' });
    await expect(reading).rejects.toThrow('The client certificate');
    await opened.close();
  });
});
