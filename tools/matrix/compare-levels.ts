import type { Verification } from '../../connectors/kit/catalogue-entry.ts';

type Levels = Readonly<Record<string, Verification>>;

const order: readonly Verification['level'][] = ['documented', 'described', 'verified', 'proven'];

/** Says which connectors are proven less well than before, and whether fewer operations are verified altogether. */
export function compareLevels(before: Levels, after: Levels): string[] {
  const dropped = Object.entries(before).flatMap(([id, { level }]) => {
    const now = after[id]?.level;
    if (now === undefined) return [`${id} was ${level} and is gone.`];
    return order.indexOf(now) < order.indexOf(level) ? [`${id} was ${level} and is only ${now}.`] : [];
  });
  const [had, has] = [countVerified(before), countVerified(after)];
  return has < had ? [...dropped, `${had} operations were verified, now only ${has} are.`] : dropped;
}

function countVerified(levels: Levels): number {
  return Object.values(levels).reduce((sum, { operations }) => sum + operations.verified, 0);
}
