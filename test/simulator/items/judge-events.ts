import { type Block, lastId } from './blocks.ts';
import type { Decided } from './expect-item.ts';
import type { EffectBody } from './vendor.ts';

/** What the hub took of one event. */
export interface Delivered {
  answer: number;
  hour: number;
  /** Its item had come to the wait, which was open, and nobody was at work: none but this one may end it. */
  isDecisive: boolean;
}

interface Waiting {
  who: string;
  status: string;
  decided: Decided;
  /** It was ended from outside. */
  isEnded: boolean;
  /** Its first effect. */
  begun: { hour: number };
}

/**
 * Judges what came of waits for events: what came in time counts, the first that met an open wait, or one of those that were there
 * before, and none that came for somebody else.
 */
export function judgeEvents(
  { who, status, decided, isEnded, begun }: Waiting,
  { blocks, delivered }: { blocks: readonly Block[]; delivered: ReadonlyMap<string, readonly Delivered[]> },
  journal: ReadonlyMap<string, { body: EffectBody }>,
  find: (invariant: 'awaited', message: string) => void,
): void {
  const last = journal.get(`${lastId}@${who}`)?.body.events;
  for (const block of blocks) {
    if (block.kind !== 'event') continue;
    const { id, ends } = block;
    const came = delivered.get(`${who} ${id}`) ?? [];
    const outcome = decided.get(id);
    const decisive = came.find(({ isDecisive }) => isDecisive);
    if (outcome === undefined && status === 'succeeded') find('awaited', `${who} came through ${id} without an end.`);
    if (outcome === 'expired' && !isEnded) {
      if (ends === 'never') find('awaited', `${id} of ${who} ended by a time that it does not have.`);
      // One that was taken when its item was at its first effect was there before the wait began.
      const inTime = decisive ?? came.find(({ hour }) => hour <= begun.hour);
      if (inTime !== undefined) find('awaited', `${id} of ${who} ended by its time, and ${inTime.answer} had come.`);
    }
    if (last === undefined) continue;
    const chosen = last[id];
    if (outcome === 'answered' && decisive !== undefined && chosen !== decisive.answer)
      find('awaited', `${who} goes by ${chosen} of ${id}, and ${decisive.answer} was the first.`);
    else if (outcome === 'answered' && !came.some(({ answer }) => answer === chosen))
      find('awaited', `${who} goes by ${chosen} of ${id}, which did not come for it.`);
    else if (outcome === 'expired' && chosen !== 0)
      find('awaited', `${who} goes by ${chosen} of ${id}, which was over.`);
  }
}
