/** What all code in a process shares and could change, by a name of it. */
export type SharedState = ReadonlyMap<string, unknown>;

/** What libraries put in the place of globals when they are first used, for as long as the process lives. */
const replacedByLibraries: ReadonlySet<string> = new Set(['Request', 'Response', 'WeakMap']);

/** Libraries listen once for the end of the process. */
const libraryEvents: ReadonlySet<string | symbol> = new Set(['exit', 'beforeExit']);

/** Helpers of compiled TypeScript (tslib), such as `__extends`: each copy of them that is loaded puts its own in their place. */
function isHelper(name: string): boolean {
  return /^__[a-z]+$/i.test(name);
}

export function readSharedState(): SharedState {
  const globals = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  const events = process.eventNames().filter((event) => !libraryEvents.has(event));
  return new Map<string, unknown>([
    ['working directory', process.cwd()],
    ...Object.entries(process.env).map(([name, value]) => [`environment variable ${name}`, value] as const),
    ...globals
      .filter(([name]) => !replacedByLibraries.has(name) && !isHelper(name))
      .map(([name, { value, get }]) => [`global ${name}`, get ?? value] as const),
    ...events.map((event) => [`listeners of ${String(event)}`, process.listenerCount(event)] as const),
  ]);
}

/** @returns names of what differs. A global that is new is left out: a library was loaded. */
export function listChanges(before: SharedState, after: SharedState): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !Object.is(before.get(name), after.get(name)) && (before.has(name) || !name.startsWith('global ')),
  );
}
