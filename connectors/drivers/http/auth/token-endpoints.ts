import { Agent } from '../../shared/undici.ts';
import type { Clock } from '../../../../core/clock.ts';
import { noTracer, type Tracer } from '../../../../core/telemetry/tracing.ts';
import { createGuardedConnector, type TlsIdentity } from '../../shared/egress/connect.ts';
import type { CompiledPolicy } from '../../shared/egress/policy.ts';
import type { ReportIncident } from '../../shared/session.ts';
import { parseTemplate } from '../../../kit/template.ts';
import type { AuthApplication } from '../../../kit/auth/application.ts';
import type { AuthMethod } from '../../../kit/auth/methods.ts';
import { createTokenCall, type TokenCall, tokenCallMs } from './token-call.ts';

const keepAliveMs = 10_000;

interface TokenEndpointDeps {
  policy: CompiledPolicy;
  tls: TlsIdentity | undefined;
  isAllowed(url: URL): boolean;
  tracer?: Tracer;
  clock: Clock;
  /** Default: not reported. */
  reportIncident?: ReportIncident | undefined;
}

/**
 * Calls the endpoints where a method gets its tokens. Credentials are sent only there and to the connector's hosts.
 *
 * @param isAllowed Whether an address belongs to the connection anyway.
 */
export function openTokenEndpoints(
  { apply }: AuthMethod,
  { policy, tls, isAllowed, tracer = noTracer, clock, reportIncident }: TokenEndpointDeps,
): { call: TokenCall; close(): Promise<void> } {
  const agent = new Agent({
    connect: createGuardedConnector(policy, tls),
    connections: 4,
    keepAliveTimeout: keepAliveMs,
    headersTimeout: tokenCallMs,
    bodyTimeout: tokenCallMs,
  });
  const declared = listAddresses(apply).map(toHostRule);
  const mayCall = (url: URL): boolean =>
    url.username === '' && url.password === '' && (isAllowed(url) || declared.some((rule) => rule(url)));
  const call = createTokenCall({ agent, mayCall, tracer, clock, reportIncident });
  return { call, close: () => agent.destroy().catch(() => undefined) };
}

/** Templates of the addresses that a method calls. */
export function listAddresses(apply: AuthApplication): string[] {
  switch (apply.kind) {
    case 'sigv4':
      return [apply.stsUrl];
    case 'session_login':
      return [apply.login.url, ...(apply.logout === undefined ? [] : [apply.logout.url])];
    case 'oauth2_code':
    case 'oauth2_client_credentials':
    case 'oauth2_jwt_bearer':
    case 'oauth2_refresh_token':
      return [apply.tokenUrl, ...(apply.refreshUrl === undefined ? [] : [apply.refreshUrl])];
    case 'none':
    case 'mtls':
    case 'database_password':
    case 'driver_login':
    case 'api_key':
    case 'basic':
    case 'bearer':
    case 'digest':
    case 'oauth1':
    case 'hmac':
    case 'jwt_self_signed':
      return [];
  }
}

/**
 * Which hosts a template may lead to by itself: the constant one; below the constant end of a host that begins with a
 * hole (`sts.{region}.amazonaws.com`); any, where the whole address is a field of the credential form, since it is then
 * entered together with the secrets. Other holes lead to the connector's own hosts only.
 */
function toHostRule(template: string): (url: URL) => boolean {
  const { parts } = parseTemplate(template);
  const [first] = parts;
  if (typeof first !== 'string') {
    const isOwn = first !== undefined && !first.name.startsWith('config.') && !first.name.startsWith('$');
    return () => isOwn;
  }
  const origin =
    /^https?:\/\/[^/?#]+/.exec(parts.map((part) => (typeof part === 'string' ? part : hole)).join(''))?.[0] ?? '';
  if (!origin.includes(hole)) return (url) => url.origin === URL.parse(origin)?.origin;
  const suffix = origin.slice(origin.lastIndexOf(hole) + 1);
  const isSpecific = /^(?:\.[a-z0-9-]+){2,}$/.test(suffix);
  return (url) => isSpecific && url.protocol === 'https:' && url.hostname.endsWith(suffix);
}

/** Placeholder for a hole. No host name contains it. */
const hole = '\0';
