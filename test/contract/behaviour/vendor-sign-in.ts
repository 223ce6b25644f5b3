import type { LoginApplication, OauthApplication, Placement } from '../../../connectors/kit/auth/application.ts';
import { fillFrom } from '../../../connectors/drivers/http/auth/fill.ts';
import type { AuthMethod } from '../../../connectors/kit/auth/methods.ts';
import { listAddresses } from '../../../connectors/drivers/http/auth/token-endpoints.ts';
import type { Json, JsonObject } from '../../../core/json.ts';
import { sampleForms } from '../../../tools/contract/sample-forms.ts';
import { sampleBaseUrl } from '../../../tools/contract/operation-uses.ts';
import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import type { JudgedRequest } from '../judged-request.ts';
import { placeAt } from '../encode-document.ts';
import type { MockAnswer } from './mock-vendor.ts';
import { withKeys } from './sample-keys.ts';

/** The vendor's side of signing in: it gives tokens out, and knows which it gave. */
export class VendorSignIn {
  readonly method: AuthMethod | undefined;
  readonly config: JsonObject;
  readonly credentials: JsonObject;
  /** Tokens that were given out. */
  issued = 0;
  readonly #origin: string;

  constructor(connector: HttpConnector) {
    const [method] = connector.auth;
    const { config, credentials } = sampleForms(connector, method);
    this.method = method;
    this.config = config;
    this.credentials = method === undefined ? credentials : withKeys(method, credentials);
    this.#origin = new URL(sampleBaseUrl(connector)).origin;
  }

