import type { Clock } from '../../../core/clock.ts';
import type { OutwardStep } from '../../../flow/index.ts';
import type { StepResult } from '../carry-out.ts';

/** How one step is carried out beside others. */
export interface Beside {
  /** Ends soon, since the run is canceled, or another one has failed. */
  stop: AbortSignal;
  /** A page is settled, and more are to come: so many of its items came to each of these steps. */
  onMoved: (steps: ReadonlyMap<string, number>) => void;
  /** Nothing else is carried out now. */
  isAlone: () => boolean;
}

/** To begin a step takes some round trips: that waits for some pages of items, or for so long. */
const dueMs = 1000;

type Waiting = Extract<StepResult, { status: 'waiting' }>;

/** What is carried out beside each other. */
interface Lanes {
  clock: Clock;
  /** So many items at a step are enough to begin it. */
  dueCount: number;
  /** Items wait there. */
  first: OutwardStep;
  /** Steps that may be carried out as soon as items come there. */
  others: readonly OutwardStep[];
  /** @returns `undefined` where the step is not to be carried out any more. */
  act: (step: OutwardStep, beside: Beside) => Promise<StepResult | undefined>;
  /** Two steps of one system are not carried out at a time: what one of them writes changes what the other one knows. */
  systemOf: (step: OutwardStep) => Promise<string>;
  /** What goes on beside all of them. */
  along?: ((beside: Beside) => Promise<void>) | undefined;
}

/**
 * Carries out a step, and beside it the steps that items come to meanwhile: each under the lease of its own stream. A flow of
 * many items is as fast as its slowest step then, not as all of them together.
 *
 * Ends when none has anything left to do, or soon after one that is canceled or fails. One that has to wait is not begun again, and
 * the others go on.
 *
 * @returns that the run is canceled, or the shortest wait, or else what became of the first step.
 * @throws what the first one that failed threw.
 */
export async function carryOutBeside({
  clock,
  dueCount,
  first,
  others,
  act,
  systemOf,
  along,
}: Lanes): Promise<StepResult | undefined> {
  const stopped = new AbortController();
  const running = new Map<string, Promise<void>>();
  /** Steps that items came to while they were carried out. */
  const again = new Set<string>();
  const over = new Set<string>();
  /** Items that came to steps that were not begun since. */
  const come = new Map<string, { count: number; since: number }>();
  const outcome: { canceled?: StepResult | undefined; first?: StepResult | undefined } = {};
  const waits: { result: Waiting; until: number }[] = [];
  let failed: { error: unknown } | undefined;
  const end = (): void => {
    stopped.abort(new Error('Another step ended the others.'));
  };
  const beside: Beside = {
    stop: stopped.signal,
    isAlone: () => running.size <= 1,
    onMoved: (steps) => {
      for (const step of [first, ...others]) {
        const more = steps.get(step.id) ?? 0;
        const { count, since } = come.get(step.id) ?? { count: 0, since: clock.monotonic() };
        if (count + more === 0) continue;
        come.set(step.id, { count: count + more, since });
        if (count + more >= dueCount || clock.monotonic() - since >= dueMs) begin(step);
      }
    },
  };
  const begin = (step: OutwardStep): void => {
    if (stopped.signal.aborted || over.has(step.id)) return;
    if (running.has(step.id)) again.add(step.id);
    else run(step.id, () => carry(step));
  };
  const run = (name: string, work: () => Promise<void>): void => {
    // What it does first finds it among those that run.
    const ended = Promise.resolve()
      .then(work)
      .catch((error: unknown) => {
        failed ??= { error };
        end();
      })
      .then(() => {
        running.delete(name);
      });
    running.set(name, ended);
  };
  const carry = async (step: OutwardStep): Promise<void> => {
    do {
      again.delete(step.id);
      come.delete(step.id);
      if (step !== first && (await isTaken(step))) return;
      const result = await act(step, beside);
      if (step === first) outcome.first = result;
      if (result?.status !== 'done') over.add(step.id);
      if (result?.status === 'waiting') waits.push({ result, until: clock.monotonic() + result.retryAfterMs });
      if (result?.status !== 'canceled') continue;
      outcome.canceled = result;
      end();
    } while (again.has(step.id) && !over.has(step.id) && !stopped.signal.aborted);
  };
  const isTaken = async (step: OutwardStep): Promise<boolean> => {
    const at = [first, ...others].filter(({ id }) => id !== step.id && running.has(id));
    const [own, ...taken] = await Promise.all([step, ...at].map(systemOf));
    return own === undefined || taken.includes(own);
  };
  run(first.id, () => carry(first));
  if (along !== undefined) run('', () => along(beside));
  while (running.size > 0) await Promise.all(running.values());
  if (failed !== undefined) throw failed.error;
  const [wait] = waits.toSorted((a, b) => a.until - b.until);
  const waiting = wait && { ...wait.result, retryAfterMs: Math.max(Math.ceil(wait.until - clock.monotonic()), 1) };
  return outcome.canceled ?? waiting ?? outcome.first;
}
