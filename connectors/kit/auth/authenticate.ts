import type { Clock } from '../../../core/clock.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Secret } from '../../../core/secret.ts';
import { toPlainText } from '../narrow.ts';
import type { RequestPlan } from '../plan.ts';
import type { ResponseHeaders } from '../rate-signals.ts';
import type { AuthScope } from './fill.ts';
import { fillFrom } from './fill.ts';
import { signAssertion } from './assertion.ts';
import { createDigest } from './digest.ts';
import { createHmacSigner } from './hmac.ts';
import type { AuthMethod } from './methods.ts';
import { signOauth1 } from './oauth1.ts';
import { logOut, obtainLogin } from './obtain-login.ts';
import { obtainOauth } from './obtain-oauth.ts';
import { createRoleSigner } from './role.ts';
import { fillPlaces } from './places.ts';
import type { TokenCall } from './token-call.ts';
import { TokenKeeper } from './token-keeper.ts';
import type { ObtainTokens, TokenStore } from './token-store.ts';
import type { Placement } from './application.ts';

/** A request on its way out; authenticators change its address and headers. */
export interface OutgoingRequest {
  method: RequestPlan['method'];
  url: URL;
  headers: Record<string, string>;
  body: string | undefined;
  /** The vendor's host that the address stands in for. */
  vendorHost?: string | undefined;
}

/** What of an answer tells whether it refuses the request's credentials. */
export interface AnswerHead {
  status: number;
  headers: ResponseHeaders;
}

/**
 * Is told how a request was answered, whatever the answer.
 *
 * @returns true when it was refused and is worth sending once more, authenticated anew.
 */
export type Recover = (answer: AnswerHead, signal: AbortSignal) => Promise<boolean>;

/** Adds the credentials of a connection to a request. Called once for each time a request is sent. */
export type Authenticate = (request: OutgoingRequest, signal: AbortSignal) => Promise<Recover | undefined>;

/** An auth method bound to credentials. They are revealed inside, and stay there. */
export interface Authenticator {
  authenticate: Authenticate;
  /** Values that were obtained and must not be shown. */
  readSecrets(): string[];
  /** Ends what was begun for this session alone. Never throws. */
  close(): Promise<void>;
}

export interface AuthMeans {
  credentials: Secret<JsonObject>;
  config: JsonObject;
  clock: Clock;
  tokens: TokenStore;
  call: TokenCall;
  /** The address that stands in for one of the vendor's. */
  toAddress(address: string): string;
}

/** Binds an auth method to the credentials of a connection. */
export function createAuthenticator({ apply }: AuthMethod, means: AuthMeans): Authenticator {
  const { credentials, config, clock } = means;
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
      return createRoleSigner(apply, means);
    case 'session_login':
      return withTokens(apply, scope, means, obtainLogin(apply, scope, means), (values) =>
        logOut(apply, scope, means, values),
      );
    case 'oauth2_code':
    case 'oauth2_client_credentials':
    case 'oauth2_jwt_bearer':
    case 'oauth2_refresh_token':
      return withTokens(apply, scope, means, obtainOauth(apply, scope, means));
  }
}

/** What needs nothing but the request. */
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

/** What needs tokens that the system gives. */
function withTokens(
  { places, renewOn }: { places: readonly Placement[]; renewOn: readonly number[] },
  scope: AuthScope,
  { tokens, clock }: AuthMeans,
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
      // What others use as well is left to them.
      if (!tokens.isShared && keeper.held !== undefined) await end?.(keeper.held.values);
    },
  };
}
