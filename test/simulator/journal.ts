import type { Effect } from '../../core/records.ts';

/** Who sent a write. */
export interface Writer {
  process: string;
  runId: string;
  epoch: number;
}

/** One effect that reached a target, as the target itself saw it. */
export interface Landing {
  atMs: number;
  writer: Writer;
  effectId: string;
  sourceKey: string;
  /** Id of the target's record. */
  targetId: string | undefined;
  change: 'created' | 'updated' | 'same' | 'recognised' | 'refused';
  body: string;
}

/** A target's own account of what was done to it; read by the checks alone. */
export class Journal {
  readonly landings: Landing[] = [];
  onLanding: ((landing: Landing) => void) | undefined;

  add(landing: Landing): void {
    this.landings.push(landing);
    this.onLanding?.(landing);
  }
}

export function toLanding(
  effect: Effect,
  writer: Writer,
  atMs: number,
  body: string,
): Omit<Landing, 'change' | 'targetId'> {
  return { atMs, writer, effectId: effect.effectId, sourceKey: effect.sourceKey, body };
}
