/** A word that identifiers and file names must not contain, because the glossary has another word for the thing. */
export interface OldWord {
  /**
   * Words in camel case. In lower case they are found anywhere in an identifier (`bell` in `credentialBell`); with a
   * capital (`Asked`), only as a whole identifier.
   */
  word: string;
  /** What to say instead. */
  instead: string;
  /** Words before it that give it its ordinary meaning: `dead` for `letter`. */
  after?: readonly string[];
  /** Folders or files where it has its ordinary meaning, such as a letter of the alphabet. */
  ordinaryIn?: readonly string[];
  /** Folders or files that still use it. An entry that is no longer needed fails the check, so this list only shrinks. */
  pending?: readonly string[];
}

/** @see docs/glossary.md */
export const oldWords: readonly OldWord[] = [
  { word: 'bell', instead: 'notifier' },
  {
    word: 'means',
    instead: 'dependencies (`deps`)',
    // Of a signal of a rate limit: what its header means.
    ordinaryIn: ['connectors', 'test/contract/behaviour/faults.ts', 'test/harness/processes/budget-process.ts'],
  },
  { word: 'surroundings', instead: 'dependencies (`deps`)' },
  {
    word: 'letter',
    instead: 'dead letter',
    after: ['dead'],
    // `letter_id` is a member of stored requests.
    ordinaryIn: [
      'formula',
      'tools',
      'cli',
      'transforms',
      'connectors',
      'core',
      'runs/explain',
      'services/runs/explain-run-record.ts',
    ],
  },
  {
    word: 'letters',
    instead: 'dead letters',
    after: ['dead'],
    // `letters` is a member of the stored options of runs.
    ordinaryIn: [
      'formula',
      'transforms',
      'runs/calls/start-calls.ts',
      'services/items/retry-items.ts',
      'services/runs/queue/carry-on.ts',
      'services/runs/run-options.ts',
      'services/runs/retry/retry-run.ts',
      'services/runs/retry/retry-records.ts',
      'test/api/retry-records.test.ts',
    ],
  },
  { word: 'doubts', instead: 'warnings' },
  { word: 'toll', instead: 'counts, budget' },
  {
    word: 'told',
    instead: 'a noun for the data, such as `budget`',
  },
  { word: 'patience', instead: 'timeout' },
  { word: 'troubles', instead: 'incidents, problems' },
  { word: 'trouble', instead: 'incident, problem' },
  { word: 'giveBack', instead: 'release' },
  { word: 'tether', instead: 'bind the lifetime' },
  { word: 'wayOut', instead: 'remedy' },
  { word: 'doBoth', instead: 'run both' },
  { word: 'anyRate', instead: 'any' },
  { word: 'anew', instead: 'again' },
  { word: 'whoever', instead: 'caller' },
  { word: 'takeTurn', instead: 'acquire a slot or permit' },
  { word: 'lockTurn', instead: 'lock the queue' },
  { word: 'readTurn', instead: 'read the queue position' },
  { word: 'orderRun', instead: 'enqueue a run' },
  { word: 'orderAgain', instead: 'enqueue again' },
  { word: 'carryOrder', instead: 'dispatch a message' },
  { word: 'narrow', instead: 'type guard' },
  {
    word: 'shapes',
    instead: 'schemas',
    ordinaryIn: ['connectors', 'tools', 'bench', 'core', 'transforms'],
  },
  { word: 'Begun', instead: 'a noun, such as `StartedSpan`' },
  { word: 'Asked', instead: 'a noun, such as `AuthorizationRequest`' },
  { word: 'Given', instead: 'a noun, such as `Input`' },
  { word: 'Taken', instead: 'a noun, such as `ClaimedRequest`' },
  { word: 'Seen', instead: 'a noun, such as `DistinctValues`' },
  { word: 'Told', instead: 'a noun for the data, such as `VendorBudget`' },
  { word: 'Place', instead: '`Position` or `Cursor`' },
  { word: 'Reading', instead: '`Read` or `ReadMode`' },
  { word: 'heedBudget', instead: 'apply a rate limit' },
  { word: 'breathMs', instead: 'a minimum interval, `…IntervalMs`' },
];
