import type { GuardedExchange, GuardedFetch } from '../../connectors/drivers/http/guarded-fetch.ts';
import type { EgressPolicy } from '../../connectors/drivers/shared/session.ts';

/**
 * Makes a `fetch` past the egress guard that is loaded when it is first used: the HTTP client takes a tenth of the
 * process, and most organizations need none here.
 */
export function createLazyFetch(egress: EgressPolicy, bytesMax: number): GuardedFetch {
  let loading: Promise<GuardedFetch> | undefined;
  return async (url, options) => {
    loading ??= import('../../connectors/drivers/http/guarded-fetch.ts').then(({ createGuardedFetch }) =>
      createGuardedFetch(egress, { bytesMax }),
    );
    return (await loading)(url, options);
  };
}

/** As `createLazyFetch`, for whom more is said to than `GET`. */
export function createLazyExchange(egress: EgressPolicy, bytesMax: number): GuardedExchange {
  let loading: Promise<GuardedExchange> | undefined;
  return async (url, options) => {
    loading ??= import('../../connectors/drivers/http/guarded-fetch.ts').then(({ createGuardedExchange }) =>
      createGuardedExchange(egress, { bytesMax }),
    );
    return (await loading)(url, options);
  };
}
