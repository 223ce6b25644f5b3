import { z } from 'zod';
import {
  type Assertion,
  type AuthorizeRequest,
  type ClientAuth,
  jwtBearer,
  type LoginApplication,
  type OauthApplication,
  type Placement,
  type TokenAnswer,
} from './application.ts';
import { type AuthMethod, type Details, plainText, secretText } from './methods.ts';

/** Auth methods that exchange credentials for tokens. */

const bearerPlace: Placement = { in: 'header', name: 'Authorization', value: 'Bearer {$access_token}' };

/** @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
const standardAnswer: TokenAnswer = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  expiresIn: 'expires_in',
  keep: {},
};

const clientForm = z.strictObject({ client_id: plainText('Client id'), client_secret: secretText('Client secret') });

/** What may differ from the standard. */
interface OauthOptions extends Details {
  tokenUrl: string;
  refreshUrl?: string;
  grantType?: string;
  clientAuth?: ClientAuth;
  clientId?: string;
  clientSecret?: string;
  body?: 'form' | 'json';
  /** Parameter `scope` of the token request. Template. */
  scope?: string;
  parameters?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  response?: Partial<TokenAnswer>;
  places?: readonly Placement[];
  /** Statuses by which the system refuses a token. Default 401. */
  renewOn?: readonly number[];
  assertion?: Assertion;
}

type Fixed = Pick<OauthApplication, 'kind' | 'grantType' | 'authorize'> & Pick<AuthMethod, 'id' | 'title'>;

function oauth(given: OauthOptions, fixed: Fixed): AuthMethod {
  const { scope, parameters, response, setup, tls } = given;
  return {
    id: given.id ?? fixed.id,
    title: given.title ?? fixed.title,
    credentials: given.credentials ?? clientForm,
    ...(setup === undefined ? {} : { setup }),
    ...(tls === undefined ? {} : { tls }),
    apply: {
      kind: fixed.kind,
      tokenUrl: given.tokenUrl,
      refreshUrl: given.refreshUrl,
      grantType: given.grantType ?? fixed.grantType,
      clientAuth: given.clientAuth ?? 'basic',
      clientId: given.clientId ?? '{client_id}',
      clientSecret: given.clientSecret ?? '{client_secret}',
      assertion: given.assertion,
      body: given.body ?? 'form',
      parameters: { ...(scope === undefined ? {} : { scope }), ...parameters },
      headers: given.headers ?? {},
      response: { ...standardAnswer, ...response },
      places: given.places ?? [bearerPlace],
      renewOn: given.renewOn ?? [401],
      authorize: fixed.authorize,
    },
  };
}

/**
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4; `grantType` takes vendors' own (`account_credentials`,
 * `password`).
 */
export function clientCredentialsAuth(given: OauthOptions): AuthMethod {
  return oauth(given, {
    id: 'client_credentials',
    title: 'OAuth 2.0 client',
    kind: 'oauth2_client_credentials',
    grantType: 'client_credentials',
  });
}

/**
 * An assertion signed with the form's key is changed into a token. @see
 * https://www.rfc-editor.org/rfc/rfc7523#section-2.1
 */
export function jwtBearerAuth(given: OauthOptions & { assertion: Assertion; credentials: z.ZodObject }): AuthMethod {
  return oauth(
    { clientAuth: 'none', clientId: '', clientSecret: '', ...given },
    { id: 'jwt_bearer', title: 'Key that signs assertions', kind: 'oauth2_jwt_bearer', grantType: jwtBearer },
  );
}

/**
 * A client that proves itself with a key instead of a secret. @see https://www.rfc-editor.org/rfc/rfc7523#section-2.2
 */
export function privateKeyJwtAuth(given: OauthOptions & { algorithm?: Assertion['algorithm'] }): AuthMethod {
  const { algorithm = 'RS256', ...rest } = given;
  return clientCredentialsAuth({
    id: 'private_key_jwt',
    title: 'OAuth 2.0 client with a key',
    credentials: z.strictObject({
      client_id: plainText('Client id'),
      key_id: plainText('Key id').optional(),
      private_key: secretText('Private key', 'PEM or JWK.'),
    }),
    clientAuth: 'private_key_jwt',
    clientSecret: '',
    assertion: {
      algorithm,
      key: '{private_key}',
      header: { kid: '{key_id}' },
      claims: { iss: '{client_id}', sub: '{client_id}', aud: '{$token_url}' },
      lifetimeS: 300,
    },
    ...rest,
  });
}

/** A refresh token that a person got elsewhere. @see https://www.rfc-editor.org/rfc/rfc6749#section-6 */
export function refreshTokenAuth(given: OauthOptions): AuthMethod {
  return oauth(
    { credentials: clientForm.extend({ refresh_token: secretText('Refresh token') }), ...given },
    { id: 'refresh_token', title: 'OAuth 2.0 refresh token', kind: 'oauth2_refresh_token', grantType: 'refresh_token' },
  );
}

type AuthorizeOptions = Partial<Omit<AuthorizeRequest, 'url'>> & { url: string };

/** A person authorizes the connection in the browser. @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1 */
export function authorizationCodeAuth(given: OauthOptions & { authorize: AuthorizeOptions }): AuthMethod {
  const { authorize, ...rest } = given;
  const standard = {
    scopes: [],
    scopeSeparator: ' ',
    scopeParameter: 'scope',
    parameters: {},
    pkce: true,
    keep: [],
    config: {},
  };
  return oauth(rest, {
    id: 'authorization_code',
    title: 'OAuth 2.0 authorization by a person',
    kind: 'oauth2_code',
    grantType: 'authorization_code',
    authorize: { ...standard, ...authorize },
  });
}

/** A login whose answer holds a token or cookies. */
export function sessionLoginAuth(
  given: Details &
    Pick<AuthMethod, 'credentials'> &
    Omit<LoginApplication, 'kind' | 'renewOn'> & { renewOn?: readonly number[] },
): AuthMethod {
  const { id = 'session_login', title = 'Login', credentials, setup, tls, renewOn = [401], ...application } = given;
  return {
    id,
    title,
    credentials,
    ...(setup === undefined ? {} : { setup }),
    ...(tls === undefined ? {} : { tls }),
    apply: { kind: 'session_login', renewOn, ...application },
  };
}

/** A token that the client signs for each request. */
export function selfSignedJwtAuth(
  given: Details & Pick<AuthMethod, 'credentials'> & { assertion: Assertion; places?: readonly Placement[] },
): AuthMethod {
  const { assertion, places = [{ in: 'header', name: 'Authorization', value: 'Bearer {$jwt}' }], ...rest } = given;
  return {
    id: 'jwt',
    title: 'Key that signs requests',
    ...rest,
    apply: { kind: 'jwt_self_signed', assertion, places },
  };
}
