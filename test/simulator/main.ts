import { parseArgs } from 'node:util';
import { simulate } from './simulate.ts';
import { makeWorld } from './world.ts';

/**
 * Looks for a seed whose world breaks an invariant.
 *
 * `node test/simulator/main.ts --seeds 1000000 --from 0` stops at the first one (`--keep-going`: lists all);
 * `node test/simulator/main.ts --replay 4711` tells what happens in one. With `--workflow`, runs are carried by the real
 * workflow on a virtual Temporal.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    replay: { type: 'string' },
    'keep-going': { type: 'boolean', default: false },
    workflow: { type: 'boolean', default: false },
  },
});

if (values.replay !== undefined) await replay(Number(values.replay), values.workflow);
else
  await hunt(Number(values.from), Number(values.seeds), { keepGoing: values['keep-going'], workflow: values.workflow });

async function replay(seed: number, workflow: boolean): Promise<void> {
  console.log(JSON.stringify(makeWorld(seed), null, 1));
  const { trace, violation } = await simulate(seed, { trace: true, workflow });
  for (const line of trace) console.log(line);
  console.log(
    violation === undefined ? `Seed ${seed}: everything holds.` : `Seed ${seed} breaks "${violation.invariant}".`,
  );
  process.exitCode = violation === undefined ? 0 : 1;
}

async function hunt(
  from: number,
  seeds: number,
  { keepGoing, workflow }: { keepGoing: boolean; workflow: boolean },
): Promise<void> {
  const startedAt = performance.now();
  let events = 0;
  let failed = 0;
  for (let seed = from; seed < from + seeds; seed += 1) {
    const outcome = await simulate(seed, { workflow });
    events += outcome.events;
    if (outcome.violation === undefined) continue;
    failed += 1;
    const { invariant, message } = outcome.violation;
    console.log(`Seed ${seed} (${makeWorld(seed).flavor}) breaks "${invariant}": ${message}`);
    console.log(`  replay: node test/simulator/main.ts --replay ${seed}${workflow ? ' --workflow' : ''}`);
    if (!keepGoing) break;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${failed} of up to ${seeds} seeds failed; ${events} events in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)} seeds/s).`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}
