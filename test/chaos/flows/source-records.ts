import type { Rng } from '../../simulator/rng.ts';

/** What sources hold. `rev` grows with every change. */
export interface SourceRecord {
  id: string;
  rev: number;
  name: string;
  team: string;
  points: number;
}

const teams = 24;

export function newRecord(n: number): SourceRecord {
  return {
    id: `r${String(n).padStart(5, '0')}`,
    rev: 1,
    name: `Person No. ${n}`,
    team: `T${n % teams}`,
    points: n % 90,
  };
}

/** Who leads a team: what records are completed with. */
export function toTeamLead(team: string): { team: string; lead: string; since: number } {
  return { team, lead: `Lead of ${team}`, since: 2000 + Number(team.slice(1)) };
}

/** What happens to a source between two runs. */
export interface Mutation {
  /** Share of the records that change. */
  changed: number;
  added: number;
  removed: number;
}

export function mutate(
  records: readonly SourceRecord[],
  { changed, added, removed }: Mutation,
  rng: Rng,
): SourceRecord[] {
  const kept = records.filter((_, index) => index < teams || !rng.chance(removed / records.length));
  const moved = kept.map((record) =>
    rng.chance(changed) ? { ...record, rev: record.rev + 1, points: (record.points + 7) % 90 } : record,
  );
  const next = Number(records.at(-1)?.id.slice(1) ?? -1) + 1;
  return [...moved, ...Array.from({ length: added }, (_, index) => newRecord(next + index))];
}
