import type * as Openid from 'openid-client';
import type { Configuration, CustomFetch, FetchBody, ServerMetadata } from 'openid-client';
import type { EgressPolicy } from '../../../../connectors/drivers/shared/session.ts';
import type { Clock } from '../../../../core/clock.ts';
import { createLazyExchange } from '../../../shared/lazy-fetch.ts';
import { oidcSettings } from '../../sso-connections/oidc-settings.ts';
import type { OpenSsoConnection } from '../open-sso-connection.ts';
import { SsoRefusal } from '../sso-refusal.ts';

/** Speaks to the OpenID providers of organizations. */
export interface OidcProviders {
  /** @throws {SsoRefusal} `unavailable` where the provider cannot be read, or names itself otherwise. */
  open(connection: OpenSsoConnection): Promise<Configuration>;
}

const answerBytesMax = 256 * 1024;
const timeoutSeconds = 10;
const metadataMs = 600_000;
const rememberedMax = 1000;
/** For clocks that differ. */
const toleranceSeconds = 30;

/**
 * Remembers what providers say of themselves for ten minutes. Their keys are read at every sign-in, so that one that was changed
 * or withdrawn counts at once. Every request passes the egress guard.
 *
 * The library is loaded when somebody signs in by it.
 */
export function createOidcProviders({ egress, clock }: { egress: EgressPolicy; clock: Clock }): OidcProviders {
  const exchange = createLazyExchange(egress, answerBytesMax);
  const known = new Map<string, { metadata: ServerMetadata; until: number }>();
  const fetchGuarded: CustomFetch = (url, { method, headers, body, signal }) =>
    exchange(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: new Headers(headers),
      body: toText(body),
      signal: signal ?? AbortSignal.timeout(timeoutSeconds * 1000),
    });

  return {
    open: async (connection) => {
      const openid = await import('openid-client');
      const settings = oidcSettings.parse(connection.row.config);
      const secret = connection.secret ?? '';
      const name = `${connection.row.id} ${settings.issuer}`;
      const entry = known.get(name);
      const isFresh = entry !== undefined && entry.until > clock.monotonic();
      const metadata = isFresh ? entry.metadata : await discover(openid, settings.issuer, fetchGuarded);
      if (!isFresh) {
        if (known.size >= rememberedMax) known.clear();
        known.set(name, { metadata, until: clock.monotonic() + metadataMs });
      }
      const methods = metadata.token_endpoint_auth_methods_supported;
      // https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderMetadata: basic, where nothing is said.
      const usesBasic = methods === undefined || methods.includes('client_secret_basic');
      const auth = settings.client_auth ?? (usesBasic ? 'client_secret_basic' : 'client_secret_post');
      const configuration = new openid.Configuration(
        metadata,
        settings.client_id,
        {
          client_secret: secret,
          [openid.clockTolerance]: toleranceSeconds,
          [openid.clockSkew]: Math.round((clock.now() - Date.now()) / 1000),
        },
        auth === 'client_secret_basic' ? openid.ClientSecretBasic(secret) : openid.ClientSecretPost(secret),
      );
      configuration.timeout = timeoutSeconds;
      configuration[openid.customFetch] = fetchGuarded;
      // The guard lets http through only where the operator opened it.
      if (isHttp(settings.issuer)) permitHttp(openid)(configuration);
      // Otherwise the signature of an ID token that came straight from the provider is not looked at.
      openid.enableNonRepudiationChecks(configuration);
      return configuration;
    },
  };
}

async function discover(openid: typeof Openid, issuer: string, fetchGuarded: CustomFetch): Promise<ServerMetadata> {
  try {
    const found = await openid.discovery(new URL(issuer), 'none', undefined, undefined, {
      [openid.customFetch]: fetchGuarded,
      timeout: timeoutSeconds,
      execute: isHttp(issuer) ? [permitHttp(openid)] : [],
    });
    return found.serverMetadata();
  } catch (error) {
    throw new SsoRefusal('unavailable', { cause: error });
  }
}

function isHttp(issuer: string): boolean {
  return URL.parse(issuer)?.protocol === 'http:';
}

function permitHttp(openid: typeof Openid): (configuration: Configuration) => void {
  // oxlint-disable-next-line typescript/no-deprecated -- Marked so to stand out; not to go away.
  return openid.allowInsecureRequests;
}

/** The library sends forms only. */
function toText(body: FetchBody | undefined): string | undefined {
  if (typeof body === 'string') return body;
  return body instanceof URLSearchParams ? body.toString() : undefined;
}
