import { Driver } from './drive.ts';
import type { Saboteur } from './faults/saboteur.ts';
import { everythingElse } from './scheduler.ts';
import { makeSim } from './sim.ts';
import type { Violation } from './checks/verdict.ts';
import { makeWorld, type WorldConfig } from './world.ts';

export interface Outcome {
  seed: number;
  violation: Violation | undefined;
  trace: readonly string[];
  events: number;
  /** Faults that struck. */
  faults: number;
}

/** A world in which nothing ends has more events than any that does. */
const eventsMax = 300_000;

/** Lives through the world of one seed, until something is wrong or all is over. */
export async function simulate(
  world: number | WorldConfig,
  options: { trace?: boolean; workflow?: boolean; saboteur?: Saboteur } = {},
): Promise<Outcome> {
  const config = typeof world === 'number' ? makeWorld(world) : world;
  const { trace = false, workflow = false, saboteur } = options;
  const sim = makeSim(config, { trace, workflow, saboteur });
  const { scheduler, verdict } = sim;
  const driver = new Driver(sim);
  const onUnhandled = (reason: unknown): void =>
    verdict.fail('contract', `A failure was left unhandled: ${String(reason)}`);
  process.on('unhandledRejection', onUnhandled);
  let finished = false;
  const driving = driver.drive().then(() => {
    finished = true;
  });
  driving.catch((error: unknown) => verdict.fail('contract', `The driver failed: ${String(error)}`));
  try {
    while (verdict.violation === undefined) {
      const stepped = await scheduler.step();
      if (scheduler.events > eventsMax) verdict.fail('liveness', `Nothing ends within ${eventsMax} events.`);
      if (stepped) continue;
      if (!finished) verdict.fail('liveness', 'Everybody waits, and nothing will ever happen.');
      else driver.checkAfterwards(driver.lastLog);
      break;
    }
    await everythingElse();
  } finally {
    process.off('unhandledRejection', onUnhandled);
  }
  if (verdict.violation !== undefined) {
    sim.trace.say('VERDICT', () => `${verdict.violation?.invariant}: ${verdict.violation?.message}`);
  }
  return {
    seed: config.seed,
    violation: verdict.violation,
    trace: sim.trace.lines,
    events: scheduler.events,
    faults: sim.nemesis.faults,
  };
}
