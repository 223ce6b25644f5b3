import type { Checkpoint, SegmentStore } from '../../../engine/ports.ts';
import type { Attempt } from '../attempt.ts';
import { checkAdvance } from '../checks/check-advance.ts';
import type { Sim } from '../sim.ts';

/** The store as one process reaches it: over a network, from a process that may die while it waits. */
export function openStore(sim: Sim, attempt: Attempt): SegmentStore {
  const { store } = sim;
  const { runId } = attempt.log;
  const { fingerprint } = attempt.vendor;
  const call = <T>(method: string, serve: () => T, onAnswer?: (answer: T) => void): Promise<T> =>
    callStore(sim, attempt, method, serve, onAnswer);
  const noteCancel = ({ cancelRequested }: { cancelRequested: boolean }): void => {
    if (cancelRequested) attempt.sawCancel();
  };
  return {
    acquire: (leaseMs) =>
      call(
        'acquire',
        () => {
          const answer = store.acquire(runId, leaseMs);
          if (answer.status === 'acquired') attempt.epoch = answer.epoch;
          return answer;
        },
        (answer) => {
          if (answer.status === 'acquired') noteCancel(answer);
        },
      ),
    renew: (epoch, leaseMs) => call('renew', () => store.renew(runId, epoch, leaseMs), noteCancel),
    release: (epoch, pageInDoubt) => call('release', () => store.release(epoch, pageInDoubt)),
    diff: (query) => call('diff', () => store.diff(runId, query)),
    owners: (of, targets) => call('owners', () => store.ledger.owners(of, targets)),
    mark: (epoch, pageSeq, marks) =>
      call('mark', () => {
        store.mark(runId, fingerprint, epoch, pageSeq, marks);
      }),
    pending: (limit) =>
      call('pending', () => {
        const open = store.ledger.pending(runId, limit);
        for (const { sourceKey } of open) attempt.log.doubtful.add(sourceKey);
        return open;
      }),
    groups: (keys) => call('groups', () => store.groupsOf(keys)),
    waitingAfter: (after, limit) => call('waitingAfter', () => store.waitingAfter(after, limit)),
    groupsAfter: (after, limit) => call('groupsAfter', () => store.groupsAfter(after, limit)),
    judgeAfter: (of, after) => call('judgeAfter', () => store.ledger.judgeAfter(of, after)),
    missingAfter: (of, after, limit) => call('missingAfter', () => store.ledger.missingAfter(of, after, limit)),
    checkpoint: (epoch, pageSeq, change, leaseMs) =>
      call(
        'checkpoint',
        () => {
          const answer = store.checkpoint(runId, epoch, pageSeq, change, leaseMs);
          for (const { sourceKey } of [...change.settled, ...change.deadLetters]) {
            if (sourceKey !== undefined) attempt.answered.delete(sourceKey);
          }
          attempt.say(() => `  checkpoint: ${describeChange(change)}`);
          if (change.advance !== undefined) checkAdvance(sim, attempt, change.advance);
          return answer;
        },
        noteCancel,
      ),
  };
}

function callStore<T>(
  sim: Sim,
  attempt: Attempt,
  method: string,
  serve: () => T,
  onAnswer: ((answer: T) => void) | undefined,
): Promise<T> {
  const { scheduler, nemesis } = sim;
  const { process } = attempt;
  attempt.calls(method);
  const outMs = nemesis.latencyMs();
  const backMs = nemesis.latencyMs();
  const strike = attempt.meetFault(method);
  const fate = nemesis.storeFate();
  // Whether the request of a dying process still arrives is anybody's guess.
  const sent = strike !== 'crash' || nemesis.rng.chance(0.5);
  return new Promise((resolve, reject) => {
    const serveNow = (): (() => void) => {
      try {
        const answer = serve();
        attempt.say(() => `${method} → ${describe(answer)}`);
        return () => {
          onAnswer?.(answer);
          resolve(answer);
        };
      } catch (error) {
        attempt.say(() => `${method} → ${String(error)}`);
        return () => {
          reject(error instanceof Error ? error : new Error(String(error)));
        };
      }
    };
    if (fate.kind === 'answered') {
      if (!sent) return;
      scheduler.at(outMs, () => {
        const answer = serveNow();
        process.deliverIn(backMs, answer);
      });
      return;
    }
    attempt.disturb();
    attempt.say(() => `${method} FAILS: ${fate.kind}`);
    if (fate.kind === 'answer_lost' && sent) scheduler.at(outMs + fate.lateMs, serveNow);
    process.deliverIn(outMs + backMs, () => {
      reject(new Error('The store is away.'));
    });
  });
}

function describe(answer: unknown): string {
  return answer instanceof Set ? JSON.stringify([...answer]) : (JSON.stringify(answer) ?? 'done');
}

function describeChange({ settled, unmarked, deadLetters, advance }: Checkpoint): string {
  const keys = settled.map(({ sourceKey }) => sourceKey);
  const failures = deadLetters.map(({ sourceKey, code }) => `${sourceKey ?? '(no key)'} ${code}`);
  const moves = advance === undefined ? 'stays' : `moves to ${JSON.stringify(advance)}`;
  return `settles [${keys.join(' ')}], dead letters [${failures.join(', ')}], unmarks [${unmarked.join(' ')}], ${moves}`;
}
