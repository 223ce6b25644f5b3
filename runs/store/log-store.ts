import type { WarningLog } from '../../core/telemetry/log-fields.ts';
import { LeaseLostError, type SegmentStore } from '../../engine/ports.ts';
import { type RunAddress, toLogIds } from '../load/load-run.ts';

type Logged = Pick<SegmentStore, 'renew' | 'release' | 'owners'>;

/**
 * Logs failures of the store that a segment goes on without: renewals by the timer, releases, and looking up who owns a
 * record that the target found. Whatever else fails ends the segment, which is logged then.
 */
export function logStore<Store extends Logged>(log: WarningLog, address: RunAddress, store: Store): Store {
  const tell = (warn: (fields: object) => void) => {
    return (error: unknown): never => {
      if (!(error instanceof LeaseLostError)) warn({ ...toLogIds(address), error });
      throw error;
    };
  };
  const unrenewed = tell((fields) => log.warn(fields, 'lease could not be renewed'));
  const unreleased = tell((fields) => log.warn(fields, 'lease could not be released; it will expire'));
  const unread = tell((fields) => log.warn(fields, 'owners of records could not be read'));
  const { renew, release, owners }: Logged = store;
  return {
    ...store,
    renew: (epoch, leaseMs) => renew(epoch, leaseMs).catch(unrenewed),
    release: (epoch, pageInDoubt) => release(epoch, pageInDoubt).catch(unreleased),
    owners: (fingerprint, targets) => owners(fingerprint, targets).catch(unread),
  };
}
