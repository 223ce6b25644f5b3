import type { FieldError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { StateUse } from '../../../flow/compile/states.ts';
import { readStates, stateWords } from '../read-states.ts';

/** Finds conditions that read the state of what is not there, or of several that have one name. */
export async function findStates(tx: Transaction, orgId: string, uses: readonly StateUse[]): Promise<FieldError[]> {
  const { missing } = await readStates(tx, orgId, uses);
  const unknown = new Set(missing);
  return uses
    .filter((use) => unknown.has(use))
    .map(({ path, kind, name }) => {
      const of = stateWords[kind];
      return { path, code: `unknown_${of}`, message: messages.stateUnknown({ of, name }) };
    });
}
