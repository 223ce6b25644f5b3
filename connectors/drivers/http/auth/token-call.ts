import { type Agent, request } from '../../shared/undici.ts';
import type { Clock } from '../../../../core/clock.ts';
import type { ConnectorErrorKind } from '../../../../core/connector-error.ts';
import type { Tracer } from '../../../../core/telemetry/tracing.ts';
import { acceptedEncodings, readWhole } from '../body.ts';
import { findIncident } from '../retry.ts';
import { flatten } from '../send.ts';
import { traceCall } from '../trace-call.ts';
import type { ReportIncident } from '../../shared/session.ts';
import { toTransportFault } from '../../shared/transport-fault.ts';
import { type Fault, FaultError } from '../../../kit/fault.ts';
import type { RequestPlan } from '../exchange/plan.ts';
import { type ResponseHeaders, readRetryAfter, readSenderTime } from '../../../kit/http/rate-signals.ts';
import { messages } from '../../../../core/messages.ts';

/** Time for one exchange with a token endpoint. A lease on a renewal is longer. */
export const tokenCallMs = 20_000;
const answerBytesMax = 1024 * 1024;

/** A request for tokens. */
export interface TokenRequest {
  method: RequestPlan['method'];
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface TokenReply {
  status: number;
  headers: ResponseHeaders;
  /** `Set-Cookie` lines, which cannot be joined. */
  setCookies: readonly string[];
  text: string;
}

/** Calls an endpoint that gives tokens, past the egress guard. Redirects are answers. @throws {FaultError} */
export type TokenCall = (request: TokenRequest) => Promise<TokenReply>;

interface TokenCallDeps {
  agent: Agent;
  /** Whether the credentials of this connection may go to an address. */
  mayCall(url: URL): boolean;
  tracer: Tracer;
  clock: Clock;
  reportIncident?: ReportIncident | undefined;
}

export function createTokenCall({ agent, mayCall, tracer, clock, reportIncident }: TokenCallDeps): TokenCall {
  const note = (status: number | undefined, fault: Fault): void => {
    const incident = findIncident(status, fault, false);
    if (incident !== undefined) reportIncident?.({ ...incident, operation: 'token' });
  };
  return async ({ method, url: text, headers, body }) => {
    const url = URL.parse(text);
    if (url === null || !mayCall(url)) throw new FaultError(foreign);
    try {
      const response = await traceCall(tracer, { method, url }, () =>
        request(url, {
          dispatcher: agent,
          method,
          headers: { accept: 'application/json', 'accept-encoding': acceptedEncodings, ...headers },
          body: body ?? null,
          signal: AbortSignal.timeout(tokenCallMs),
        }),
      );
      response.body.on('error', () => undefined);
      const flat = flatten(response.headers);
      const cookies = response.headers['set-cookie'] ?? [];
      const bytes = await readWhole(response.body, flat, answerBytesMax);
      const status = response.statusCode;
      const fault = judgeStatus(status, flat, clock);
      if (fault !== undefined) note(status, fault);
      const setCookies = typeof cookies === 'string' ? [cookies] : cookies;
      return { status, headers: flat, setCookies, text: bytes.toString() };
    } catch (error) {
      const { fault } = toTransportFault(error);
      note(undefined, fault);
      throw new FaultError({ ...fault, ofTokens: true }, error);
    }
  };
}

const foreign = {
  kind: 'config',
  message: messages.hostForeign({ of: 'the token URL' }),
} as const;

const transientStatuses: Readonly<Record<number, ConnectorErrorKind>> = { 408: 'transient', 425: 'transient' };

function judgeStatus(status: number, headers: ResponseHeaders, clock: Clock): Fault | undefined {
  const kind = status === 429 ? 'rate_limited' : status >= 500 ? 'transient' : transientStatuses[status];
  if (kind === undefined) return undefined;
  const retryAfterMs = readRetryAfter(headers['retry-after'], readSenderTime(headers, clock.now()));
  return { kind, message: `The system issued no token (status ${status}).`, retryAfterMs };
}

/** What a wrong address answers, and hardly ever a refusal of credentials. */
const elsewhere: ReadonlySet<number> = new Set([404, 405]);

/** Throws where there is no sign-in at the address. For answers that say nothing else. */
export function throwIfElsewhere({ status }: Pick<TokenReply, 'status'>): void {
  if (!elsewhere.has(status)) return;
  throw new FaultError({
    kind: 'config',
    message: messages.signInNotFound({ status }),
    remedy: messages.signInNotFoundRemedy,
  });
}

/** Throws where an answer says nothing of the credentials: the system is busy, down or broken. */
export function throwUnlessJudged({ status, headers }: TokenReply, clock: Clock): void {
  const fault = judgeStatus(status, headers, clock);
  if (fault !== undefined) throw new FaultError({ ...fault, ofTokens: true });
}
