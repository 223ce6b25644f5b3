import type { Logger } from 'pino';
import { listUnsealed, sealAudit, sealBatch, type Sealed } from './seal-audit.ts';
import type { Clock } from '../core/clock.ts';
import { toId } from '../core/ids.ts';
import { type Database, isUnavailable } from '../drizzle/index.ts';
import { type Loop, startLoop } from '../core/loop.ts';

/** Changes are sealed at most about this long after they were made. */
const sealEveryMs = 1000;

/** Organizations served in one iteration. */
const organizationsMax = 1000;

export interface SealerDeps {
  /** As `hub_relay`: sees the events of every tenant, and may number them. */
  relayDatabase: Database;
  /** Signs with the key that only workers have. */
  signer: Parameters<typeof sealAudit>[1];
  clock: Clock;
  log: Logger;
}

/**
 * Seals what was written to the audit logs, apart from the changes themselves, which therefore never wait for one another.
 *
 * The end of each chain also goes to the log of the process: what stands there is out of reach for anyone who can change
 * the database, and `after` of a verification.
 */
export function startSealer(deps: SealerDeps): Loop {
  const seal = createSealer(deps);
  return startLoop(seal, {
    everyMs: sealEveryMs,
    onError: (error) => deps.log.warn({ error }, 'failed to seal audit events'),
  });
}

/** @returns what seals a batch of every organization that has something to seal, and remembers where each chain ended. */
export function createSealer({ relayDatabase, signer, clock, log }: SealerDeps): () => Promise<'more' | 'idle'> {
  const ends = new Map<string, number>();
  return async () => {
    const organizations = await listUnsealed(relayDatabase, organizationsMax);
    let more = organizations.length === organizationsMax;
    for (const orgId of organizations) {
      const sealed = await sealAudit(relayDatabase, signer, { orgId, nowMs: clock.now() }).catch((error: unknown) => {
        if (isUnavailable(error)) throw error;
        // One chain that somebody spoilt holds no other up.
        log.error({ organization_id: toId('organization', orgId), error }, 'audit chain cannot be continued');
        return undefined;
      });
      if (sealed === undefined) continue;
      tell(log, orgId, sealed, ends.get(orgId) ?? 0);
      ends.set(orgId, sealed.to.sequence);
      more ||= sealed.to.sequence - sealed.from.sequence === sealBatch;
    }
    return more ? 'more' : 'idle';
  };
}

function tell(log: Logger, orgId: string, { from, to, keyId, signature }: Sealed, known: number): void {
  const organization = toId('organization', orgId);
  if (from.sequence < known)
    log.error(
      { organization_id: organization, known, found: from.sequence },
      'audit chain is shorter than before: events were removed, or the database was restored',
    );
  const checkpoint = { sequence: to.sequence, hash: to.hash, key_id: keyId, signature };
  log.info({ organization_id: organization, ...checkpoint }, 'audit events sealed');
}
