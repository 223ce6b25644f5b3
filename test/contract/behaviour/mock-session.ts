import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import { openSession } from '../../../connectors/drivers/open-session.ts';
import type { ConnectorSession } from '../../../connectors/drivers/shared/session.ts';
import { validateConfig } from '../../../connectors/kit/validate.ts';
import type { Clock } from '../../../core/clock.ts';
import { Secret } from '../../../core/secret.ts';
import type { MockVendor } from './mock-vendor.ts';
import type { VendorSignIn } from './vendor-sign-in.ts';

/** A clock whose waits are over at once, and are counted. */
export interface CountingClock extends Clock {
  sleptMs: number;
}

export function createCountingClock(): CountingClock {
  return {
    sleptMs: 0,
    now: () => Date.now(),
    monotonic: () => performance.now(),
    sleep(ms) {
      this.sleptMs += ms;
      return Promise.resolve();
    },
  };
}

export interface MockSession {
  session: ConnectorSession;
  clock: CountingClock;
}

/** Opens a session whose every connection leads to the mock, with credentials that its side of signing in knows. */
export async function openMockSession(
  connector: HttpConnector,
  vendor: MockVendor,
  signIn: VendorSignIn,
  clock: CountingClock = createCountingClock(),
): Promise<MockSession> {
  const { config, credentials, method } = signIn;
  const checked = validateConfig(connector, config);
  const session = await openSession(connector, {
    connectionId: 'conn_contract',
    config: checked.ok ? checked.value : config,
    auth: { method: method?.id ?? 'none', credentials: new Secret(credentials) },
    egress: { allow: [], loopbackPort: vendor.port },
    limiter: { take: () => Promise.resolve(), settle: () => undefined, pause: () => undefined },
    clock,
  });
  return { session, clock };
}
