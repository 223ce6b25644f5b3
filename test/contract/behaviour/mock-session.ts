import type { AuthMethod } from '../../../connectors/kit/auth/methods.ts';
import type { HttpConnector } from '../../../connectors/kit/define.ts';
import { openSession } from '../../../connectors/kit/open-session.ts';
import type { ConnectorSession } from '../../../connectors/kit/session.ts';
import { validateConfig } from '../../../connectors/kit/validate.ts';
import type { Clock } from '../../../core/clock.ts';
import { Secret } from '../../../core/secret.ts';
import { sampleForms } from '../../../tools/contract/sample-forms.ts';
import type { MockVendor } from './mock-vendor.ts';

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

/** Opens a session whose every connection leads to the mock, signed in by one of the connector's ways. */
export function openMockSession(
  connector: HttpConnector,
  vendor: MockVendor,
  method: AuthMethod | undefined = connector.auth[0],
): MockSession {
  const { config, credentials } = sampleForms(connector, method);
  const checked = validateConfig(connector, config);
  const clock = createCountingClock();
  const session = openSession(connector, {
    connectionId: 'conn_contract',
    config: checked.ok ? checked.value : config,
    auth: { method: method?.id ?? 'none', credentials: new Secret(credentials) },
    egress: { allow: [], loopbackPort: vendor.port },
    limiter: { take: () => Promise.resolve(), pause: () => undefined },
    clock,
  });
  return { session, clock };
}
