import { setTimeout as sleep } from 'node:timers/promises';
import { toUuid } from '../../core/ids.ts';
import { execute } from '../../test/harness/flow.ts';
import { readMemory, round } from '../memory.ts';
import { createSteps, type FlowBench, peopleOf, perSecond, show, waitForRun } from './flow-bench.ts';

const warmUp = 2000;
/** What reading and parking left behind is collected by then. */
const restMs = 10_000;

/** Items that are parked, and then due all together: what they hold meanwhile, and how fast they go on. */
export async function measureWaits(bench: FlowBench, parked: number): Promise<Record<string, number>> {
  const steps = [
    { id: 'day', wait: { for: '1d' } },
    { id: 'greeting', transform: { set: { text: "'Good morning, ' + record.first_name" } } },
  ];
  const park = async (count: number): Promise<string> => {
    const flow = await createSteps(bench, `${count} wait`, { source: peopleOf(count), steps });
    const runId = await execute(bench.api, flow);
    await waitForRun(bench, runId, 'waiting');
    return runId;
  };
  await resume(bench, await park(Math.min(warmUp, parked)));
  await sleep(restMs);
  const before = readWorkerMb(bench);
  const started = performance.now();
  const runId = await park(parked);
  const parkedPerSecond = parked / ((performance.now() - started) / 1000);
  await sleep(restMs);
  const after = readWorkerMb(bench);
  const seconds = await resume(bench, runId);
  show('items read and parked', perSecond(parkedPerSecond));
  show('resumed', perSecond(parked / seconds));
  show(`worker with ${parked} parked`, `${after.toFixed(1).padStart(9)} MB, ${before.toFixed(1)} MB before`);
  return { parked_rss_delta_mb: round(after - before), resumed_per_s: Math.round(parked / seconds) };
}

/** Lets all items of a run be due, as if the day were over. @returns seconds until the run has ended. */
async function resume(bench: FlowBench, runId: string): Promise<number> {
  const id = toUuid('run', runId) ?? '';
  const { admin } = bench;
  await admin`update waits set due_at = now() where run_id = ${id}`;
  await admin`analyze waits`;
  const started = performance.now();
  await admin`update runs set wake_at = now() where id = ${id}`;
  await waitForRun(bench, runId);
  return (performance.now() - started) / 1000;
}

function readWorkerMb({ hub }: FlowBench): number {
  return readMemory(hub.refresh().pids['worker'] ?? 0).rssMb;
}
