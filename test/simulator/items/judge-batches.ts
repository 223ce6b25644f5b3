import { type Block, firstId, lastId, onceOf, together } from './blocks.ts';
import type { EffectBody } from './vendor.ts';

/** One effect, and where in the journal it was made. */
interface Made {
  id: string;
  body: EffectBody;
  at: number;
}

/**
 * Judges what items did together: each is in one batch of a step at most, one that came through is in one, and goes on behind it,
 * with what it gave.
 *
 * @returns names of the effects that batches explain.
 */
export function judgeBatches(
  { blocks, items }: { blocks: readonly Block[]; items: readonly { key: string; seq: number; status: string }[] },
  journal: ReadonlyMap<string, Made>,
  find: (invariant: 'batched', message: string) => void,
): string[] {
  return blocks.flatMap(({ kind, id }) => {
    if (kind !== 'batch') return [];
    const prefix = `${onceOf(id)}@${together}`;
    const made = [...journal].filter(([name]) => name.startsWith(prefix));
    const batchOf = new Map<string, Made>();
    for (const [name, effect] of made) {
      for (const who of name.slice(prefix.length).split(',')) {
        if (batchOf.has(who)) find('batched', `${who} is in two batches of ${id}.`);
        batchOf.set(who, effect);
        const begun = journal.get(`${firstId}@${who}`)?.at ?? Infinity;
        if (begun > effect.at) find('batched', `${who} is in a batch of ${id}, and did not begin.`);
      }
    }
    for (const { key, seq, status } of items) {
      const who = `${key}#${seq}`;
      const [batch, last] = [batchOf.get(who), journal.get(`${lastId}@${who}`)];
      if (status === 'succeeded' && batch === undefined) find('batched', `${who} came through ${id} in no batch.`);
      if (last === undefined || batch === undefined) continue;
      if (last.at < batch.at) find('batched', `${who} went on before its batch of ${id}.`);
      if (last.body.mails?.[id] !== batch.id)
        find('batched', `${who} goes by ${String(last.body.mails?.[id])} of ${id}.`);
    }
    return made.map(([name]) => name);
  });
}
