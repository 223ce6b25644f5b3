import type { Run } from '../../../client/operations.data.ts';

type Code = NonNullable<Run['error']>['code'];

/** What helps with a failed run: words, and where the way out is. */
export interface Advice {
  words: string;
  act: 'connection' | 'integration' | 'records' | 'retry';
}

const credentials: Advice = {
  words: 'Test the connection and replace its credentials, then retry the run.',
  act: 'connection',
};
const wait: Advice = {
  words: 'The hub tried several times. Retry when the other system answers again; the run goes on where it stopped.',
  act: 'retry',
};
const definition: Advice = { words: 'Correct the integration, then start a new run.', act: 'integration' };
const ours: Advice = {
  words: 'Retry the run. If it fails the same way again, report it with the id of the run.',
  act: 'retry',
};

const advices: Readonly<Record<Code, Advice>> = {
  auth_expired: credentials,
  auth_invalid: credentials,
  permission: {
    words: 'Give the account of the connection the right that the message names, then retry the run.',
    act: 'connection',
  },
  connection_disabled: { words: 'Enable the connection, then retry the run.', act: 'connection' },
  not_found: definition,
  validation: definition,
  schema_drift: {
    words: 'The other system has changed its fields. Compare them with the mapping.',
    act: 'integration',
  },
  config: definition,
  unsupported: definition,
  group_too_large: definition,
  script_failed: definition,
  conflict: wait,
  rate_limited: wait,
  quota: wait,
  transient: wait,
  maintenance: wait,
  cursor_expired: { words: 'Restart the run: it reads everything again.', act: 'retry' },
  record_failed: { words: 'See which record failed and why; correct it or the mapping.', act: 'records' },
  too_many_failures: { words: 'See what the failed records have in common; correct the mapping.', act: 'records' },
  interrupted: ours,
  internal: ours,
  script_runner: ours,
  unknown: ours,
  worker_lost: ours,
};

/** What a run can fail by, for a filter. */
export const runErrorCodes: readonly string[] = Object.keys(advices).toSorted();

export function adviseRun(code: string): Advice {
  return isKnown(code) ? advices[code] : ours;
}

function isKnown(code: string): code is Code {
  return Object.hasOwn(advices, code);
}
