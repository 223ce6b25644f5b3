import { afterAll } from 'vitest';
import { listChanges, readSharedState } from './harness/shared-state.ts';

/**
 * Test files share processes, one after the other: what one leaves behind, another finds. A file fails that changes what all
 * of them share and does not put it back.
 */
const before = readSharedState();

afterAll(() => {
  const changes = listChanges(before, readSharedState());
  if (changes.length > 0) throw new Error(`Left for the next files in this process: ${changes.join(', ')}.`);
});
