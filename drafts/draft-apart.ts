import { Worker } from 'node:worker_threads';
import { locateModule } from '../core/code/own-module.ts';
import type { Drafted, DraftWishes, StrangeLists } from './draft-definition.ts';
import type { DocumentFault } from './read-document.ts';

/** A document that somebody sent, as JSON or YAML, and what to make of it. */
export interface DraftOrder {
  text: string;
  wishes: DraftWishes;
}

export type DraftOutcome =
  { drafted: Drafted } | StrangeLists | { fault: DocumentFault | 'empty' | 'too_slow' | 'busy' };

/** What the thread says: that it has begun, then what came of it. */
export type DraftMessage = 'started' | DraftOutcome;

const timeoutMs = 10_000;
/** A thread that has not begun by then is held up by what else the machine does, not by its document. */
const startTimeoutMs = 20_000;
const threadsMax = 2;
let threads = 0;

/**
 * Drafts in a thread of its own, which has little memory, no environment and ten seconds from when it begins: a document may be made to take more,
 * and must not hold up the requests of others.
 */
export async function draftApart(order: DraftOrder): Promise<DraftOutcome> {
  if (threads >= threadsMax) return { fault: 'busy' };
  threads += 1;
  const worker = new Worker(locateModule('drafts/draft-thread.ts'), {
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  try {
    return await new Promise<DraftOutcome>((resolve) => {
      let timer = setTimeout(() => resolve({ fault: 'busy' }), startTimeoutMs);
      worker.postMessage(order, []);
      worker.on('message', (message: DraftMessage) => {
        if (message !== 'started') return resolve(message);
        clearTimeout(timer);
        timer = setTimeout(() => resolve({ fault: 'too_slow' }), timeoutMs);
      });
      // Out of memory or of stack: as with too little time, less of the document may do.
      worker.once('error', () => resolve({ fault: 'too_slow' }));
      worker.once('exit', () => {
        clearTimeout(timer);
        resolve({ fault: 'too_slow' });
      });
    });
  } finally {
    await worker.terminate();
    threads -= 1;
  }
}
