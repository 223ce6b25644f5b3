import { setTimeout as sleep } from 'node:timers/promises';
import type { Flow } from '../flows/set-up-flows.ts';
import type { SeenStrike } from '../judge/evidence.ts';
import type { Observer } from '../observer.ts';
import type { People } from '../people/drive-flow.ts';
import { order, runRecord, waitForEnd } from '../people/runs.ts';

/** The source keeps the run waiting, so that nothing is committed between its begin and the strike. */
const slowPageMs = 1500;
const usualPageMs = 25;
/** Runs that deliveries started end by themselves. */
const quietMs = 2000;
const beginMsMax = 15_000;
const pollMs = 10;

/** Waits until nobody works, lets one run begin, and strikes in the same moment. */
export async function strikeAtBegin(
  { flows, people, observer }: { flows: readonly Flow[]; people: People; observer: Observer },
  hit: () => Promise<SeenStrike | undefined>,
): Promise<SeenStrike | undefined> {
  const flow = flows.find(({ spec }) => spec.name === 'natural');
  if (flow === undefined) return undefined;
  const { api, world, gate } = people;
  await gate.close();
  try {
    await observer.observeFor(quietMs);
    await world.setPace(flow.spec.name, { page_ms: slowPageMs });
    const run = await order(api, flow, `/integrations/${flow.id}/execute`);
    const deadline = performance.now() + beginMsMax;
    while (performance.now() < deadline) {
      const { status } = await api.ask('GET', `/runs/${run.id}`, runRecord);
      if (status !== 'queued') break;
      await sleep(pollMs);
    }
    const seen = await hit();
    await world.setPace(flow.spec.name, { page_ms: usualPageMs });
    // Others follow behind it, as they would if it never went on.
    gate
      .pass(async () => {
        await waitForEnd(api, flow, run);
      })
      .catch(() => {
        // Its end was not seen, so that the judge finds it stuck.
      });
    return seen;
  } finally {
    gate.open();
  }
}
