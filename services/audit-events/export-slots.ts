import type { Clock } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

/** Exports that an organization, and all of them together, may have under way in this process. */
export const exportsMax = { organization: 2, process: 8 } as const;

/** An export whose reader stalls for this long is ended: its slot is freed. */
const stalledAfterMs = 60_000;
const retryAfterSeconds = 10;

/** A place that an export holds. */
export interface ExportSlot {
  /** Records that the reader continues. @throws {HubError} `request_timeout` when the slot was freed meanwhile. */
  keep(): void;
  free(): void;
}

/** Counts the exports of one process, each of which takes its part of the only thread. */
export interface ExportSlots {
  /** @throws {HubError} `quota_exceeded` */
  take(orgId: string): ExportSlot;
}

export function createExportSlots(clock: Pick<Clock, 'monotonic'>): ExportSlots {
  const taken = new Set<{ orgId: string; keptAt: number }>();
  return {
    take: (orgId) => {
      const now = clock.monotonic();
      for (const slot of taken) if (now - slot.keptAt > stalledAfterMs) taken.delete(slot);
      const own = [...taken].filter((slot) => slot.orgId === orgId).length;
      if (own >= exportsMax.organization) throw tooMany('Your organization', exportsMax.organization);
      if (taken.size >= exportsMax.process) throw tooMany('This server', exportsMax.process);
      const slot = { orgId, keptAt: now };
      taken.add(slot);
      return {
        keep: () => {
          if (!taken.has(slot)) throw tooSlow();
          slot.keptAt = clock.monotonic();
        },
        free: () => void taken.delete(slot),
      };
    },
  };
}

function tooMany(who: string, limit: number): HubError {
  return new HubError('quota_exceeded', messages.exportsTooMany({ who, limit }), {
    details: { quota: 'audit_exports', limit },
    retryAfterSeconds,
  });
}

function tooSlow(): HubError {
  return new HubError('request_timeout', messages.exportStalled);
}
