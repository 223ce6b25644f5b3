/**
 * How the credentials of a method are applied to requests, as data.
 *
 * Texts are templates. Their holes: fields of the credential form by name, `config.NAME`, and with a dollar sign what
 * was obtained: `$access_token`, names that a login keeps, `$jwt` (the method's own signed token).
 */
export type AuthApplication =
  | { kind: 'none' | 'mtls' | 'database_password' }
  /** The driver of the protocol signs in, with a form of its own. */
  | { kind: 'driver_login' }
  | { kind: 'api_key'; places: readonly Placement[] }
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'bearer'; scheme: string; token: string }
  | Sigv4Application
  /** @see https://www.rfc-editor.org/rfc/rfc7616 */
  | { kind: 'digest'; username: string; password: string }
  | Oauth1Application
  | { kind: 'hmac'; scheme: HmacScheme }
  | { kind: 'jwt_self_signed'; assertion: Assertion; places: readonly Placement[] }
  | OauthApplication
  | LoginApplication;

export type AuthKind = AuthApplication['kind'];

/** Where a request carries a credential. */
export interface Placement {
  in: 'header' | 'query' | 'cookie';
  name: string;
  value: string;
}

/**
 * Fields of the form: `access_key_id`, `secret_access_key`, `region`; optional: `session_token`, `role_arn`,
 * `external_id`.
 */
export interface Sigv4Application {
  kind: 'sigv4';
  /** The name that requests are signed for; or by the first label of the host, with the names that differ from it. */
  service: string | { byHost: Readonly<Record<string, string>> };
  /** The endpoint for assuming roles, if the form names one. Template. */
  stsUrl: string;
}

/** Signs each request. @see https://www.rfc-editor.org/rfc/rfc5849 */
export interface Oauth1Application {
  kind: 'oauth1';
  algorithm: 'HMAC-SHA1' | 'HMAC-SHA256';
  consumerKey: string;
  consumerSecret: string;
  token: string;
  tokenSecret: string;
  /** Left out where it is empty. */
  realm: string;
}

/** Vendors' own signatures of requests. */
export type HmacScheme = 'akamai_edgegrid' | 'duo_v2' | 'duo_v5';

/**
 * A token that the client signs itself. Texts are templates; members that turn out empty are left out.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7523
 */
export interface Assertion {
  algorithm:
    'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'EdDSA' | 'HS256' | 'HS512';
  /** The private key as PEM (PKCS #8, PKCS #1, SEC 1) or JWK; for HS algorithms the shared secret. */
  key: string;
  passphrase?: string | undefined;
  /** A certificate as PEM, whose SHA-256 thumbprint goes into the header as `x5t#S256`. */
  certificate?: string | undefined;
  header: Readonly<Record<string, string>>;
  /** Besides the form's fields, `$public_key_sha256` stands for the key's public half (DER), hashed, in base64. */
  claims: Readonly<Record<string, string>>;
  /** From `iat` to `exp`. */
  lifetimeS: number;
  /** How far `iat` lies in the past, for systems whose clocks are behind. Default: 0. */
  backdateS?: number | undefined;
}

export type OauthGrant = 'oauth2_code' | 'oauth2_client_credentials' | 'oauth2_jwt_bearer' | 'oauth2_refresh_token';

export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** How the client proves itself at the token endpoint. @see https://www.rfc-editor.org/rfc/rfc6749#section-2.3 */
export type ClientAuth = 'basic' | 'post' | 'private_key_jwt' | 'none';

/** Tokens of an OAuth 2.0 authorization server. */
export interface OauthApplication {
  kind: OauthGrant;
  tokenUrl: string;
  /** Where a refresh token goes when it is not `tokenUrl`. */
  refreshUrl?: string | undefined;
  grantType: string;
  clientAuth: ClientAuth;
  clientId: string;
  clientSecret: string;
  /** Signs what `private_key_jwt` and the JWT bearer grant send. */
  assertion?: Assertion | undefined;
  body: 'form' | 'json';
  /** Further parameters of the token request; those that turn out empty are left out. */
  parameters: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  response: TokenAnswer;
  places: readonly Placement[];
  renewOn: readonly number[];
  /** With `oauth2_code`: how a person authorizes the connection. */
  authorize?: AuthorizeRequest | undefined;
}

/** Where a token endpoint's answer holds what. Paths. */
export interface TokenAnswer {
  accessToken: string;
  refreshToken: string;
  /** Lifetime in seconds. */
  expiresIn: string;
  /** Lifetime if the response has none. Absent: until the token is refused. */
  lifetimeS?: number | undefined;
  /** Further values to keep, by name: `instance_url`, `api_domain`. */
  keep: Readonly<Record<string, string>>;
}

/** The request that a person's browser makes. @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1 */
export interface AuthorizeRequest {
  url: string;
  scopes: readonly string[];
  scopeSeparator: string;
  scopeParameter: string;
  /** `access_type=offline` and the like. Templates. */
  parameters: Readonly<Record<string, string>>;
  /** @see https://www.rfc-editor.org/rfc/rfc7636 */
  pkce: boolean;
  /**
   * The issuer that the callback must name; where the server says that it names one. @see
   * https://www.rfc-editor.org/rfc/rfc9207
   */
  issuer?: string | undefined;
  /** Parameters of the callback to keep along with the tokens, by name: Zoho's `location`. */
  keep: readonly string[];
  /** Members of the configuration that the system reports, as templates over what was obtained: `{$instance_url}`. */
  config: Readonly<Record<string, string>>;
}

/** A login whose answer holds a token, cookies or more. */
export interface LoginApplication {
  kind: 'session_login';
  login: LoginRequest;
  extract: Readonly<Record<string, Extraction>>;
  /** Signs `$jwt`, for logins that take one. */
  assertion?: Assertion | undefined;
  /** How long a login lasts. Absent: until it is refused. */
  lifetimeS?: number | undefined;
  /** Where the answer holds the lifetime in seconds, or the end of the login as ISO 8601. Path. */
  expiresPath?: string | undefined;
  logout?: LoginRequest | undefined;
  places: readonly Placement[];
  renewOn: readonly number[];
}

export interface LoginRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  basic?: { username: string; password: string } | undefined;
  body?: { format: 'json' | 'form'; values: LoginValues } | undefined;
}

/** JSON whose texts are templates. */
export type LoginValues = { readonly [name: string]: LoginValue };
export type LoginValue = string | number | boolean | null | readonly LoginValue[] | LoginValues;

/**
 * Where a login's answer holds a value; `cookies`: all of them, as a `Cookie` header takes them; `text`: the whole
 * body.
 */
export type Extraction =
  { from: 'body'; path: string } | { from: 'header' | 'cookie'; name: string } | { from: 'cookies' | 'text' };
