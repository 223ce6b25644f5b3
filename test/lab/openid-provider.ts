import { createServer } from 'node:http';
import { type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import { findPort } from '../../start/servers/ports.ts';

export const openidClient = { client_id: 'hub', client_secret: 'CANARY-openid/secret+1' };

/** A certified OpenID provider whose people are signed in already and agree to everything, unless it asks them. */
export interface OpenidProvider {
  issuer: string;
  /** What it says of the person who is signed in. */
  claims: Record<string, unknown> & { sub: string };
  /** Goes the way of a browser from the hub's redirect to the provider and back. @returns the address of the callback. */
  authorize(address: string): Promise<URL>;
  stop(): Promise<void>;
}

const callback = /\/auth\/oidc\/[^/]+\/callback/;

/**
 * @param options Added to its configuration: other keys, say.
 * @param options.asks People sign in and agree on its own pages.
 */
export async function startOpenidProvider(
  options: Partial<Configuration> & { client?: Partial<ClientMetadata>; port?: number; asks?: boolean } = {},
): Promise<OpenidProvider> {
  const { client, port: wanted, asks = false, ...configuration } = options;
  const port = wanted ?? (await findPort(0));
  const issuer = `http://127.0.0.1:${port}`;
  const person: OpenidProvider['claims'] = { sub: 'ann' };
  const loadExistingGrant: Configuration['loadExistingGrant'] = async ({ oidc }) => {
    const { accountId } = oidc.session ?? {};
    if (accountId === undefined) return undefined;
    const grant = new provider.Grant({ accountId, clientId: openidClient.client_id });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  };
  const provider: Provider = new Provider(issuer, {
    clients: [{ ...openidClient, redirect_uris: ['https://placeholder.example/'], ...client }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: asks } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...person, sub: id }) }),
    pkce: { required: () => true },
    cookies: { keys: ['of-this-test'] },
    ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 },
    ...(asks ? {} : { loadExistingGrant }),
    ...configuration,
  });
  // Connections are made after the provider, so their addresses are known later.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => callback.test(uri);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!asks && request.url?.startsWith('/interaction/') === true) {
      void provider.interactionFinished(request, response, { login: { accountId: person.sub }, consent: {} });
    } else void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    issuer,
    claims: person,
    authorize: walk,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const stepsMax = 10;

/** Follows redirections with their cookies until one leads to the hub. */
async function walk(address: string): Promise<URL> {
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
    if (callback.test(next)) return new URL(next);
  }
  throw new Error('The way does not end.');
}
