import { setTimeout as sleep } from 'node:timers/promises';
import type { Flow } from './flows/set-up-flows.ts';
import type { Timeline } from './judge/measure-resumption.ts';
import type { JournalReader } from './targets/journal.ts';
import type { SqlTarget } from './targets/sql-target.ts';

/** Looks at the targets, beside the hub. */
export interface Observer {
  /** Notes what happened since the last look, in each flow. */
  observe(): Promise<void>;
  observeFor(ms: number): Promise<void>;
  timelines(): Timeline[];
}

const everyMs = 200;

export function openObserver(
  { journal, sql }: { journal: JournalReader; sql: SqlTarget },
  flows: readonly Flow[],
): Observer {
  const byName = new Map(flows.map((flow) => [flow.spec.name, flow]));
  const observe = async (): Promise<void> => {
    const effects = [...journal.next(), ...(await sql.next())];
    for (const effect of effects) byName.get(effect.flow)?.effects.push(effect);
  };
  return {
    observe,
    observeFor: async (ms) => {
      const until = performance.now() + ms;
      do {
        await observe();
        await sleep(Math.min(everyMs, ms));
      } while (performance.now() < until);
    },
    timelines: () =>
      flows.map(({ spec, runs, effects }) => ({
        flow: spec.name,
        runs,
        effects: effects.map(({ at }) => at),
        losses: effects.filter(({ lost }) => lost === true).map(({ at }) => at),
      })),
  };
}
