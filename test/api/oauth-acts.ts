import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { newUuid } from '../../core/ids.ts';
import { generateApiKey, hashApiKey } from '../../services/access/api-keys/api-key.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { type Answer, type Item, pepper, type TestApi } from './harness.ts';

/** What tests of OAuth do again and again. */

export type App = TestApi['app'];

export interface Client extends Item {
  secret: string;
}

/** Registers a client; its secret is empty where it has none. */
export async function addClient(api: TestApi, body: Record<string, unknown> = {}): Promise<Client> {
  const { status, data, error } = await api.request('POST', '/v1/oauth-clients', {
    body: { name: 'Program', scopes: ['accounts:read'], ...body },
  });
  if (status !== 201) throw new Error(JSON.stringify(error));
  const { client_secret: secret } = data;
  return { ...data, secret: typeof secret === 'string' ? secret : '' };
}

/** An API key of the first organization with the given scopes. */
export async function addKey(api: TestApi, scopes: readonly string[]): Promise<string> {
  const key = generateApiKey();
  const orgId = toLookup('organization', api.organization.organization_id);
  await api.admin`
    insert into api_keys (org_id, id, name, pepper_id, key_hmac, last4, scopes)
    values (${orgId}, ${newUuid()}, 'test', 'p', ${hashApiKey(pepper, key)}, ${key.slice(-4)}, ${[...scopes]})`;
  return key;
}

export function toBasic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`;
}

export interface Posted {
  form: Record<string, string> | string;
  authorization?: string;
  contentType?: string;
  path?: string;
}

/** Posts a form to the token endpoint, and checks the answer against the document. */
export function post(
  api: TestApi,
  { form, authorization, contentType, path = '/oauth/token' }: Posted,
): Promise<Answer> {
  return api.request('POST', path, {
    key: null,
    text: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
    headers: {
      'content-type': contentType ?? 'application/x-www-form-urlencoded',
      ...(authorization === undefined ? {} : { authorization }),
    },
  });
}

/** Gets a token of a client that authenticates with its secret in the header. */
export async function getToken(api: TestApi, client: Client, form: Record<string, string> = {}): Promise<string> {
  const { status, body } = await post(api, {
    form: { grant_type: 'client_credentials', ...form },
    authorization: toBasic(client.id, client.secret),
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return String(body['access_token']);
}

/** Status of a request with a bearer credential, to any process. */
export async function ask(app: App, credential: string, path = '/v1/accounts'): Promise<number> {
  const response = await app.request(path, { headers: { authorization: `Bearer ${credential}` } });
  await response.body?.cancel();
  return response.status;
}

export interface Signer {
  alg: string;
  jwk: JWK;
  privateKey: CryptoKey;
  privateJwk: JWK;
}

export async function makeSigner(alg = 'ES256', kid = 'first'): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return {
    alg,
    jwk: { ...(await exportJWK(publicKey)), kid, alg },
    privateKey,
    privateJwk: await exportJWK(privateKey),
  };
}

/** An extension that nobody here knows. @see https://www.rfc-editor.org/rfc/rfc7515#section-4.1.11 */
export const criticalExtension = 'urn:example:critical';

/** Seconds since the epoch. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

export function signWith(
  signer: Signer,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: signer.alg, kid: String(signer.jwk.kid), ...header })
    .sign(signer.privateKey, { crit: { [criticalExtension]: true } });
}
