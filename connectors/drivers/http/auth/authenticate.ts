import type { JsonObject } from '../../../../core/json.ts';
import { toPlainText } from '../../../kit/type-guards.ts';
import type { AuthScope } from './fill.ts';
import { fillFrom } from './fill.ts';
import type { AuthDeps } from './auth-deps.ts';
import type { Authenticator, OutgoingRequest } from './authenticator.ts';
import { signAssertion } from './assertion.ts';
import { createDigest } from './digest.ts';
import { createHmacSigner } from './hmac.ts';
import type { AuthMethod } from '../../../kit/auth/methods.ts';
import { signOauth1 } from './oauth1.ts';
import { logOut, obtainLogin } from './obtain-login.ts';
import { obtainOauth } from './obtain-oauth.ts';
import { createFormKeys, createKeySigner } from './role.ts';
import { fillPlaces } from './places.ts';
import { TokenKeeper } from './token-keeper.ts';
import type { ObtainTokens } from '../../shared/token-store.ts';
import type { Placement } from '../../../kit/auth/application.ts';

/** Binds an auth method to the credentials of a connection. */
export function createAuthenticator({ apply }: AuthMethod, deps: AuthDeps): Authenticator {
  const { credentials, config, clock } = deps;
  const scope: AuthScope = { form: credentials.reveal(), config };
  const fill = fillFrom(scope);
  switch (apply.kind) {
    case 'none':
    case 'mtls':
    case 'database_password':
    case 'driver_login':
      return plain(() => undefined);
    case 'api_key':
      return plain((request) => fillPlaces(request, apply.places, fill));
    case 'basic':
      return plain((request) => {
        const pair = Buffer.from(`${fill(apply.username)}:${fill(apply.password)}`).toString('base64');
        request.headers['authorization'] = `Basic ${pair}`;
      });
    case 'bearer':
      return plain((request) => {
        request.headers['authorization'] = `${apply.scheme} ${fill(apply.token)}`;
      });
    case 'oauth1':
      return plain((request) => signOauth1(request, apply, fill, clock));
    case 'hmac':
      return plain(createHmacSigner(apply.scheme, fill, clock));
    case 'jwt_self_signed':
      return plain(async (request) => {
        const jwt = await signAssertion(apply.assertion, fill, clock);
        fillPlaces(request, apply.places, fillFrom({ ...scope, obtained: { jwt } }));
      });
    case 'digest':
      return {
        ...plain(() => undefined),
        authenticate: createDigest(() => [fill(apply.username), fill(apply.password)]),
      };
    case 'sigv4':
      return createKeySigner(apply.service, createFormKeys(apply, deps), clock);
    case 'session_login':
      return withTokens(apply, scope, deps, obtainLogin(apply, scope, deps), (values) =>
        logOut(apply, scope, deps, values),
      );
    case 'oauth2_code':
    case 'oauth2_client_credentials':
    case 'oauth2_jwt_bearer':
    case 'oauth2_refresh_token':
      return withTokens(apply, scope, deps, obtainOauth(apply, scope, deps));
  }
}

/** Methods that need only the request. */
function plain(sign: (request: OutgoingRequest) => void | Promise<void>): Authenticator {
  return {
    authenticate: async (request) => {
      await sign(request);
      return undefined;
    },
    readSecrets: () => [],
    close: () => Promise.resolve(),
  };
}

/** Methods that need tokens from the system. */
function withTokens(
  { places, renewOn }: { places: readonly Placement[]; renewOn: readonly number[] },
  scope: AuthScope,
  { tokens, clock }: AuthDeps,
  obtain: ObtainTokens,
  end?: (values: JsonObject) => Promise<void>,
): Authenticator {
  const keeper = new TokenKeeper(tokens, obtain, clock);
  return {
    authenticate: async (request, signal) => {
      const held = await keeper.get(signal);
      fillPlaces(request, places, fillFrom({ ...scope, obtained: held.values }));
      return keeper.toRecover(held, renewOn);
    },
    readSecrets: () => Object.values(keeper.held?.values ?? {}).map(toPlainText),
    close: async () => {
      // Tokens that other sessions use too are kept.
      if (!tokens.isShared && keeper.held !== undefined) await end?.(keeper.held.values);
    },
  };
}
