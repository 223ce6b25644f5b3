import type { Block, Version } from './blocks.ts';

/** What must have become of an item at the vendor. Effects are named `STEP@WHO`. */
export interface Expected {
  status: 'succeeded' | 'failed' | 'skipped';
  /** Effects that happened once each, block by block, and how often time has to pass at it; where one of several branches was enough, those of the others may have. */
  blocks: { id: string; hours: number; must: string[]; may: string[] }[];
  /** Effects that were taken back, those of one step together, in their order. */
  undone: string[][];
}

/** How approvals of an item and its waits for events ended, by their steps; what has none was never asked. */
export type Decided = ReadonlyMap<string, 'approved' | 'rejected' | 'expired' | 'answered'>;

/** Goes through the blocks as an item does, by hand: apart from the hub's own steps. */
export function expectItem(blocks: readonly Block[], version: Version, who: string, decided: Decided): Expected {
  const expected: Expected = { status: 'succeeded', blocks: [], undone: [] };
  for (const block of blocks) {
    const { id, kind } = block;
    const isOver = kind === 'event' && decided.get(id) === 'expired';
    const own = { id, hours: kind === 'time' || isOver ? 1 : 0, must: [] as string[], may: [] as string[] };
    expected.blocks.push(own);
    if (kind === 'approval') {
      if (decided.get(id) === 'approved') continue;
      return { ...expected, status: 'skipped' };
    }
    if (block.kind === 'event') {
      if (!isOver || block.ends === 'goes on') continue;
      return { ...expected, status: 'failed' };
    }
    if (block.kind === 'branches' && block.join === 'any') {
      own.may.push(...block.bodies.flatMap((body) => listEffects(body, version, who)));
      continue;
    }
    own.must.push(...listEffects([block], version, who));
    if (block.kind !== 'scope' || !version.refused) continue;
    expected.undone.push(...block.body.map((one) => listEffects([one], version, who)).toReversed());
    return { ...expected, status: 'failed' };
  }
  return expected;
}

function listEffects(blocks: readonly Block[], version: Version, who: string): string[] {
  return blocks.flatMap((block): string[] => {
    const { id } = block;
    switch (block.kind) {
      case 'effect':
        return [`${id}@${who}`];
      case 'loop':
        return version.list.flatMap((part) => listEffects(block.body, version, `${who}/${part}`));
      case 'branches':
        return block.bodies.flatMap((body) => listEffects(body, version, who));
      case 'scope': {
        const end = version.refused ? [] : [`${id}_end@${who}`];
        const tidy = block.tidies ? [`${id}_tidy@${who}`] : [];
        return [...listEffects(block.body, version, who), ...end, ...tidy];
      }
      case 'time':
      case 'approval':
      case 'callback':
      case 'event':
      case 'batch':
        return [];
    }
  });
}
