import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { findPort } from '../../start/servers/ports.ts';

export const redirectUri = 'https://hub.example.com/v1/oauth/callback';
export const oauthClient = { client_id: 'hub', client_secret: 'CANARY-oauth/secret+1' };

/** An authorization server for one client, and behind it a list of people for whoever has its token. */
export interface AuthorizationServer {
  url: string;
  /** How often `/people` was answered, and how often it was refused. */
  counts: { answered: number; refused: number };
  /** Makes an access token worthless, as when an administrator revokes it. */
  revoke(accessToken: string): Promise<void>;
  /** Goes the way of a browser in which the person is signed in and agrees. @returns the parameters of the callback. */
  authorize(address: string): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

/** Starts a certified implementation of OAuth 2.0: PKCE is required, and refresh tokens are good for one use. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const port = await findPort(0);
  const url = `http://127.0.0.1:${port}`;
  const provider = createProvider(url);
  const counts = { answered: 0, refused: 0 };
  const answerOauth = provider.callback();
  const server = createServer((request, response) => {
    if (request.url === '/people') void answerPeople(provider, request, response, counts);
    else if (request.url?.startsWith('/interaction/') === true) {
      void provider.interactionFinished(request, response, { login: { accountId: 'ann' }, consent: {} });
    } else void answerOauth(request, response);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(port, '127.0.0.1', resolve);
  await promise;
  return {
    url,
    counts,
    revoke: async (accessToken) => {
      const found = await findToken(provider, accessToken);
      await found?.destroy();
    },
    authorize: (address) => walk(address),
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function createProvider(url: string): Provider {
  const provider: Provider = new Provider(url, {
    clients: [
      {
        ...oauthClient,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'client_credentials', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => Promise.resolve(true),
    // The person agreed beforehand.
    loadExistingGrant: async ({ oidc }) => {
      const { accountId } = oidc.session ?? {};
      if (accountId === undefined) return undefined;
      const grant = new provider.Grant({ accountId, clientId: oauthClient.client_id });
      grant.addOIDCScope('openid offline_access');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 3600,
      ClientCredentials: 3600,
      RefreshToken: 86_400,
      Session: 3600,
      Grant: 86_400,
      Interaction: 600,
    },
    cookies: { keys: ['of-this-test'] },
  });
  return provider;
}

async function answerPeople(
  provider: Provider,
  { headers }: IncomingMessage,
  response: ServerResponse,
  counts: AuthorizationServer['counts'],
): Promise<void> {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
  const isKnown = (await findToken(provider, token)) !== undefined;
  counts[isKnown ? 'answered' : 'refused'] += 1;
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
  response.end(isKnown ? '[{"id":1}]' : '{}');
}

async function findToken(provider: Provider, token: string): Promise<{ destroy(): Promise<void> } | undefined> {
  return (await provider.AccessToken.find(token)) ?? provider.ClientCredentials.find(token);
}

const stepsMax = 10;

/** Follows redirections with their cookies until one leads to the hub. */
async function walk(address: string): Promise<Record<string, string>> {
  const cookies = new Map<string, string>();
  let next = address;
  for (let step = 0; step < stepsMax; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`The way ends at ${next}: ${response.status} ${await response.text()}`);
    next = new URL(location, next).href;
    if (next.startsWith(redirectUri)) return Object.fromEntries(new URL(next).searchParams);
  }
  throw new Error('The way does not end.');
}
