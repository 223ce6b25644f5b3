import type { TokenStore } from '../connectors/drivers/shared/token-store.ts';
import type { RateLimiter, SessionContext } from '../connectors/drivers/shared/session.ts';
import type { Clock } from '../core/clock.ts';
import { ConnectorError } from '../core/connector-error.ts';
import { type Meter, noMeter } from '../core/telemetry/meter.ts';

type Observed = Pick<SessionContext, 'limiter' | 'tokens' | 'observeCall'>;

/** Puts the meter between a session and what it uses: its calls, its permits and its tokens. */
export function observeSession<Session extends Observed>(
  { meter = noMeter, clock }: { meter?: Meter; clock: Clock },
  connector: string,
  session: Session,
): Session {
  if (meter === noMeter) return session;
  return {
    ...session,
    limiter: observeTurns(session.limiter, { meter, clock, connector }),
    ...(session.tokens === undefined ? {} : { tokens: observeTokens(session.tokens, { meter, connector }) }),
    observeCall: () => {
      const began = clock.monotonic();
      return (outcome) =>
        meter.observe('hub_vendor_call_duration_seconds', { connector, outcome }, (clock.monotonic() - began) / 1000);
    },
  };
}

function observeTurns(
  limiter: RateLimiter,
  { meter, clock, connector }: { meter: Meter; clock: Clock; connector: string },
): RateLimiter {
  return {
    ...limiter,
    take: async (bucket, signal) => {
      const began = clock.monotonic();
      try {
        await limiter.take(bucket, signal);
      } catch (error) {
        if (error instanceof ConnectorError) meter.count('hub_rate_limit_refusals_total', { connector });
        throw error;
      } finally {
        meter.observe('hub_rate_limit_wait_seconds', { connector }, (clock.monotonic() - began) / 1000);
      }
    },
  };
}

function observeTokens(tokens: TokenStore, { meter, connector }: { meter: Meter; connector: string }): TokenStore {
  return {
    ...tokens,
    renew: (stale, obtain) =>
      tokens.renew(stale, async (before) => {
        try {
          const obtained = await obtain(before);
          meter.count('hub_token_refreshes_total', { connector, outcome: obtained.outcome });
          return obtained;
        } catch (error) {
          meter.count('hub_token_refreshes_total', { connector, outcome: 'failed' });
          throw error;
        }
      }),
  };
}
