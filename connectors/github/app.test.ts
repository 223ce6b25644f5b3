import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt, importSPKI, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  // As GitHub gives it.
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { owner: 'acme', base_url: stub.url },
    credentials: { client_id: 'Iv23abc', installation_id: '4711', private_key: pair.privateKey },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/github/app', () => {
  it('changes a token that the key of the app signs into one of its installation, once', async () => {
    stub.on('POST /app/installations/4711/access_tokens', {
      status: 201,
      json: { token: 'ghs_16C7e42F', expires_at: new Date(Date.now() + 3_600_000).toISOString() },
    });
    stub.on('GET /orgs/acme/teams?per_page=100', { json: [{ id: 1, slug: 'owners' }] }, { json: [] });

    const { pages } = await readAll(session.openSource({ object: 'teams', options: {} }));
    await readAll(session.openSource({ object: 'teams', options: {} }));

    const [login, ...reads] = stub.requests.map(({ headers }) => String(headers.authorization).replace('Bearer ', ''));
    const verified = await jwtVerify(login ?? '', await importSPKI(pair.publicKey, 'RS256'), { issuer: 'Iv23abc' });
    expect(pages.flat()).toMatchObject([{ slug: 'owners' }]);
    expect(reads).toEqual(['ghs_16C7e42F', 'ghs_16C7e42F']);
    expect((verified.payload.exp ?? 0) - (decodeJwt(login ?? '').iat ?? 0)).toBeLessThanOrEqual(600);
  });
});
