import postgres from 'postgres';
import { toUuid } from '../../../core/ids.ts';
import type { Flow } from '../flows/set-up-flows.ts';
import type { SeenStrike } from '../judge/evidence.ts';
import type { Observer } from '../observer.ts';
import type { People } from '../people/drive-flow.ts';
import { order, waitForEnd } from '../people/runs.ts';
import { findBackends } from './strike.ts';
import type { HubKeeper } from './hub-keeper.ts';

/** The source keeps the run waiting, so that nothing is committed between its begin and the strike. */
const slowPageMs = 1500;
const usualPageMs = 25;
/** Runs that deliveries started end by themselves. */
const quietMs = 2000;
const beginMsMax = 15_000;

/**
 * Waits until nobody works, lets one run begin, and kills a backend in the same moment.
 *
 * @returns nothing where there was no backend, or the run did not begin.
 */
export async function strikeAtBegin(
  { flows, people, observer }: { flows: readonly Flow[]; people: People; observer: Observer },
  hub: HubKeeper,
): Promise<SeenStrike | undefined> {
  const flow = flows.find(({ spec }) => spec.name === 'natural');
  const facts = hub.facts();
  if (flow === undefined || facts === undefined) return undefined;
  const { api, world, gate } = people;
  await gate.close();
  const sql = postgres(facts.database_url, { max: 1, onnotice: () => undefined });
  try {
    await observer.observeFor(quietMs);
    await world.setPace(flow.spec.name, { page_ms: slowPageMs });
    const [victim] = findBackends(hub);
    const run = await order(api, flow, `/integrations/${flow.id}/execute`);
    const begun = victim !== undefined && (await waitForBegin(sql, run.id));
    if (begun) process.kill(victim, 'SIGKILL');
    const at = Date.now();
    await world.setPace(flow.spec.name, { page_ms: usualPageMs });
    // Others follow behind it, as they would if it never went on.
    gate
      .pass(async () => {
        await waitForEnd(api, flow, run);
      })
      .catch(() => {
        // Its end was not seen, so that the judge finds it stuck.
      });
    return begun ? { victim: 'backend at a begin', from: at, at } : undefined;
  } finally {
    gate.open();
    await sql.end({ timeout: 1 }).catch(() => undefined);
  }
}

/** Asks the database itself: through the API, the moment would be over. */
async function waitForBegin(sql: postgres.Sql, runId: string): Promise<boolean> {
  const id = toUuid('run', runId) ?? '';
  const deadline = performance.now() + beginMsMax;
  while (performance.now() < deadline) {
    const [row] = await sql<{ status: string }[]>`select status from runs where id = ${id}`;
    if (row?.status === 'running') return true;
  }
  return false;
}
