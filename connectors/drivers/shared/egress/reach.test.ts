import { createServer, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCertificate } from '../../../../test/harness/http-certificate.ts';
import { HttpStub } from '../../../../test/harness/http.ts';
import type { TestCheck } from '../session.ts';
import { compilePolicy } from './policy.ts';
import { type Destination, reach } from './reach.ts';

const trusted = createCertificate('localhost');
const strange = createCertificate('localhost');
const authorities = getCACertificates('default');
const stubs: HttpStub[] = [];
let plain: Server;

beforeAll(async () => {
  setDefaultCACertificates([...authorities, trusted.cert]);
  plain = createServer((socket) => socket.on('error', () => undefined).end('220 not TLS\r\n'));
  await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  setDefaultCACertificates(authorities);
  plain.close();
  await Promise.all(stubs.map((stub) => stub.stop()));
});

async function startTls(certificate: { key: string; cert: string }): Promise<number> {
  const stub = await HttpStub.start(certificate);
  stubs.push(stub);
  return stub.port;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function check(destination: Destination, allow = ['127.0.0.0/8', '::1/128']): Promise<TestCheck[]> {
  const checks: TestCheck[] = [];
  const policy = compilePolicy({ allow });
  for await (const made of reach(policy, destination, AbortSignal.timeout(15_000))) checks.push(made);
  return checks;
}

function names(checks: readonly TestCheck[]): string[] {
  return checks.map(({ name, code }) => `${name} ${code}`);
}

describe('connectors/drivers/shared/egress/reach', () => {
  it('goes through every stage that applies', async () => {
    const port = await startTls(trusted);

    const checks = await check({ host: 'localhost', port, tls: { servername: 'localhost' } });

    expect(names(checks)).toEqual(['dns ok', 'tcp ok', 'tls ok']);
    expect(checks.at(-1)?.message).toMatch(/^Encrypted with TLSv1\.3/);
  });

  it('leaves out what does not apply: names for addresses, encryption where there is none', async () => {
    expect(names(await check({ host: '127.0.0.1', port: portOf(plain) }))).toEqual(['tcp ok']);
  });

  it.each([
    ['that nobody vouches for', strange, 'localhost', 'certificate_untrusted'],
    ['of another name', trusted, 'other.example', 'certificate_wrong_name'],
  ])('refuses a certificate %s', async (_, certificate, servername, code) => {
    const port = await startTls(certificate);

    const checks = await check({ host: '127.0.0.1', port, tls: { host: servername, servername } });

    expect(names(checks)).toEqual(['tcp ok', `tls ${code}`]);
    expect(checks[1]?.remedy).toContain('certificate');
  });

  it('notices a server that does not speak TLS', async () => {
    const checks = await check({ host: '127.0.0.1', port: portOf(plain), tls: {} });

    expect(names(checks)).toEqual(['tcp ok', 'tls tls_failed']);
  });

  it('says which ports are closed, and which names lead nowhere', async () => {
    expect(names(await check({ host: '127.0.0.1', port: await closedPort() }))).toEqual(['tcp connection_refused']);
    expect(names(await check({ host: 'nowhere.invalid', port: 443 }))).toEqual(['dns host_not_found']);
  });

  it('asks nobody behind the guard', async () => {
    const connections: unknown[] = [];
    const server = createServer((socket) => connections.push(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

    expect(names(await check({ host: '127.0.0.1', port: portOf(server) }, []))).toEqual(['tcp address_not_allowed']);
    expect(names(await check({ host: 'localhost', port: portOf(server) }, []))).toEqual(['dns address_not_allowed']);

    expect(connections).toEqual([]);
    await new Promise((resolve) => server.close(resolve));
  });

  it('talks in clear only to places that were opened by name', async () => {
    const destination = { host: '93.184.215.14', port: 80, needsOpened: true };

    expect(names(await check(destination, []))).toEqual(['tcp plain_http_not_allowed']);
  });

  it('ends with its caller', async () => {
    const stop = AbortSignal.abort(new Error('given up'));
    const checks = reach(compilePolicy({ allow: [] }), { host: 'localhost', port: 1 }, stop);

    await expect(checks.next()).rejects.toThrow('given up');
  });
});
