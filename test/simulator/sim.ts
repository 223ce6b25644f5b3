import { HubStore } from './hub-store.ts';
import { Nemesis } from './faults/nemesis.ts';
import type { Definition } from './plan-under-test.ts';
import { Rng } from './rng.ts';
import { Scheduler } from './scheduler.ts';
import { SourceTable } from './ports/source-table.ts';
import { Trace, Verdict } from './checks/verdict.ts';
import type { RecordVendor } from './vendors.ts';
import type { Saboteur } from './faults/saboteur.ts';
import type { WorldConfig } from './world.ts';

/** Everything there is in one simulated world. */
export interface Sim {
  config: WorldConfig;
  /** Chance of the driver: what people and operators do, and when. */
  rng: Rng;
  scheduler: Scheduler;
  trace: Trace;
  verdict: Verdict;
  nemesis: Nemesis;
  table: SourceTable;
  store: HubStore;
  /** Every target that was ever written to; the last one is the current one. */
  vendors: RecordVendor[];
  definition: Definition;
  /** Runs are carried by the real workflow; otherwise by a driver that calls segments itself. */
  workflow: boolean;
  /** A planted bug, where the simulator itself is under test. */
  saboteur: Saboteur | undefined;
}

export function makeSim(
  config: WorldConfig,
  options: { trace: boolean; workflow?: boolean; saboteur?: Saboteur | undefined },
): Sim {
  const scheduler = new Scheduler(new Rng(config.seed, 'scheduler'));
  const now = (): number => scheduler.now;
  return {
    config,
    rng: new Rng(config.seed, 'driver'),
    scheduler,
    trace: new Trace(options.trace, now),
    verdict: new Verdict(now),
    nemesis: new Nemesis(config, new Rng(config.seed, 'nemesis'), now),
    table: new SourceTable(config, new Rng(config.seed, 'table')),
    store: new HubStore(now),
    vendors: [],
    definition: { mappingVersion: 1, fullResync: false },
    workflow: options.workflow ?? false,
    saboteur: options.saboteur,
  };
}

export function currentVendor(sim: Sim): RecordVendor {
  const vendor = sim.vendors.at(-1);
  if (vendor === undefined) throw new Error('There is no target yet.');
  return vendor;
}
