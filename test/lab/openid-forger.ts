import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** A provider that lies: its tokens are made by whoever tests. */
export interface OpenidForger {
  issuer: string;
  /** Makes the ID token that the next code is exchanged for. Default: one that is right. */
  forge: (token: { claims: JWTPayload; sign: typeof sign; key: CryptoKey; other: CryptoKey }) => Promise<string>;
  /** Added to its metadata. */
  metadata: Record<string, unknown>;
  /** The keys that it shows. */
  rotate(): Promise<void>;
  /** What came to the token endpoint. */
  exchanged: URLSearchParams[];
  /** Of the authorization request, for the next token. */
  nonce: string;
  /** What tokens say of the person. */
  person: JWTPayload;
  stop(): Promise<void>;
}

export function sign(claims: JWTPayload, key: CryptoKey, header: Record<string, unknown> = {}): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', ...header }).sign(key);
}

const makeKeys = () => generateKeyPair('RS256', { extractable: true });

export async function startOpenidForger(): Promise<OpenidForger> {
  let keys = await makeKeys();
  const others = await makeKeys();
  let kid = 1;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const send = (body: unknown): void => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      };
      void answer(request.url ?? '', Buffer.concat(chunks).toString()).then(send);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${address.port}`;
  const forger: OpenidForger = {
    issuer,
    forge: ({ claims, key }) => sign(claims, key, { kid: String(kid) }),
    metadata: {},
    exchanged: [],
    nonce: '',
    person: { sub: 'ann', email: 'ann@corp.example', name: 'Ann' },
    rotate: async () => {
      keys = await makeKeys();
      kid += 1;
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const answer = async (url: string, body: string): Promise<unknown> => {
    if (url === '/keys') {
      return { keys: [{ ...(await exportJWK(keys.publicKey)), kid: String(kid), use: 'sig', alg: 'RS256' }] };
    }
    if (url === '/token') {
      forger.exchanged.push(new URLSearchParams(body));
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: 'hub', iat: now, exp: now + 300, nonce: forger.nonce, ...forger.person };
      const token = await forger.forge({ claims, sign, key: keys.privateKey, other: others.privateKey });
      return { access_token: 'access', token_type: 'Bearer', id_token: token };
    }
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...forger.metadata,
    };
  };
  return forger;
}
