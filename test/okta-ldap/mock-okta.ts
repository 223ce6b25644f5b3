import { createPublicKey, generateKeyPairSync, type KeyObject, randomUUID, verify } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { JudgedRequest } from '../contract/judged-request.ts';
import { type MockAnswer, MockVendor } from '../contract/behaviour/mock-vendor.ts';
import { type BudgetPlan, OktaBudget } from './okta-budget.ts';
import { toOktaUser } from './okta-users.ts';

export const oktaDomain = 'acme.okta.com';
const origin = `https://${oktaDomain}`;
const tokenUrl = `${origin}/oauth2/v1/token`;
const clientId = '0oa0000000000000001';
const scope = 'okta.users.read';

export interface OktaPlan extends BudgetPlan {
  users: number;
  /** Most users in a page, whatever is asked for. */
  pageMax: number;
  /** Tokens given out before are refused when so many calls were let through. */
  tokensEndAfter: number;
  /** A page that is answered with 500 so many times. */
  broken: { page: number; times: number };
  /** How far the vendor's clock is from ours. */
  skewMs: number;
}

/** What a connection to it is made of. */
export interface OktaCredentials {
  client_id: string;
  key_id: string;
  private_key: string;
  scope: string;
}

type Answer = Exclude<MockAnswer, 'hang_up'>;

/**
 * An Okta organization on loopback: its token endpoint for service apps, and its list of users with linked pages.
 *
 * @see https://developer.okta.com/docs/guides/implement-oauth-for-okta-serviceapp/main/
 * @see https://developer.okta.com/docs/api/#pagination
 */
export class MockOkta {
  budget: OktaBudget;
  readonly credentials: OktaCredentials;
  /** Tokens given out. */
  tokens = 0;
  /** Calls refused for their token. */
  unauthorized = 0;
  /** Calls that met the broken page. */
  failed = 0;
  /** Requests that a client of Okta does not make. */
  readonly faults: string[] = [];
  readonly #vendor: MockVendor;
  readonly #publicKey: KeyObject;
  readonly #valid = new Set<string>();
  #plan: OktaPlan;
  #haveEnded = false;

  private constructor(plan: OktaPlan, vendor: MockVendor) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    this.credentials = { client_id: clientId, key_id: 'key-1', private_key: pem, scope };
    this.#publicKey = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' }));
    this.#vendor = vendor;
    this.#plan = plan;
    this.budget = new OktaBudget(plan, () => this.#now());
  }

  static async start(plan: OktaPlan): Promise<MockOkta> {
    const vendor = await MockVendor.start();
    const okta = new MockOkta(plan, vendor);
    vendor.play((request) => okta.#answer(request));
    return okta;
  }

  get port(): number {
    return this.#vendor.port;
  }

  /** From now on all is well, and there is plenty of everything. */
  relax(): void {
    this.#plan = { ...this.#plan, pageMax: 200, limit: 1_000_000, storms: [] };
    this.budget = new OktaBudget(this.#plan, () => this.#now());
  }

  stop(): Promise<void> {
    return this.#vendor.stop();
  }

  #now(): number {
    return Date.now() + this.#plan.skewMs;
  }

  #answer(request: JudgedRequest): Answer {
    const route = `${request.method} ${request.url.origin}${request.url.pathname}`;
    const answer =
      route === `POST ${tokenUrl}`
        ? this.#giveToken(request)
        : route === `GET ${origin}/api/v1/users`
          ? this.#listUsers(request)
          : this.#refuse(404, 'E0000022', route);
    return { ...answer, headers: { ...answer.headers, date: new Date(this.#now()).toUTCString() } };
  }

  /** @see https://developer.okta.com/docs/guides/implement-oauth-for-okta-serviceapp/main/#get-an-access-token */
  #giveToken({ body = '' }: JudgedRequest): Answer {
    const form = new URLSearchParams(body);
    const isKind =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' &&
      form.get('scope') === scope;
    if (!isKind || !this.#isSigned(form.get('client_assertion') ?? '')) {
      this.faults.push('A token was asked for in a wrong way.');
      return { status: 401, body: JSON.stringify({ error: 'invalid_client' }) };
    }
    this.tokens += 1;
    const token = randomUUID();
    this.#valid.add(token);
    return { body: JSON.stringify({ token_type: 'Bearer', expires_in: 3600, access_token: token, scope }) };
  }

  #isSigned(assertion: string): boolean {
    const [head = '', claims = '', signature = ''] = assertion.split('.');
    const bytes = Buffer.from(`${head}.${claims}`);
    const { iss, sub, aud, exp } = decode(claims);
    return (
      verify('sha256', bytes, this.#publicKey, Buffer.from(signature, 'base64url')) &&
      decode(head)['kid'] === 'key-1' &&
      iss === clientId &&
      sub === clientId &&
      aud === tokenUrl &&
      Number(exp) * 1000 > Date.now()
    );
  }

  #listUsers({ url, headers: { authorization = '' } }: JudgedRequest): Answer {
    const { accepted, headers } = this.budget.take();
    if (!accepted) return { ...this.#refuse(429, 'E0000047'), headers };
    if (!this.#haveEnded && this.budget.accepted > this.#plan.tokensEndAfter) {
      this.#haveEnded = true;
      this.#valid.clear();
    }
    if (!this.#valid.has(authorization.replace(/^Bearer /, ''))) {
      this.unauthorized += 1;
      return { ...this.#refuse(401, 'E0000011'), headers };
    }
    const start = fromCursor(url.searchParams.get('after'));
    const asked = Number(url.searchParams.get('limit') ?? 200);
    const isPage = Number.isInteger(start) && start >= 0 && start < this.#plan.users && asked >= 1 && asked <= 200;
    if (!isPage) return this.#refuse(400, 'E0000001', url.search);
    const { broken, pageMax, users } = this.#plan;
    if (start === broken.page * pageMax && this.failed < broken.times) {
      this.failed += 1;
      return { ...this.#refuse(500, 'E0000009'), headers };
    }
    const end = Math.min(start + Math.min(asked, pageMax), users);
    const page = Array.from({ length: end - start }, (_, index) => toOktaUser(start + index));
    return { headers: { ...headers, link: toLinks(url, end < users ? end : undefined) }, body: JSON.stringify(page) };
  }

  /** @see https://developer.okta.com/docs/reference/error-codes/ */
  #refuse(status: number, errorCode: string, fault?: string): Answer {
    if (fault !== undefined) this.faults.push(`${errorCode}: ${fault}`);
    const body = { errorCode, errorSummary: 'Refused.', errorLink: errorCode, errorId: randomUUID(), errorCauses: [] };
    return { status, body: JSON.stringify(body) };
  }
}

function toLinks(url: URL, next: number | undefined): string {
  const self = `<${url.href}>; rel="self"`;
  if (next === undefined) return self;
  const following = new URL(url);
  following.searchParams.set('after', toCursor(next));
  return `${self}, <${following.href}>; rel="next"`;
}

function toCursor(start: number): string {
  return Buffer.from(`users:${start}`).toString('base64url');
}

function fromCursor(after: string | null): number {
  if (after === null) return 0;
  return Number(/^users:(\d+)$/.exec(Buffer.from(after, 'base64url').toString())?.[1] ?? Number.NaN);
}

function decode(part: string): JsonObject {
  const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
  return isJsonObject(value) ? value : {};
}