  /** Answers a request that is made in order to sign in; `undefined` for all others. */
  answer(request: JudgedRequest): MockAnswer | undefined {
    const apply = this.method?.apply;
    if (apply === undefined) return undefined;
    if (apply.kind === 'digest' && request.headers['authorization'] === undefined) return challenge;
    const fill = fillFrom({ form: this.credentials, config: this.config });
    const address = `${request.url.origin}${request.url.pathname}`;
    if (!listAddresses(apply).some((template) => address === withoutQuery(fill(template)))) return undefined;
    this.issued += 1;
    switch (apply.kind) {
      case 'oauth2_code':
      case 'oauth2_client_credentials':
      case 'oauth2_jwt_bearer':
      case 'oauth2_refresh_token':
        return { body: JSON.stringify(this.#toTokenAnswer(apply)) };
      case 'session_login':
        return this.#toLoginAnswer(apply);
      case 'sigv4':
        return { headers: { 'content-type': 'text/xml' }, body: roleKeys };
      default:
        return undefined;
    }
  }

  /** True when a request carries the credentials as its way to sign in says, with any token that was given out. */
  isSignedBy({ headers, url }: JudgedRequest): boolean {
    const apply = this.method?.apply;
    const authorization = headers['authorization'] ?? '';
    const fill = fillFrom({ form: this.credentials, config: this.config });
    switch (apply?.kind) {
      case undefined:
      case 'none':
      case 'mtls':
      case 'database_password':
      case 'driver_login':
        return true;
      case 'basic': {
        const pair = `${fill(apply.username)}:${fill(apply.password)}`;
        return authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
      }
      case 'bearer':
        return authorization === `${apply.scheme} ${fill(apply.token)}`;
      case 'digest':
        return authorization.startsWith('Digest ');
      case 'oauth1':
        return authorization.startsWith('OAuth ');
      case 'hmac':
        return authorization !== '';
      case 'sigv4':
        return authorization.startsWith('AWS4-HMAC-SHA256 ');
      case 'jwt_self_signed':
        return apply.places.every(({ in: place }) => place !== 'header' || Object.values(headers).some(isJwt));
      case 'api_key':
        return this.#hasPlaces(apply.places, {}, { headers, url });
      case 'session_login':
      case 'oauth2_code':
      case 'oauth2_client_credentials':
      case 'oauth2_jwt_bearer':
      case 'oauth2_refresh_token': {
        for (let generation = this.issued; generation > 0; generation -= 1) {
          if (this.#hasPlaces(apply.places, this.#toObtained(apply, generation), { headers, url })) return true;
        }
        return false;
      }
    }
  }

  /** True where a status makes the client replace its token and send the call once more. */
  isRenewedOn(status: number): boolean {
    const apply = this.method?.apply;
    if (apply?.kind === 'sigv4') return 'role_arn' in this.credentials && (status === 401 || status === 403);
    return apply !== undefined && 'renewOn' in apply && apply.renewOn.includes(status);
  }

  #hasPlaces(
    places: readonly Placement[],
    obtained: JsonObject,
    { headers, url }: Pick<JudgedRequest, 'headers' | 'url'>,
  ): boolean {
    const fill = fillFrom({ form: this.credentials, config: this.config, obtained });
    return places.every((place) => {
      const [name, value] = [fill(place.name), fill(place.value)];
      if (place.in === 'header') return headers[name.toLowerCase()] === value;
      if (place.in === 'query') return url.searchParams.get(name) === value;
      return (headers['cookie'] ?? '').includes(value);
    });
  }

  #toTokenAnswer({ response }: OauthApplication): Json {
    const values: [string, Json][] = [
      [response.accessToken, `token-${this.issued}`],
      [response.refreshToken, `refresh-${this.issued}`],
      [response.expiresIn, 3600],
      ...Object.values(response.keep).map((path): [string, Json] => [path, this.#origin]),
    ];
    return values.reduce<Json>((answer, [path, value]) => placeAt(answer, path, value), {});
  }

  #toLoginAnswer({ extract }: LoginApplication): MockAnswer {
    const headers: Record<string, string> = {};
    let body: Json = {};
    for (const [name, from] of Object.entries(extract)) {
      const value = `${name}-${this.issued}`;
      if (from.from === 'body') body = placeAt(body, from.path, value);
      else if (from.from === 'header') headers[from.name.toLowerCase()] = value;
      else if (from.from === 'cookie') headers['set-cookie'] = `${from.name}=${value}; Path=/`;
      else if (from.from === 'cookies') headers['set-cookie'] = `session=${value}; Path=/`;
      else return { headers, body: value };
    }
    return { headers, body: JSON.stringify(body) };
  }

  /** What a client that signed in has, by the names of the method's templates. */
  #toObtained(apply: OauthApplication | LoginApplication, generation: number): JsonObject {
    if (apply.kind !== 'session_login') {
      const kept = Object.keys(apply.response.keep).map((name) => [name, this.#origin]);
      return { access_token: `token-${generation}`, ...Object.fromEntries(kept) };
    }
    return Object.fromEntries(
      Object.entries(apply.extract).map(([name, { from }]) => {
        const value = `${name}-${generation}`;
        return [name, from === 'cookies' ? `session=${value}` : value];
      }),
    );
  }
}

function withoutQuery(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `${url.origin}${url.pathname}`;
}

function isJwt(value: string): boolean {
  return /(?:^|\s)[\w-]+\.[\w-]+\.[\w-]+$/.test(value);
}

/** @see https://www.rfc-editor.org/rfc/rfc7616#section-3.3 */
const challenge: MockAnswer = {
  status: 401,
  headers: { 'www-authenticate': 'Digest realm="vendor", nonce="n", qop="auth", algorithm=SHA-256' },
};

/** @see https://docs.aws.amazon.com/STS/latest/APIReference/API_AssumeRole.html */
const roleKeys = `<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>key</AccessKeyId>
<SecretAccessKey>secret</SecretAccessKey><SessionToken>token</SessionToken><Expiration>2126-01-01T00:00:00Z</Expiration>
</Credentials></AssumeRoleResult></AssumeRoleResponse>`;

/** Query parameters that hold credentials. */
export function listCredentialNames(methods: readonly AuthMethod[]): string[] {
  return methods.flatMap(({ apply }) =>
    'places' in apply ? apply.places.filter(({ in: place }) => place === 'query').map(({ name }) => name) : [],
  );
}
