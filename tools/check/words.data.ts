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
  { word: 'bell', instead: 'notifier', pending: ['connectors/drivers'] },
  {
    word: 'means',
    instead: 'dependencies (`deps`)',
    ordinaryIn: ['connectors'],
    pending: ['services', 'test'],
  },
  { word: 'surroundings', instead: 'dependencies (`deps`)' },
  {
    word: 'letter',
    instead: 'dead letter',
    after: ['dead'],
    ordinaryIn: ['formula', 'tools', 'cli', 'transforms', 'connectors', 'core'],
    pending: ['api', 'deliveries', 'runs', 'services', 'test'],
  },
  {
    word: 'letters',
    instead: 'dead letters',
    after: ['dead'],
    ordinaryIn: ['formula', 'transforms'],
    pending: ['activities', 'runs', 'services', 'test'],
  },
  { word: 'doubts', instead: 'warnings', pending: ['engine'] },
  { word: 'toll', instead: 'counts, budget' },
  {
    word: 'told',
    instead: 'a noun for the data, such as `budget`',
    pending: ['core', 'drizzle', 'engine', 'services', 'sessions', 'test'],
  },
  { word: 'patience', instead: 'timeout', pending: ['test'] },
  { word: 'troubles', instead: 'incidents, problems', pending: ['services', 'sessions', 'test'] },
  { word: 'trouble', instead: 'incident, problem', pending: ['services', 'test'] },
  { word: 'giveBack', instead: 'release', pending: ['drizzle'] },
  { word: 'tether', instead: 'bind the lifetime' },
  { word: 'wayOut', instead: 'remedy' },
  { word: 'doBoth', instead: 'run both' },
  { word: 'anyRate', instead: 'any', pending: ['test'] },
  { word: 'anew', instead: 'again', pending: ['engine', 'test'] },
  { word: 'whoever', instead: 'caller' },
  { word: 'takeTurn', instead: 'acquire a slot or permit' },
  { word: 'lockTurn', instead: 'lock the queue' },
  { word: 'readTurn', instead: 'read the queue position' },
  { word: 'orderRun', instead: 'enqueue a run', pending: ['test'] },
  { word: 'orderAgain', instead: 'enqueue again', pending: ['services'] },
  { word: 'carryOrder', instead: 'dispatch a message' },
  { word: 'narrow', instead: 'type guard', pending: ['engine', 'services', 'test', 'transforms'] },
  {
    word: 'shapes',
    instead: 'schemas',
    ordinaryIn: ['connectors', 'tools', 'bench', 'core', 'transforms'],
    pending: ['services', 'test'],
  },
  { word: 'Begun', instead: 'a noun, such as `StartedSpan`', pending: ['activities', 'runs', 'services'] },
  { word: 'Asked', instead: 'a noun, such as `AuthorizationRequest`', pending: ['runs', 'test', 'worker'] },
  { word: 'Given', instead: 'a noun, such as `Input`' },
  { word: 'Taken', instead: 'a noun, such as `ClaimedRequest`', pending: ['worker'] },
  { word: 'Seen', instead: 'a noun, such as `DistinctValues`', pending: ['api', 'test'] },
  { word: 'Told', instead: 'a noun for the data, such as `VendorBudget`', pending: ['test'] },
  { word: 'Place', instead: '`Position` or `Cursor`', pending: ['api', 'services', 'test'] },
  { word: 'Reading', instead: '`Read` or `ReadMode`', pending: ['core', 'runs', 'test', 'worker'] },
  { word: 'heedBudget', instead: 'apply a rate limit' },
  { word: 'breathMs', instead: 'a minimum interval, `…IntervalMs`', pending: ['services'] },
];
