import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../test/harness/http-certificate.ts';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import { connector } from './index.ts';

const trusted = createCertificate('localhost');
const strange = createCertificate('localhost');
const authorities = getCACertificates('default');

beforeAll(() => setDefaultCACertificates([...authorities, trusted.cert]));
afterAll(() => setDefaultCACertificates(authorities));

async function read(stub: HttpStub, host: string): Promise<unknown> {
  const session = openTestSession(connector, {
    config: { base_url: `https://${host}:${stub.port}` },
    credentials: { token: 'canary-token' },
    allow: [`127.0.0.1:${stub.port}`],
  });
  try {
    return (await readAll(session.openSource({ object: '/items', options: {} }))).pages;
  } finally {
    await session.close();
    await stub.stop();
  }
}

describe('connectors/http/encryption', () => {
  it('checks the certificate by the name that was asked for, not by the address', async () => {
    const stub = (await HttpStub.start(trusted)).on('GET /items', { json: [{ id: 1 }] });

    expect(await read(stub, 'localhost')).toEqual([[{ id: 1 }]]);
  });

  it.each([
    ['of another name', trusted, '127.0.0.1'],
    ['that nobody vouches for', strange, 'localhost'],
  ])('sends nothing to a system with a certificate %s', async (_, certificate, host) => {
    const stub = await HttpStub.start(certificate);

    await expect(read(stub, host)).rejects.toMatchObject({
      kind: 'config',
      message: expect.stringContaining('certificate'),
    });

    expect(stub.requests).toEqual([]);
  });
});
